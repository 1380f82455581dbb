import CanonEngine
import CanonTestSupport

/// What an engine was asked, with the frame on which it says it received it, as lines of text and read from them.
enum JournalLines {
  struct Entry: Equatable {
    var frame: FramePosition
    var stem: Int
    var action: RandomPerformance.Action
    /// What the engine answered; nil for what the driver did, and after reading.
    var answer: EngineEvent.Answer?
    var status: StemStatus?
    /// The quantum that the engine has chosen for a press that named none: so the text names it.
    var chosen: Quantum?
    /// The frame that the command names; nil for none.
    var named: FramePosition?
    var isTrigger = false
    /// The number of events before it.
    var place = 0
  }

  /// Every command that was answered, every skip, in the order in which they happened.
  static func entries(_ bench: borrowing Bench) -> [Entry] {
    var asked: [CommandTicket: (stem: Int, action: RandomPerformance.Action)] = [:]
    for (ticket, stem, action) in bench.asked { asked[ticket] = (stem, action) }
    var chosen: [CommandTicket: Quantum] = [:]
    var places: [CommandTicket: FramePosition] = [:]
    let receipts = bench.receipts
    var supplied = bench.supplied[...]
    return bench.events.enumerated().compactMap { (place, event) -> Entry? in
      switch event {
      case .answered(let ticket, _, let answer, let status, let at):
        guard let (stem, action) = asked[ticket], answer != .ended, answer != .outdated else { return nil }
        // A journal has the place itself.
        var written = action
        if case .seek = action, let goal = places[ticket] { written = .seek(.to(goal)) }
        return Entry(
          frame: at, stem: stem, action: written, answer: answer, status: status, chosen: chosen[ticket],
          named: receipts[ticket], isTrigger: ticket.isOfTrigger, place: place)
      case .relocates(let ticket, _, let goal):
        places[ticket] = goal
        return nil
      case .chosen(let ticket, _, let quantum, _):
        chosen[ticket] = quantum
        return nil
      case .skipped(let at, let frames):
        return Entry(frame: at, stem: 0, action: .skip(frames), place: place)
      case .supplied(_, let supply, let at):
        return Entry(frame: at, stem: supplied.removeFirst(), action: .supply(supply), place: place)
      case .clockChanged(.halt(let goal), let at):
        return Entry(frame: at, stem: 0, action: .halt(goal), place: place)
      case .clockChanged(.roll(let goal), let at):
        return Entry(frame: at, stem: 0, action: .rollFrom(goal), place: place)
      case .clockChanged(.seek(let goal, _), let at):
        return Entry(frame: at, stem: 0, action: .seek(.to(goal)), place: place)
      case .triggered, .scheduled, .changed, .began, .replaced, .kept, .held, .relocated, .halted, .stood,
        .rolled,
        .handedOver, .superseded, .leftSilent:
        return nil
      }
    }
  }

  static func text(_ entry: Entry) -> String {
    "@\(entry.frame) \(entry.stem) \(words(entry.action, entry.chosen).joined(separator: " "))"
  }

  private static func words(_ action: RandomPerformance.Action, _ chosen: Quantum?) -> [String] {
    switch action {
    case .ask(let request, let quantum, let permitted):
      [request.word, "\((quantum ?? chosen)!)", permitted ? "yes" : "no"]
    case .askWhileOpen(let request, let quantum, let over):
      [request.word, "\((quantum ?? chosen ?? .now))", "open"] + (over.map { ["\($0)"] } ?? [])
    case .start(let quantum, let from): ["from", "\(quantum)", "\(from)"]
    case .gain(let gain, let quantum, let over): ["gain", "\(quantum)", "\(over)", "\(gain.linear)"]
    case .pan(let pan, let quantum, let over):
      ["pan", "\(quantum)", "\(over)", "\(pan.left)", "\(pan.right)"]
    case .solo(let mode, let quantum): ["solo", "\(quantum)", "\(mode.rawValue)"]
    case .master(let gain, let quantum, let over): ["master", "\(quantum)", "\(over)", "\(gain.linear)"]
    case .hold(let isHeld, let quantum): [isHeld ? "pause" : "resume", "\(quantum)"]
    case .holdAll(let isHeld, let quantum): [isHeld ? "pause-all" : "resume-all", "\(quantum)"]
    case .fade(let direction, let quantum, let over): ["fade", "\(quantum)", "\(over)", direction.rawValue]
    case .panic: ["panic"]
    case .faded(let level): ["faded", "\(level.linear)"]
    case .asked: ["asked"]
    case .supply(let supply): ["\(supply)"]
    case .gap: ["gap"]
    case .samples(let number, let quantum): ["samples", "\(quantum)", "\(number)"]
    case .noSamples: ["none"]
    case .open(let isOpen): [isOpen ? "open" : "close"]
    case .roll: ["roll"]
    case .rollFrom(let place): ["roll-from", "\(place)"]
    case .halt(let place): ["halt"] + (place.map { ["\($0)"] } ?? [])
    case .edition(let number, let quantum): ["edition", "\(quantum)", "\(number)"]
    case .skip(let frames), .lose(let frames): ["skip", "\(frames)"]
    case .seek(.to(let place)): ["seek", "\(place)"]
    case .section(let section):
      ["section"]
        + (section.map { ["\($0.from)", "\($0.until)"] + ($0.takesMusic ? [] : ["\($0.next)"]) } ?? [])
    case .cue(let isOn): ["cue", isOn ? "on" : "off"]
    case .click(let isOn): ["click", isOn ? "on" : "off"]
    case .countIn(let bars): ["count-in", "\(bars)"]
    case .send(let bus, let gain): ["send", "\(bus)", "\(gain.linear)"]
    case .seek(.by): preconditionFailure("a journal has the place")
    case .needing(let stems, let action):
      ["needing", stems.map { "\($0)" }.joined(separator: ",")] + words(action, chosen)
    case .byDoor(let action): ["door"] + words(action, chosen)
    case .later, .trigger, .triggerAgain, .endTriggers, .revoke, .clock:
      preconditionFailure("a command is written on the frame of its receipt")
    }
  }

