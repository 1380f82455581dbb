import CanonFiles

/// Why canon cannot listen for OSC.
public struct OSCProblem: Error, Translated, Hashable, Sendable {
  let place: OSCPlace
  let reason: String

  /// In English.
  package var message: String {
    "--osc \(place): cannot listen there: \(reason). Give another port, or end the program that has this one."
  }
}
