import CanonFiles
import Glibc
import NIOCore

/// Why canon cannot listen for OSC.
public struct OSCProblem: Error, Translated, Hashable, Sendable {
  let place: OSCPlace
  /// The number of a system's error.
  let code: Int32

  init(_ place: OSCPlace, _ error: any Error) {
    (self.place, code) = (place, (error as? IOError)?.errnoCode ?? EIO)
  }

  /// In English.
  package var message: String {
    "--osc \(place): cannot listen there: \(String(cString: strerror(code))). Give a free port above 1023, and an address of this machine."
  }
}
