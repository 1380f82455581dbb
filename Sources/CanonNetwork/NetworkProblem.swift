import CanonFiles
import Glibc
import NIOCore

/// Why canon cannot listen at a place.
public struct NetworkProblem: Error, Translated, Hashable, Sendable {
  /// The option that names the place.
  let option: String
  let place: NetworkPlace
  /// The number of a system's error.
  let code: Int32

  package init(_ option: String, _ place: NetworkPlace, _ error: any Error) {
    (self.option, self.place, code) = (option, place, (error as? IOError)?.errnoCode ?? EIO)
  }

  /// In English.
  package var message: String {
    "\(option) \(place): cannot listen there: \(String(cString: strerror(code))). Give a free port above 1023, and an address of this machine."
  }
}
