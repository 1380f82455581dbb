import CanonFiles
import CanonSession

/// The sentences of `ports`, and what the screen says of it.
public protocol PortWording {
  /// There is no server, so that nothing is connected.
  var noPorts: String { get }
  /// A connection with its reason: `"reverb:in_l" (set)`.
  func connection(_ input: String, _ origin: PortMap.Origin) -> String
  /// Both channels of an output. A list is empty for nothing.
  /// - Parameters:
  ///   - left: As ``connection(_:_:)``.
  ///   - right: The same.
  func connections(left: [String], right: [String]) -> String
  /// The inputs that people have cut the channels from, in quotes.
  func cut(left: [String], right: [String]) -> String
  /// The outputs that are connected to nothing.
  func unconnected(_ ids: [String]) -> String
  /// - Parameters:
  ///   - target: With its reason, as ``connection(_:_:)``.
  ///   - outputs: What is to be connected to it.
  func waitsFor(_ target: String, for outputs: [String]) -> String
  /// The name of a port in quotes, whole.
  func quotePort(_ port: String) -> String
  /// What the screen shows while targets are waited for, in ever shorter wordings; empty for no target.
  func waits(for targets: [String]) -> [String]

  // canon ports --save
  func planWritten(_ path: String) -> String
  /// A target that is waited for is not in the plan.
  func omitted(_ target: String, of output: String) -> String
}

extension PortWording {
  func quotePort(_ port: String) -> String { "\"\(CleanText.clean(port))\"" }
}
