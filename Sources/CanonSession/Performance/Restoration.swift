import CanonEngine
import CanonStems

/// How a performance is brought back in a new engine, after the server's sample rate has changed: a plan, made from what
/// was and carried out with the same commands that people give. So the journal holds it, and rendering the journal gives
/// what was played.
///
/// Layers that sounded come back at frame 0, from where the driver moves the clock on. What was pending, or was asked for
/// and not received yet, is asked for again once the clock is there, since at frame 0 every boundary is at hand.
struct Restoration {
  /// A command for frame 0.
  struct Step {
    /// nil for a base, which starts with the clock.
    let command: ControlCommand?
    /// Whose layer it brings back: where one of its steps is refused the next ones of that stem are left out. nil for what
    /// is no layer's.
    var stem: StemIndex?
    /// What the stem is shown to do at once: if this engine, too, is lost before it has answered, the next one brings the
    /// same back.
    var shows: StemState?
    var began: FramePosition?
  }

  /// A command to give again once the clock has left frame 0, with who gave it.
  struct Again {
    let command: ControlCommand
    let by: Asker
  }

  private(set) var steps: [Step] = []
  private(set) var again: [Again] = []

  /// What is to be brought back.
  struct Before {
    /// As the old engine left them; empty where there was none.
    let stems: [StemMirror]
    /// What the old engine was asked and did not receive any more.
    let unanswered: [SentCommand]
    let master: Decibels
    let rate: SampleRate
    /// Where its clock was.
    var position: FramePosition = 0
  }

  /// - Parameters:
  ///   - needs: The stems that a stem's door needs.
  ///   - rate: The new engine's.
  init(of before: Before, in set: StemSet, needs: (StemIndex) -> [StemIndex], at rate: SampleRate) {
    let stems = before.stems
    if before.master.value != 0 {
      steps.append(Step(command: .gain(StemSelection([StemSelection.master]), before.master)))
    }
    for (spec, old) in zip(set.stems, stems) { steps += Self.levels(spec, old.mix) }
    for index in Self.order(stems, needs) {
      let began =
        set.stems[index].dependsOnItsStart ? stems[index].began.scaled(from: before.rate, to: rate) : nil
      steps += Self.layer(StemIndex(index), set.stems[index], stems[index].status.state, began: began)
    }
    // After the starts, which would end it.
    for (index, old) in stems.enumerated() where old.hold.isHeld {
      steps.append(Step(command: Self.hold(set.stems[index]), stem: StemIndex(index)))
    }
    // What ends a pause was asked for since.
    func pending(endingHolds: Bool) -> [Again] {
      zip(set.stems, stems).filter { $1.endsHold == endingHolds }
        .flatMap { Self.pending($0, $1, among: stems, before) }
    }
    again = pending(endingHolds: false) + Self.holds(set, stems, before) + pending(endingHolds: true)
    // What was done to bring back the performance before is done again by all this; what doors let through was told to
    // the new engine when its stems were loaded.
    again += before.unanswered.compactMap { sent in
      if case .door = sent.command { return nil }
      return sent.by == .recovery ? nil : sent.command.map { Again(command: $0, by: sent.by) }
    }
  }

  /// Those that are muted come first: each is started, and the others of its group would yield to it. What a door needs
  /// comes before what is behind it.
  private static func order(_ stems: [StemMirror], _ needs: (StemIndex) -> [StemIndex]) -> [Int] {
    var waiting =
      stems.indices.filter { stems[$0].status.state == .mute }
      + stems.indices.filter { stems[$0].status.state != .mute }
    var order: [Int] = []
    var missing = Set(stems.indices.filter { stems[$0].status.soundsNow })
    while !waiting.isEmpty {
      // Doors that need each other's stems would wait for ever.
      let place = waiting.firstIndex { needs(StemIndex($0)).allSatisfy { !missing.contains($0.int) } } ?? 0
      let index = waiting.remove(at: place)
      missing.remove(index)
      order.append(index)
    }
    return order
  }

  private static func levels(_ spec: StemSpec, _ old: StemMirror.Mix) -> [Step] {
    let stem = StemSelection([spec.id])
    var steps: [Step] = []
    if old.solo != .off { steps.append(Step(command: .solo(stem, old.solo, .now))) }
    if old.gain != spec.gain { steps.append(Step(command: .gain(stem, old.gain))) }
    if old.pan != spec.pan { steps.append(Step(command: .pan(stem, old.pan))) }
    return steps
  }