  static func read(_ line: String) -> Entry {
    let parts = line.split(separator: " ").map(String.init)
    let (word, rest) = (parts[2], Array(parts[3...]))
    return Entry(frame: Int64(parts[0].dropFirst())!, stem: Int(parts[1])!, action: action(word, rest))
  }

  private static func action(_ word: String, _ rest: [String]) -> RandomPerformance.Action {
    var quantum: Quantum { Quantum(rest[0])! }
    func gain(_ place: Int) -> Gain { Gain(linear: Float(rest[place])!)! }
    switch word {
    case "from": return .start(quantum, from: Int64(rest[1])!)
    case "gain": return .gain(gain(2), quantum, over: Int64(rest[1])!)
    case "pan": return .pan(PanFactors(left: gain(2), right: gain(3)), quantum, over: Int64(rest[1])!)
    case "solo": return .solo(SoloMode(rawValue: UInt8(rest[1])!)!, quantum)
    case "master": return .master(gain(2), quantum, over: Int64(rest[1])!)
    case "pause", "resume": return .hold(word == "pause", quantum)
    case "pause-all", "resume-all": return .holdAll(word == "pause-all", quantum)
    case "fade": return .fade(RandomPerformance.Direction(rawValue: rest[2])!, quantum, over: Int64(rest[1])!)
    case "panic": return .panic
    case "faded": return .faded(gain(0))
    case "asked": return .asked
    case "starved": return .supply(.starved)
    case "cut": return .supply(.cut)
    case "fed": return .supply(.fed)
    case "gap": return .gap
    case "samples": return .samples(Int(rest[1])!, quantum)
    case "none": return .noSamples
    case "open", "close": return .open(word == "open")
    case "roll": return .roll
    case "roll-from": return .rollFrom(Int64(rest[0])!)
    case "halt": return .halt(rest.first.map { Int64($0)! })
    case "edition": return .edition(Int(rest[1])!, quantum)
    case "skip": return .skip(Int64(rest[0])!)
    case "needing":
      let stems = rest[0].split(separator: ",").map { Int($0)! }
      return .needing(stems, action(rest[1], Array(rest[2...])))
    case "door": return .byDoor(action(rest[0], Array(rest[1...])))
    case "seek": return .seek(.to(Int64(rest[0])!))
    case "cue": return .cue(rest[0] == "on")
    case "click": return .click(rest[0] == "on")
    case "count-in": return .countIn(Int(rest[0])!)
    case "send": return .send(Int(rest[0])!, gain(1))
    case "section":
      let places = rest.map { Int64($0)! }
      switch places.count {
      case 0: return .section(nil)
      case 2: return .section(Section(from: places[0], until: places[1]))
      default: return .section(Section(from: places[0], until: places[1], then: places[2]))
      }
    default:
      let request = StemRequest.allCases.first { $0.word == word }!
      return rest[1] == "open"
        ? .askWhileOpen(request, quantum, fadingOver: rest.count > 2 ? Int64(rest[2]) : nil)
        : .ask(request, quantum, permitted: rest[1] == "yes")
    }
  }

  /// Plays it as the offline driver does: each line is received on its frame, alone.
  static func play(
    _ entries: [Entry], on bench: inout Bench, until end: FramePosition, periods: Periods
  ) -> Output {
    var output = Output(stems: bench.portCount, buses: bench.busCount)
    for entry in entries {
      let ahead = entry.frame - bench.handle.clock.position
      if ahead > 0 { output += bench.run(Int(ahead), periods: periods) }
      bench.perform(entry.action, entry.stem)
      bench.send()
      bench.idle()
      bench.readEvents()
    }
    output += bench.run(Int(end - bench.handle.clock.position), periods: periods)
    return output
  }
}
