import CanonControl
import CanonFiles
import CanonSession

/// All problems of `midi.toml`.
package enum MIDIAdvice: TranslatedAdvice {
  case ports
  case clock
  case transport
  case lights
  case device
  /// A table of this kind of messages.
  case table(String)
  /// The key of such a table.
  case source(kind: String)
  case action(kind: String)
  /// A command that cannot be run.
  case command(CommandProblem)
  /// `press`, `gain` and `pan` together, or none of them.
  case oneAction
  case release
  case target
  case gainLimit
  case limits(from: Double, to: Double)
  case encoder
  /// A knob needs positions, which only a controller sends.
  case noKnob(kind: String)
  case stems
  case stemNumbers
  /// A number of `[stems]` that has two stems.
  case taken(Int)
  /// The table of a set.
  case ofSets
  /// What is learned is the set's already.
  case ofSet
  /// What is learned has no line of its own to stand on.
  case place

  package var code: String? { Self.code("midi", self) }

  package var words: Advice {
    switch self {
    case .ports:
      Advice(
        expected: "an array of at most 20 patterns of ports",
        remedy: "Write e.g. ports = [\"*nanoKONTROL*\"], or leave the line out for all devices.")
    case .clock:
      Advice(
        expected: "an array of at most 20 patterns of ports",
        remedy: "Write e.g. clock = [\"*Launchpad*\"], or [] for a port that you connect yourself.")
    case .transport:
      Advice(
        expected: "true or false",
        remedy: "Write transport = true if a start, stop or song position that comes in is to move the music."
      )
    case .lights:
      Advice(
        expected: "an array of at most 20 patterns of ports",
        remedy: "Write e.g. lights = [\"*LPMiniMK3 MI*\"], or [] for a port that you connect yourself.")
    case .device:
      Advice(
        expected: TableAdvice.oneOf(LightDevice.allCases.map(\.rawValue)),
        remedy: "For another device whose pads light by notes write device = \"notes\".")
    case .table(let kind):
      Advice(
        expected: "a table of numbers and what they do",
        remedy: "Write [\(kind)], and below it e.g. 36 = \"press violin-a\".")
    case .source(let kind):
      Advice(
        expected: "a \(kind)'s number from 0 to 127, with a channel before it if wanted",
        remedy: "Write e.g. 36, or \"10:36\" for channel 10.")
    case .action(let kind):
      Advice(
        expected: "a command in double quotes, or a table",
        remedy: kind == "control"
          ? "Write e.g. \"press violin-a\", { press = \"start violin-a\", release = \"stop violin-a\" } or { gain = \"master\" }."
          : "Write e.g. \"press violin-a\", or { press = \"start violin-a\", release = \"stop violin-a\" }.")
    case .command(let problem):
      Advice(expected: "a command that can be run", remedy: problem.text(.english))
    case .oneAction:
      Advice(
        expected: "one of \"press\", \"gain\" and \"pan\"",
        remedy: "Keep one of them: a message does one thing.")
    case .release:
      Advice(
        expected: "\"press\" beside \"release\"", remedy: "Write what happens when it is pressed, too.")
    case .target:
      Advice(expected: "a stem's id or \"master\"", remedy: "Write e.g. gain = \"master\".")
    case .gainLimit:
      Advice(expected: "decibels from -120 to 24", remedy: "Write e.g. from = -60 and to = 6.")
    case .limits(let from, let to):
      Advice(
        found: "from = \(from), to = \(to)", expected: "from below to", remedy: "Exchange the two numbers.")
    case .encoder:
      Advice(
        expected: TableAdvice.oneOf(MIDIFader.Encoding.allCases.map(\.rawValue)),
        remedy: "Leave the line out for a knob with a position; the encoder's manual names its format.")
    case .noKnob(let kind):
      Advice(
        expected: "\"press\" in [\(kind)]",
        remedy: "Only a controller has positions: move the line to [control].")
    case .stems:
      Advice(
        expected: "a table with \"notes\", \"controls\" and \"gains\"",
        remedy: "Write [stems], and below it e.g. notes = [36, 37, 38, 39].")
    case .stemNumbers:
      Advice(
        expected: "an array of numbers from 0 to 127, one for each stem in the order of the set",
        remedy: "Write e.g. [36, 37, 38, 39].")
    case .taken(let number):
      Advice(
        found: "\(number) twice", expected: "a number that does one thing",
        remedy: "Take another number for one of the two.")
    case .ofSets:
      Advice(
        expected: "a table with the content of midi.toml",
        remedy: "Write [midi], and below it e.g. [midi.note] and 36 = \"press violin-a\".")
    case .ofSet:
      Advice(
        expected: "a pad of which the set says nothing",
        remedy: "Press another one, or change the line in the set's [midi], which comes before midi.toml.")
    case .place:
      Advice(
        expected: "a table with a line for each number",
        remedy: "Write the line yourself, or the file as [note] with lines such as 36 = \"press violin-a\".")
    }
  }
}
