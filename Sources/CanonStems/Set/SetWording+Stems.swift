import CanonEngine
import CanonFiles

/// The sentences about the keys of a stem.
extension SetWording {
  static let file = Advice(
    expected: "the name of a sound file in the set's folder", remedy: "Write e.g. file = \"0_cello.flac\".")

  static func file(_ refusal: ContainedPath.Refusal) -> Advice {
    switch refusal {
    case .empty: file
    case .absolute:
      Advice(
        expected: "a path relative to the set's folder",
        remedy: "Put the file into the folder of the set and write its name alone.")
    case .outside:
      Advice(
        expected: "a file below the set's folder, links resolved",
        remedy: "Put the file into the folder of the set.")
    }
  }

  static let base = Advice(
    expected: "true or false", remedy: "Write base = true for a stem that sounds from the start.")
  static let gain = Advice(
    expected: "decibels from -120 to 24", remedy: "Write e.g. gain = -1.9; 0 leaves the file as it is.")
  static let pan = Advice(
    expected: "a number from -1 (left) to 1 (right)", remedy: "Write e.g. pan = -0.3; 0 is the centre.")
  static let key = Advice(
    expected: "one letter, digit or sign of ASCII, in double quotes", remedy: "Write e.g. key = \"1\".")
  static let uniqueKey = Advice(expected: "a key that no other stem has", remedy: "Choose another key.")

  // MARK: - Groups and buses

  static let group = Advice(
    expected: "at most 40 ASCII letters, digits and hyphens, the first not a hyphen",
    remedy: "Write e.g. group = \"reeds\".")
  static let groupOfBases = Advice(
    expected: "at most one base in a group: its stems exclude each other",
    remedy: "Remove base = true from one of the two, or its group.")
  static let sends = Advice(
    expected: "a table with decibels for each bus", remedy: "Write e.g. buses = { hall = -6 }.")
  static let send = Advice(
    expected: "decibels from -120 to 24",
    remedy: "Write e.g. buses = { hall = -6 }; 0 sends the stem as it is.")

  static func unknownBus(_ id: String, _ buses: [String]) -> Advice {
    let meant = Suggestion.sentence(for: id, among: buses)
    let known = buses.map { "\"\($0)\"" }.joined(separator: ", ")
    return buses.isEmpty
      ? Advice(expected: "the id of a bus", remedy: "Add a line [[bus]], and below it id = \"hall\".")
      : Advice(
        expected: "one of \(known)",
        remedy: meant.isEmpty ? "Correct the id, or add a [[bus]] with it." : String(meant.dropFirst()))
  }

  // MARK: - How it is played

  static let region = Advice(
    expected: "two places in the file with two dots between them, of which one may be left out",
    remedy: "Write e.g. region = \"115200 ..\", \".. 24 s\" or \"bar 3 .. bar 5\".")
  static let reversedRegion = Advice(
    expected: "an end that comes after the beginning",
    remedy: "Correct one of the two; the earlier place stands first.")
  static let intro = Advice(
    expected: "upbeat, boundary or none",
    remedy: "Write e.g. intro = \"upbeat\": heard before the boundary on which the loop begins.")
  static let offset = Advice(
    expected: "a length in bars, beats, frames or seconds, with a minus before it if wanted",
    remedy: "Write e.g. offset = \"1 beat\" or \"-0.5 s\".")
  static let entry = Advice(
    expected: "phase or top",
    remedy: "Write e.g. entry = \"top\": the stem begins with its first frame, whenever it starts.")
  static let mode = Advice(expected: "loop or once", remedy: "Write e.g. mode = \"once\".")
  static let repeats = Advice(
    expected: "a whole number from 1 to \(StemSpec.mostRepeats)",
    remedy: "Write e.g. repeat = 4; without it the stem plays on.")
  static let repeatOnce = Advice(
    expected: "no other number than 1 with mode = \"once\"", remedy: "Remove one of the two.")
  static let freeLength = Advice(
    expected: "free",
    remedy: "Write length = \"free\" if the file nearly is as long as the loop, and that is meant.")
  static let follow = Advice(
    expected: "a table with loops and then", remedy: "Write e.g. after = { loops = 4, then = \"stop\" }.")
  static let followLoops = Advice(
    expected: "a whole number from 1 to \(FollowSpec.mostLoops)", remedy: "Write e.g. loops = 4.")
  static let followThen = Advice(
    expected: "stop, mute, any, or start: and the id of a stem",
    remedy: "Write e.g. then = \"start:violin-b\".")
  static let followsItself = Advice(
    expected: "another stem", remedy: "Without the key \"after\" the stem goes on by itself.")

  static func followTooLate(_ repeats: Int) -> Advice {
    Advice(
      expected: "at most \(repeats): after that the stem stops by itself",
      remedy: "Give fewer loops, or let the stem repeat more often.")
  }

  static func unknownStem(_ id: String, _ stems: [String]) -> Advice {
    let meant = Suggestion.nearest(to: id, among: stems).map { "Did you mean \"start:\($0)\"?" }
    return Advice(expected: "the id of a stem of the set", remedy: meant ?? "Correct the id.")
  }

  static func regionOutside(_ info: SoundInfo) -> Advice {
    Advice(
      expected: "a region inside the file, which has \(shown(info.frameCount, at: info.sampleRate))",
      remedy: "Correct the region, or make the file longer.")
  }

  /// A loop too short for the sample rate.
  static func stemTooShort(_ rate: SampleRate) -> Advice {
    Advice(expected: "a loop of at least one frame at \(rate.hertz) Hz", remedy: "Give a longer loop.")
  }

  /// `48000 frames (1.000 s)`.
  static func shown(_ frames: FrameCount, at rate: SampleRate) -> String {
    "\(frames) frames (\(fixed(rate.seconds(frames), 3)) s)"
  }
}
