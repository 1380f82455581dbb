import CanonEngine
import CanonFiles

/// The wording of all problems of set files.
enum SetWording {
  static let title = Advice(
    expected: "a text in double quotes", remedy: "Write e.g. title = \"Canon in D\".")
  static let tempo = Advice(
    expected: "beats per minute from 1 to 1000, with at most three decimals", remedy: "Write e.g. tempo = 80."
  )
  static let meter = Advice(
    expected: "beats per bar (1 to 64), a slash, and the note that is a beat (1, 2, 4, 8, 16 or 32)",
    remedy: "Write e.g. meter = \"4/4\".")
  static let loop = Advice(
    expected: "a length in bars, beats, frames or seconds",
    remedy: "Write e.g. loop = \"8 bars\", \"32 beats\", \"1152000 frames\" or \"24 s\".")
  static let quantum = Advice(
    expected: "now, beat, bar, loop, stem or cycle, with a count if wanted",
    remedy: "Write e.g. quantum = \"bar:2\", or { start = \"loop\", mute = \"beat\" }.")
  static let secondPress = Advice(
    expected: "cancel or now", remedy: "Write e.g. second_press = \"now\"; cancel takes the first press back."
  )
  static let seed = Advice(
    expected: "a whole number from 0 to \(SetBehaviour.largestSeed)", remedy: "Write e.g. seed = 2015.")

  static func milliseconds(_ example: String) -> Advice {
    Advice(expected: "0 to 1000 milliseconds, with at most three decimals", remedy: "Write e.g. \(example).")
  }

  // MARK: - Tables

  static let stems = Advice(
    expected: "one table for each stem", remedy: "Begin each stem with a line [[stem]], in double brackets.")
  static let buses = Advice(
    expected: "one table for each bus", remedy: "Begin each bus with a line [[bus]], in double brackets.")
  static let scenes = Advice(
    expected: "one table for each scene",
    remedy: "Begin each scene with a line [[scene]], in double brackets.")
  static func belongsInSchedule(_ key: String) -> String {
    "\(key == "doors" ? "Doors belong" : "\"\(key)\" belongs") in a schedule: move \(key == "doors" ? "them" : "it") to a file of its own, "
      + "whose key set names this set."
  }
  static let noStem = Advice(
    expected: "at least one stem", remedy: "Add a line [[stem]], and below it id and file.")
  static let freeID = Advice(
    expected: "an id that means nothing else to canon", remedy: "Choose another word.")
  static let busID = Advice(
    expected: "an id that no stem has (both name ports)", remedy: "Rename one of the two.")
  static let sceneQuantum = Advice(
    expected: "now, beat, bar, loop or cycle, with a count if wanted",
    remedy: "Write e.g. quantum = \"bar:2\"; all of a scene happens on one frame.")
  static let commands = Advice(
    expected: "1 to \(SceneSpec.mostCommands) commands in double quotes",
    remedy: "Write e.g. commands = [\"start violin-a\", \"gain cello -6\"].")

  /// - Parameter example: An id of this kind.
  static func id(example: String) -> Advice {
    Advice(
      expected: "at most 40 ASCII letters, digits and hyphens, the first not a hyphen",
      remedy: "Write e.g. id = \"\(example)\"; the title may hold any letters.")
  }

  /// - Parameter kind: The kind of the ids, as "stem".
  static func uniqueID(kind: String) -> Advice {
    Advice(
      expected: "an id that no other \(kind) has (large and small letters count as the same)",
      remedy: "Rename one of the two.")
  }

  static func tooMany(_ kind: String, most: Int) -> Advice {
    Advice(
      expected: "at most \(counted(most, kind))",
      remedy: kind == "stem" ? "Divide the set." : "Leave out what is not needed.")
  }

  /// `1 stem`, `16 buses`.
  static func counted(_ count: Int, _ kind: String) -> String {
    "\(count) \(kind)" + (count == 1 ? "" : kind.hasSuffix("s") ? "es" : "s")
  }

  // MARK: - What only shows when everything is read

  /// - Parameter key: The key whose value is in bars or beats.
  static func needsTempo(_ key: String) -> Advice {
    Advice(
      expected: "a tempo to count it by",
      remedy: "Add e.g. tempo = 80, or give the \(key) in seconds or frames.")
  }

  static let loopNeedsBase = Advice(
    expected: "a base stem, whose sample rate says how long a frame is",
    remedy: "Add base = true to a stem, or give the loop in seconds.")
  static let loopUnknown = Advice(
    expected: "the loop's length, or a base stem that has it",
    remedy: "Add e.g. loop = \"24 s\", or base = true to the stem that sounds from the start.")
  static let quantumNeedsTempo = Advice(
    expected: "a tempo to count it by", remedy: "Add e.g. tempo = 80, or write \"loop\" or \"now\".")
  static let loopTooLong = Advice(expected: "at most one day", remedy: "Give a shorter loop.")

  static func loopTooShort(_ rate: SampleRate) -> Advice {
    Advice(expected: "at least one frame at \(rate.hertz) Hz", remedy: "Give a longer loop.")
  }

  static func quantumNeedsWholeBars(beats: Int, meter: Meter) -> Advice {
    Advice(
      expected: "a loop of whole bars (\(beats) beats are none in \(meter))",
      remedy: "Write \"beat\" or \"loop\", or correct the meter.")
  }

  static let barsFound = Advice(
    expected: "as many as the music has",
    remedy: "Correct the tempo if it has another number, or write the loop's length, e.g. loop = \"8 bars\".")

  /// - Parameters:
  ///   - file: The file of a stem that does not fit the tempo, quoted.
  ///   - tempos: The tempos that would fit.
  ///   - loop: A length of the loop that would fit instead.
  static func tempoOfStem(_ file: String, tempos: [String], loop: String?) -> Advice {
    let list =
      tempos.count < 2 ? tempos.joined() : tempos.dropLast().joined(separator: ", ") + " or " + tempos.last!
    let ways = [
      tempos.isEmpty ? nil : "tempo = \(list)", loop.map { "loop = \"\($0)\"" },
      "length = \"free\" for a stem whose length is meant",
    ].compactMap(\.self)
    return Advice(
      expected: "a tempo at which \(file) is as long as the loop or a simple share of it",
      remedy: "Write \(ways.joined(separator: ", or ")).")
  }

  /// - Parameter base: The base's file and its correct number of frames, if the loop comes from it.
  static func wholeBeats(_ beats: Int, base: (file: String, frames: FrameCount)?) -> Advice {
    let other =
      if let base {
        "make \(CleanText.clean(base.file)) exactly \(base.frames) frames long (\(beats) beats)"
      } else {
        "write loop = \"\(beats) beats\""
      }
    return Advice(
      expected: "a whole number of beats", remedy: "Correct the tempo, or \(other), or leave out the tempo.")
  }
}