  /// - Parameter began: Where the run began, on the new clock; nil for a stem whose place in its loop does not depend on it.
  private static func layer(
    _ stem: StemIndex, _ spec: StemSpec, _ state: StemState, began: FramePosition?
  ) -> [Step] {
    func step(_ request: StemRequest, _ shows: StemState, from: FramePosition? = nil) -> Step {
      Step(
        command: .request(request, StemSelection([spec.id]), .now, from: from), stem: stem, shows: shows,
        began: request == .start ? from ?? 0 : nil)
    }
    let start = spec.isBase ? Step(command: nil, stem: stem, shows: .play) : step(.start, .play, from: began)
    switch state {
    case .play: return [start]
    case .mute: return [start, step(.mute, .mute)]
    case .stop: return spec.isBase ? [step(.stop, .stop)] : []
    case .wait: return []
    }
  }

  private static func hold(_ spec: StemSpec) -> ControlCommand {
    .pause(StemSelection([spec.id]), isOn: true, .now)
  }

  /// - Parameter all: What a stem of a group yields to, or what follows another stem, comes by itself with those.
  private static func pending(
    _ spec: StemSpec, _ old: StemMirror, among all: [StemMirror], _ before: Before
  ) -> [Again] {
    guard let change = old.status.pending else { return [] }
    if change.by == .group { return [] }
    if change.by == .follow, all.contains(where: { $0.follow == change.at }) { return [] }
    let first = Again(command: command(spec, old, change, before), by: change.by)
    // What waits stays held, unless it was asked for since the pause.
    let isHeld = old.hold.isHeld && !old.endsHold && old.status.next == .play
    return isHeld ? [first, Again(command: hold(spec), by: .recovery)] : [first]
  }

  /// What asks again for pauses that wait for their boundary, and for what ends them: with one command where all of them do.
  private static func holds(_ set: StemSet, _ stems: [StemMirror], _ before: Before) -> [Again] {
    let waiting = stems.compactMap { stem in
      stem.hold.next.flatMap { next in stem.hold.asked.map { (next, $0) } }
    }
    if let (first, asked) = waiting.first, waiting.count == stems.count,
      waiting.allSatisfy({ $1.isOfAll && ($0.at, $0.value) == (first.at, first.value) })
    {
      return [Again(command: .pause(nil, isOn: first.value, asked.quantum), by: asked.by)]
    }
    return zip(set.stems, stems).compactMap { spec, old in
      guard let next = old.hold.next, let asked = old.hold.asked, next.value != old.hold.isHeld else {
        return nil
      }
      let stem = StemSelection([spec.id]), quantum = asked.isOfAll ? asked.quantum.ofTheSet : asked.quantum
      let fade = Fade(quantum: quantum, length: time(next.length, before))
      return Again(
        command: next.length > 0 ? .fade(stem, .in, fade) : .pause(stem, isOn: next.value, quantum),
        by: asked.by)
    }
  }

  private static func time(_ frames: FrameCount, _ before: Before) -> FadeLength {
    .microseconds(Int64(Int128(max(0, frames)) * 1_000_000 / Int128(before.rate.hertz)))
  }

  /// What asks for the pending change again: of a fade out what is left of it.
  private static func command(
    _ spec: StemSpec, _ old: StemMirror, _ change: PendingChange, _ before: Before
  ) -> ControlCommand {
    let stem = StemSelection([spec.id])
    if old.fadeLength > 0 {
      let isUnderWay = change.at - old.fadeLength < before.position
      let whole = Fade(quantum: old.quantum, length: time(old.fadeLength, before))
      let rest = Fade(quantum: .now, length: time(change.at - before.position, before))
      switch old.status.next {
      case .mute: return .fade(stem, .out, isUnderWay ? rest : whole)
      case .play: return .fade(stem, .in, whole)
      case .stop, .wait, nil: break
      }
    }
    let request: StemRequest
    switch old.status.next {
    case .play: request = old.status.state == .mute ? .unmute : .start
    case .mute: request = .mute
    case .stop, .wait, nil: request = .stop
    }
    return .request(request, stem, old.quantum)
  }
}

extension StemSpec {
  /// Whether what the stem plays depends on when it was started.
  fileprivate var dependsOnItsStart: Bool { entry == .top || repeats > 0 || follow != nil || region != nil }
}
