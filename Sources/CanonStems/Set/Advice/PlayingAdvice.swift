import CanonFiles

/// Problems of the keys of a stem about playing: the part of the file, the entry, the repeats, the follow action.
package enum PlayingAdvice: FileAdvice {
  case region
  case reversedRegion
  case intro
  case offset
  case entry
  case mode
  case repeats
  case repeatOnce
  case freeLength
  case follow
  case followLoops
  case followThen
  case followsItself
  /// The number of loops after which the stem stops by itself.
  case followTooLate(Int)
  case unknownStem(String, known: [String])

  package var code: String? { Self.code("stem", self) }

  package var words: Advice {
    switch self {
    case .region:
      Advice(
        expected: "two places in the file with two dots between them, of which one may be left out",
        remedy: "Write e.g. region = \"115200 ..\", \".. 24 s\" or \"bar 3 .. bar 5\".")
    case .reversedRegion:
      Advice(
        expected: "an end that comes after the beginning",
        remedy: "Correct one of the two; the earlier place stands first.")
    case .intro:
      Advice(
        expected: "upbeat, boundary or none",
        remedy: "Write e.g. intro = \"upbeat\": heard before the boundary on which the loop begins.")
    case .offset:
      Advice(
        expected: "a length in bars, beats, frames or seconds, with a minus before it if wanted",
        remedy: "Write e.g. offset = \"1 beat\" or \"-0.5 s\".")
    case .entry:
      Advice(
        expected: "phase or top",
        remedy: "Write e.g. entry = \"top\": the stem begins with its first frame, whenever it starts.")
    case .mode: Advice(expected: "loop or once", remedy: "Write e.g. mode = \"once\".")
    case .repeats:
      Advice(
        expected: "a whole number from 1 to \(StemSpec.mostRepeats)",
        remedy: "Write e.g. repeat = 4; without it the stem plays on.")
    case .repeatOnce:
      Advice(expected: "no other number than 1 with mode = \"once\"", remedy: "Remove one of the two.")
    case .freeLength:
      Advice(
        expected: "free",
        remedy: "Write length = \"free\" if the file nearly is as long as the loop, and that is meant.")
    case .follow:
      Advice(
        expected: "a table with loops and then",
        remedy: "Write e.g. after = { loops = 4, then = \"stop\" }.")
    case .followLoops:
      Advice(
        expected: "a whole number from 1 to \(FollowSpec.mostLoops)", remedy: "Write e.g. loops = 4.")
    case .followThen:
      Advice(
        expected: "stop, mute, any, or start: and the id of a stem",
        remedy: "Write e.g. then = \"start:violin-b\".")
    case .followsItself:
      Advice(
        expected: "another stem", remedy: "Without the key \"after\" the stem goes on by itself.")
    case .followTooLate(let repeats):
      Advice(
        expected: "at most \(repeats): after that the stem stops by itself",
        remedy: "Give fewer loops, or let the stem repeat more often.")
    case .unknownStem(let id, let known):
      Advice(
        expected: "the id of a stem of the set",
        remedy: Suggestion.nearest(to: id, among: known).map { "Did you mean \"start:\($0)\"?" }
          ?? "Correct the id.")
    }
  }
}
