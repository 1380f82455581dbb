import CanonEngine
import CanonFiles

/// What set files should hold and what to do when they do not: every sentence about a set file stands here.
enum SetWording {
  struct Words {
    var expected: String
    var remedy: String
  }

  static let title = Words(
    expected: "a text in double quotes", remedy: "Write e.g. title = \"Canon in D\".")
  static let tempo = Words(
    expected: "beats per minute from 1 to 1000, with at most three decimals", remedy: "Write e.g. tempo = 80."
  )
  static let meter = Words(
    expected: "beats per bar (1 to 64), a slash, and the note that is a beat (1, 2, 4, 8, 16 or 32)",
    remedy: "Write e.g. meter = \"4/4\".")
  static let loop = Words(
    expected: "a length in bars, beats, frames or seconds",
    remedy: "Write e.g. loop = \"8 bars\", \"32 beats\", \"1152000 frames\" or \"24 s\".")
  static let quantum = Words(
    expected: "now, beat, bar or loop, with a count if wanted",
    remedy: "Write e.g. quantum = \"bar:2\", or { start = \"loop\", mute = \"beat\" }.")
  static let stems = Words(
    expected: "one table for each stem", remedy: "Begin each stem with a line [[stem]], in double brackets.")
  static let noStem = Words(
    expected: "at least one stem", remedy: "Add a line [[stem]], and below it id and file.")
  static let id = Words(
    expected: "at most 40 ASCII letters, digits and hyphens, the first not a hyphen",
    remedy: "Write e.g. id = \"violin-a\"; the title may hold any letters.")
  static let uniqueID = Words(
    expected: "an id that no other stem has (large and small letters count as the same)",
    remedy: "Rename one of the two.")
  static let freeID = Words(
    expected: "an id that means nothing else to canon", remedy: "Choose another word.")
  static let file = Words(
    expected: "the name of a sound file in the set's folder", remedy: "Write e.g. file = \"0_cello.flac\".")
  static let relativeFile = Words(
    expected: "a path relative to the set's folder",
    remedy: "Put the file into the folder of the set and write its name alone.")
  static let insideFile = Words(
    expected: "a file below the set's folder, links resolved",
    remedy: "Put the file into the folder of the set.")
  static let base = Words(
    expected: "true or false", remedy: "Write base = true for a stem that sounds from the start.")
  static let gain = Words(
    expected: "decibels from -120 to 24", remedy: "Write e.g. gain = -1.9; 0 leaves the file as it is.")
  static let pan = Words(
    expected: "a number from -1 (left) to 1 (right)", remedy: "Write e.g. pan = -0.3; 0 is the centre.")

  static func tooManyStems(_ most: Int) -> Words {
    Words(expected: "at most \(most) stems (JACK has no more ports)", remedy: "Divide the set.")
  }

  // MARK: - What only shows when everything is read

  static let loopNeedsTempo = Words(
    expected: "a tempo to count it by", remedy: "Add e.g. tempo = 80, or give the loop in seconds or frames.")
  static let loopNeedsBase = Words(
    expected: "a base stem, whose sample rate says how long a frame is",
    remedy: "Add base = true to a stem, or give the loop in seconds.")
  static let loopUnknown = Words(
    expected: "the loop's length, or a base stem that has it",
    remedy: "Add e.g. loop = \"24 s\", or base = true to the stem that sounds from the start.")
  static let quantumNeedsTempo = Words(
    expected: "a tempo to count it by", remedy: "Add e.g. tempo = 80, or write \"loop\" or \"now\".")
  static let loopTooLong = Words(expected: "at most one day", remedy: "Give a shorter loop.")

  static func loopTooShort(_ rate: SampleRate) -> Words {
    Words(expected: "at least one frame at \(rate.hertz) Hz", remedy: "Give a longer loop.")
  }

  static func quantumNeedsWholeBars(beats: Int, meter: Meter) -> Words {
    Words(
      expected: "a loop of whole bars (\(beats) beats are none in \(meter))",
      remedy: "Write \"beat\" or \"loop\", or correct the meter.")
  }

  /// - Parameter base: The base's file and the frames it should have, when the loop comes from it.
  static func wholeBeats(_ beats: Int, base: (file: String, frames: FrameCount)?) -> Words {
    let other =
      if let base {
        "make \(CleanText.clean(base.file)) exactly \(base.frames) frames long (\(beats) beats)"
      } else {
        "write loop = \"\(beats) beats\""
      }
    return Words(
      expected: "a whole number of beats", remedy: "Correct the tempo, or \(other), or leave out the tempo.")
  }
}
