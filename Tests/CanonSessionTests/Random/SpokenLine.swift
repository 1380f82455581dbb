import CanonEngine
import CanonTestSupport

/// What somebody may say at any time, as a line and as ``SlowDoors`` understands it.
enum SpokenLine {
  case request(StemRequest, [Int], Quantum?)
  /// Nil means all that are soloed.
  case solo([Int]?, SoloMode, Quantum?)
  case gain(Int, Int)
  /// Nil means all, on one frame.
  case pause(Bool, Int?, Quantum?)
  /// Nil means all, the base too.
  case fade(Int?, RandomPerformance.Direction, FrameCount, Quantum?)
  case panic
  case skip(FrameCount)
  case seek(SeekTarget)
  case freeze(FramePosition?)
  case scene(Int, Quantum?)

  static func random(_ random: inout SplitMix64) -> SpokenLine {
    switch random.number(0...29) {
    case 0...15: return request(&random)
    case 16, 17:
      return .solo([stem(&random)], random.pick([.on, .off, .alone]), quantum(&random))
    case 18: return .solo(nil, .off, quantum(&random))
    case 19: return .gain(stem(&random), Int(random.number(0...12)))
    case 20 where random.one(in: 2):
      return .seek(random.one(in: 2) ? .to(random.number(0...9000)) : .by(random.number(-4000...4000)))
    case 20 where random.one(in: 2): return .freeze(random.one(in: 2) ? nil : random.number(0...9000))
    case 20: return .skip(random.pick([1, 100, 3000, random.number(1...5000)]))
    case 21, 22:
      return .pause(!random.one(in: 3), random.one(in: 3) ? stem(&random) : nil, quantum(&random))
    case 23, 24: return fade(&random)
    case 25: return random.one(in: 3) ? .panic : fade(&random)
    default: return .scene(Int(random.number(0...1)), quantum(&random))
    }
  }

  /// One that a scene may have.
  static func ofScene(_ random: inout SplitMix64) -> SpokenLine {
    if random.one(in: 6) { return .solo([stem(&random)], random.pick([.on, .off]), quantum(&random)) }
    if random.one(in: 8) { return fade(&random) }
    if random.one(in: 12) { return .pause(random.one(in: 2), nil, quantum(&random)) }
    return request(&random)
  }

  private static func fade(_ random: inout SplitMix64) -> SpokenLine {
    .fade(
      random.one(in: 6) ? nil : stem(&random), random.pick([.out, .out, .in]), random.number(0...3000),
      quantum(&random))
  }

  private static func request(_ random: inout SplitMix64) -> SpokenLine {
    let request = random.pick([.start, .start, .start, .press, .press, .unmute] + StemRequest.allCases)
    // All but the base.
    let stems = random.one(in: 5) ? [1, 2, 3] : random.one(in: 5) ? [1, 3] : [stem(&random)]
    return .request(request, stems, request == .cancel ? nil : quantum(&random))
  }

  private static func stem(_ random: inout SplitMix64) -> Int {
    Int(random.one(in: 8) ? 0 : random.number(1...3))
  }

  private static func quantum(_ random: inout SplitMix64) -> Quantum? {
    random.pick([nil, nil, .now, .now, Quantum(.beat)!, .loop, Quantum(.bar, count: 3)!, Quantum(.cycle)!])
  }

  /// Whether it can wait for a frame.
  var canWait: Bool { if case .skip = self { false } else { true } }

  /// - Parameter common: The quantum of a scene, for what names none.
  func asks(_ configuration: EngineConfiguration, _ common: Quantum?) -> [SlowDoors.Ask] {
    switch self {
    case .request(let request, let stems, let own):
      return stems.map { k in
        let quanta = configuration.stems[k].quanta
        let usual: Quantum? =
          switch request {
          case .start: quanta.start
          case .stop: quanta.stop
          case .mute: quanta.mute
          case .unmute: quanta.unmute
          case .press: nil
          case .cancel: .now
          }
        return SlowDoors.Ask(k, .ask(request, request == .cancel ? .now : own ?? common ?? usual))
      }
    case .solo(let stems, let mode, let own):
      return (stems ?? Array(configuration.stems.indices)).map {
        SlowDoors.Ask($0, .solo(mode, own ?? common ?? .now))
      }
    case .pause(let isOn, nil, let own):
      let hold = SlowDoors.Ask(0, .holdAll(isOn, own ?? common ?? .now))
      return isOn ? [hold] : [SlowDoors.Ask(0, .roll), hold]
    case .pause(let isOn, let k?, let own): return [SlowDoors.Ask(k, .hold(isOn, own ?? common ?? .now))]
    case .fade(let k, let direction, let frames, let own):
      return (k.map { [$0] } ?? Array(configuration.stems.indices)).map {
        SlowDoors.Ask($0, .fade(direction, own ?? common ?? .now, over: frames))
      }
    case .panic: return [SlowDoors.Ask(0, .panic)]
    case .gain(let k, let decibels): return [SlowDoors.Ask(k, .gain(Gain(Decibels(-Double(decibels))!)))]
    case .skip(let frames): return [SlowDoors.Ask(0, .skip(frames))]
    case .seek(let target): return [SlowDoors.Ask(0, .seek(target))]
    case .freeze(let place): return [SlowDoors.Ask(0, .halt(place))]
    case .scene: return []
    }
  }
}

extension SpokenLine: CustomStringConvertible {
  var description: String {
    func named(_ stems: [Int]) -> String {
      stems == [1, 2, 3] ? "all" : stems.map { ScheduleCase.ids[$0] }.joined(separator: " ")
    }
    func on(_ quantum: Quantum?) -> String { quantum.map { " \($0)" } ?? "" }
    switch self {
    case .request(let request, let stems, let quantum): return "\(request) \(named(stems))" + on(quantum)
    case .solo(let stems, let mode, let quantum):
      return "solo \(stems.map { named($0) + " " } ?? "")\(mode)" + on(quantum)
    case .gain(let stem, let decibels): return "gain \(named([stem])) -\(decibels)"
    case .pause(let isOn, let stem, let quantum):
      return (isOn ? "pause" : "resume") + (stem.map { " " + named([$0]) } ?? "") + on(quantum)
    case .fade(let stem, let direction, let frames, let quantum):
      return "fade \(stem.map { named([$0]) } ?? "all") \(direction)\(on(quantum)) over \(frames) frames"
    case .panic: return "panic"
    case .skip(let frames): return "skip \(frames)"
    case .freeze(let place): return "freeze" + (place.map { " @\($0)" } ?? "")
    case .seek(.to(let place)): return "seek @\(place)"
    case .seek(.by(let frames)): return "seek \(frames < 0 ? "-" : "+")\(abs(frames)) frames"
    case .scene(let number, let quantum): return "scene s\(number)" + on(quantum)
    }
  }
}
