import CanonEngine

extension RandomPerformance {
  /// The actions of a busy performer: many requests, most of them close together, some after a wait, and sometimes a few
  /// lost frames.
  public static func random(seed: UInt64, set: TestSet) -> RandomPerformance {
    var random = SplitMix64(seed: seed ^ 0x5EED)
    var steps: [Step] = []
    let stems = set.sounds.count
    for stem in set.configuration.stems.indices {
      if !random.one(in: 8) { steps.append(Step(frame: 0, stem: stem, .samples(0))) }
      if !random.one(in: 4) { steps.append(Step(frame: 0, stem: stem, .open(true))) }
      if random.one(in: 4) { steps.append(Step(frame: 0, stem: stem, .gain(TestSet.gain(&random)))) }
      if random.one(in: 4) { steps.append(Step(frame: 0, stem: stem, .pan(TestSet.pan(&random)))) }
      if random.one(in: 3) { steps.append(Step(frame: 0, stem: stem, .ask(.start, .loop))) }
    }
    if random.one(in: 10) {
      steps.append(Step(frame: 0, .halt(random.one(in: 2) ? nil : random.number(0...300))))
    }
    var frame = random.one(in: 2) ? 0 : Int(random.number(1...20))
    steps.append(Step(frame: frame, .roll))
    if random.one(in: 10) { steps.append(Step(frame: frame, .lose(random.number(1...100)))) }
    let end = frame + Int(random.number(60...260))
    while frame < end {
      if random.one(in: 8) {
        // The same request for all stems, as in a scene, which also tests groups.
        let action = request(&random)
        for stem in 0..<stems { steps.append(Step(frame: frame, stem: stem, action)) }
      }
      for _ in 0..<random.number(1...3) {
        let stem = Int(random.number(0...Int64(stems - 1)))
        var action = randomAction(set, stem, &random)
        if !set.editions.isEmpty, random.one(in: 12) {
          action = .edition(Int(random.number(0...Int64(set.editions.count - 1))), quantum(&random))
        }
        if random.one(in: 5) { action = later(action, random.number(-10...80)) }
        steps.append(Step(frame: frame, stem: stem, action))
        if random.one(in: 40) { steps.append(Step(frame: frame, .revoke)) }
      }
      frame += Int(random.number(1...(random.one(in: 2) ? 8 : 40)))
    }
    return RandomPerformance(steps: steps, frames: frame)
  }

  /// Any action of a performer or a driver.
  public static func randomAction(_ set: TestSet, _ stem: Int, _ random: inout SplitMix64) -> Action {
    let action = plainAction(set, stem, &random)
    if action.canNeed, random.one(in: 5) {
      let needed = (0..<random.number(1...2)).map { _ in Int(random.number(0...Int64(set.sounds.count - 1))) }
      return .needing(needed, action)
    }
    return action.canBeDoors && random.one(in: 5) ? .byDoor(action) : action
  }

