import CanonEngine
import CanonSession

/// What a subscriber is shown, by the last part of its address.
enum OSCShown: String, CaseIterable, Sendable {
  case title, stems, server, paused, frozen, clock
  case state, next, gain, pan, solo, open, meter

  /// One for each argument; none if there may be any number of them.
  var ranges: [OSCNode.Range] {
    switch self {
    case .title, .server, .paused, .frozen, .open: [.any]
    case .stems: []
    case .clock: [.any, .any, .any, .any, .numbers(0...1)]
    case .state: [.words(StemState.allCases.map(\.word))]
    case .next: [.words([""] + StemState.allCases.map(\.word)), .any]
    case .gain: [.numbers(Decibels.range)]
    case .pan: [.numbers(Pan.range)]
    case .solo: [.words(SoloMode.allCases.map(\.word))]
    case .meter: [.numbers(-120...24)]
    }
  }

  /// One sentence, with a full stop.
  var description: String {
    switch self {
    case .title: "The title of what is played."
    case .stems: "The ids of all stems, in order."
    case .server: "Whether a JACK server is there."
    case .paused: "Whether everything is paused."
    case .frozen: "Whether the music stands."
    case .clock:
      "The frame, loop, bar and beat (0 without a tempo), and the part of the loop that has passed."
    case .state: "What the stem does."
    case .next: "The state that is pending, or an empty text, and the frame on which it begins; -1 for none."
    case .gain: "The gain in decibels."
    case .pan: "The stereo position, from -1 (left) to 1 (right)."
    case .solo: "Whether only the soloed stems are heard."
    case .open: "Whether the door of the stem is open."
    case .meter: "The peak in dBFS; -120 for silence."
    }
  }
}
