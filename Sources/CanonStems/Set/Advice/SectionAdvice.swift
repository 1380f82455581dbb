import CanonEngine
import CanonFiles

/// Problems of the sections of a set.
package enum SectionAdvice: FileAdvice {
  case bars
  case noTempo
  /// The shortest section, in seconds.
  case tooShort(Double)
  /// An earlier section that has one of these bars, too.
  case overlap(String)
  case then
  /// The number of bars of the loop.
  case outside(bars: Int)
  case noWholeBars(beats: Int, Meter)

  package var code: String? { Self.code("section", self) }

  package var words: Advice {
    switch self {
    case .bars:
      Advice(
        expected: "two bars of the loop, counted from 1, the second after the first",
        remedy: "Write e.g. bars = \"1 .. 5\" for the bars from 1 up to where bar 5 begins.")
    case .noTempo:
      Advice(
        expected: "a set with a tempo to count bars by",
        remedy: "Add e.g. tempo = 80 above all tables, or remove the sections.")
    case .tooShort(let seconds):
      Advice(expected: "at least \(Int(seconds)) second of music", remedy: "Give it more bars.")
    case .overlap(let id):
      Advice(
        found: "bars that the section \"\(id)\" has too", expected: "bars that belong to no other section",
        remedy: "Let one of the two begin where the other ends.")
    case .then:
      Advice(
        expected: "the id of a section of this set",
        remedy: "Write e.g. then = \"chorus\"; its own id lets a section repeat until somebody says go.")
    case .outside(let bars):
      Advice(
        expected: "bars of the loop, which has \(bars == 1 ? "1 bar" : "\(bars) bars")",
        remedy: "Let it end at bar \(bars + 1) at the latest.")
    case .noWholeBars(let beats, let meter):
      Advice(
        expected: "a loop of whole bars (\(beats) beats are none in \(meter))",
        remedy: "Correct the meter or the loop, or remove the sections.")
    }
  }
}