  private static func plainAction(_ set: TestSet, _ stem: Int, _ random: inout SplitMix64) -> Action {
    switch random.number(0...99) {
    case 0..<6: .gain(TestSet.gain(&random), quantum(&random), over: length(&random))
    case 6..<10: .pan(TestSet.pan(&random), quantum(&random), over: length(&random))
    case 10..<17: .solo(random.pick([.off, .off, .on, .alone]), quantum(&random))
    case 17..<21: .master(TestSet.gain(&random), quantum(&random), over: length(&random))
    case 21..<29: .samples(Int(random.number(0...Int64(set.sounds[stem].count - 1))), quantum(&random))
    case 29: .noSamples
    case 30..<33: .open(!random.one(in: 4))
    case 33..<35: .skip(random.pick([1, 7, 30, 200, random.number(1...300), 2000, 0, -1, 1 << 54]))
    case 35..<38: .lose(random.pick([1, 3, 20, 100, random.number(1...300), 1000, 0, 1 << 54]))
    case 38..<41: .start(quantum(&random), from: random.number(-50...400))
    case 41:
      random.pick([
        .roll, .roll, .halt(nil), .halt(random.number(0...300)), .rollFrom(random.number(0...300)),
      ])
    case 96..<98 where random.one(in: 2):
      .clock(
        random.pick([
          .rolling(at: random.number(0...300)), .rolling(at: random.number(0...300)),
          .stopped(at: random.number(0...300)),
        ]))
    case 98..<100 where random.one(in: 2): .roll
    case 91..<96: trigger(&random)
    case 42..<45: .hold(!random.one(in: 3), quantum(&random))
    case 45..<47: .holdAll(!random.one(in: 3), quantum(&random))
    case 47..<55: .fade(random.pick([.out, .out, .in]), quantum(&random), over: length(&random))
    case 55: .panic
    case 59..<62: .seek(random.one(in: 3) ? .to(random.number(0...400)) : .by(random.number(-200...200)))
    case 62..<64: section(&random)
    case 64..<67: .cue(!random.one(in: 3))
    case 67: .click(!random.one(in: 3))
    case 68 where random.one(in: 2): .countIn(random.pick([0, 0, 1, 1, 2]))
    case 68..<70: .send(Int(random.number(0...2)), TestSet.gain(&random))
    case 58 where random.one(in: 2): .asked
    case 57 where random.one(in: 4): .gap
    case 56..<59: .faded(Gain(linear: random.pick([0, 1, 0.25, abs(random.sample())]))!)
    default: request(&random)
    }
  }

  private static func section(_ random: inout SplitMix64) -> Action {
    if random.one(in: 4) { return .section(nil) }
    let from = random.number(-20...300), until = from + random.pick([1, 3, random.number(4...60)])
    if random.one(in: 3) {
      return .section(Section(from: from, until: until, then: random.pick([from, random.number(0...400)])))
    }
    return .section(Section(from: from, until: until))
  }

  /// The action on a later frame, if it can wait. What may begin sound has no permit then.
  public static func later(_ action: Action, _ frames: FrameCount) -> Action {
    switch action {
    case .samples, .noSamples, .start, .open, .cue, .lose, .roll, .rollFrom, .halt, .clock, .edition, .later,
      .trigger, .triggerAgain, .endTriggers, .revoke:
      action
    case .needing(let stems, let action):
      // Only what begins sound has needs: it waits, or it does not.
      if case .later(_, let waiting) = later(action, frames) {
        .later(frames, .needing(stems, waiting))
      } else {
        .needing(stems, action)
      }
    case .ask(let request, let quantum, _) where [.start, .unmute, .press].contains(request):
      .later(frames, .askWhileOpen(request, quantum))
    case .fade(.in, let quantum, let over):
      .later(frames, .askWhileOpen(.start, quantum, fadingOver: over))
    default: .later(frames, action)
    }
  }

  private static func request(_ random: inout SplitMix64) -> Action {
    let request = random.pick([.press, .start, .start] + StemRequest.allCases)
    let quantum = request == .press && random.one(in: 2) ? nil : quantum(&random)
    return .ask(request, quantum, permitted: !random.one(in: 6))
  }

  static func trigger(_ random: inout SplitMix64) -> Action {
    let request = random.pick([.press, .press] + StemRequest.allCases)
    return .trigger(
      random.number(0...40), request, request == .press && random.one(in: 2) ? nil : quantum(&random))
  }

  private static func length(_ random: inout SplitMix64) -> FrameCount {
    random.one(in: 2) ? 0 : random.number(1...60)
  }

  static func quantum(_ random: inout SplitMix64) -> Quantum {
    let unit = random.pick(Quantum.Unit.allCases)
    guard unit != .now, random.one(in: 3) else { return Quantum(unit)! }
    return Quantum(unit, count: random.one(in: 20) ? 1_000_000 : Int(random.number(2...5)))!
  }
}

extension RandomPerformance.Action {
  /// Whether it needs a permit.
  fileprivate var canNeed: Bool {
    switch self {
    case .ask(let request, _, true): [.start, .unmute, .press].contains(request)
    case .start, .fade(.in, _, _), .open(true), .cue(true): true
    default: false
    }
  }

  /// Whether a shut door may do it.
  fileprivate var canBeDoors: Bool {
    switch self {
    case .ask(.stop, _, _), .ask(.cancel, _, _): true
    default: false
    }
  }
}
