import CanonEngine

/// What a driver is to do with its inputs `in_1` and `in_2`. It answers with the number.
public struct InputOrder: Hashable, Sendable {
  public enum Source: Hashable, Sendable {
    /// Nothing: the inputs are there, for others to connect.
    case asConnected
    /// What they are connected to; if that is nothing, the first two physical outputs.
    case usual
    /// A port, or the first two ports of a client, instead of what they are connected to.
    case named(String)
  }

  public let number: Int
  public let source: Source

  public init(number: Int, source: Source) { (self.number, self.source) = (number, source) }
}

/// How an order of inputs was followed.
public struct InputOffer: Sendable {
  public let number: Int
  public let result: Result<Inputs, InputProblem>

  public init(number: Int, _ result: Result<Inputs, InputProblem>) {
    (self.number, self.result) = (number, result)
  }
}

/// The inputs of a driver.
public struct Inputs: Hashable, Sendable {
  /// The names of the ports that they are connected to.
  public let sources: [String]
  /// Frames from what the engine delivers to the answer that comes in: what is heard is late by the latency of the outputs, and what is
  /// played to it comes in late by that of the inputs.
  public let latency: FrameCount

  public init(sources: [String], latency: FrameCount) { (self.sources, self.latency) = (sources, latency) }
}

/// Why inputs are not as they were ordered.
public enum InputProblem: Error, Hashable, Sendable {
  /// The server gives no port of this name.
  case noPort(String)
  /// Nothing has this name; the names of what there is.
  case unknownSource(String, known: [String])
  /// Nothing is connected to the inputs, and the machine has none.
  case noSource
}
