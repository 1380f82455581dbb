import CanonControl
import CanonControlSupport

/// What can be said of `violin-b`, which the tests of the gate keep behind a locked door.
enum LockedStem {
  /// The scenes and the variant of the set that the lines name.
  static let scenes = """
    [[scene]]
    id = "wake"
    commands = ["gain violin-b 24", "start violin-b", "solo violin-b", "solo off"]
    [[scene]]
    id = "wake-all"
    commands = ["start all"]
    [[variant]]
    name = "slow"
    tempo = "50 %"
    """

  static let quanta = ["now", "beat", "bar", "loop", "bar:2", "loop:3", "stem", "cycle:2"]

  /// Every word of the vocabulary in every form, said of `stems`.
  static func lines(_ stems: String) -> [String] {
    // What they run depends on what was run before: the desk's tests of the gate have them. An undo comes after each line.
    let words = Vocabulary.words(at: .lines).filter { word in
      !["next", "previous", "undo", "quit", "status", "doors", "ports", "pair", "pairings", "help"].contains(
        word.name)
    }
    return words.flatMap { word in
      word.lines { kind in
        switch kind {
        case .stems: [stems]
        case .stem: ["violin-b"]
        case .number(.decibels): ["24", "0", "-3"]
        case .number(.pan): ["-1", "0", "1"]
        case .number(.loops), .number(.bars): ["2"]
        case .number(.countInBars): ["1"]
        case .number: ["100"]
        case .frame: ["0"]
        case .choice(let words): words
        case .scene: [stems == "all" ? "wake-all" : "wake"]
        case .file: ["cello.wav"]
        // The desk's tests of the gate record.
        case .recording: ["take.wav"]
        case .port: ["system"]
        case .bus: ["cue"]
        case .quantum: quanta
        case .length: ["1 beat", "100 ms"]
        case .word: []
        case .time: ["@0", "@700", "0.1 s", "bar 2", "loop 2"]
        case .command:
          [
            "press \(stems) now", "start \(stems) now", "unmute \(stems) now",
            "fade \(stems) in now over 1 beat",
            "scene \(stems == "all" ? "wake-all" : "wake")",
          ]
        case .waiting: ["1", "all"]
        case .playedTempo: ["115 %"]
        case .transposition: ["+2"]
        case .variant: ["slow"]
        case .span: ["bar 1 .. bar 2", "0 s .. 0.2 s", "bar 1 .. bar 2 then 0.1 s"]
        case .section, .destination: ["chorus", "100"]
        case .place(let orWay): ["bar 1", "@700"] + (orWay ? ["+1 beat", "-1 loop"] : [])
        }
      }
    }
    .filter { !$0.hasPrefix("scene ") || !$0.contains("stem") }
  }
}
