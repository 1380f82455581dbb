import CanonSession

/// The JACK server as the screen shows it.
public struct ServerView: Sendable {
  public var name: String
  /// "JACK 1.9.21", "PipeWire 0.3.65".
  public var implementation: String
  public var client: String
  /// Hertz.
  public var sampleRate: Int
  /// Frames.
  public var period: Int
  /// The server's load in percent; nil if unknown.
  public var load: Double?
  /// Since canon was started.
  public var xruns: Int
  /// The ports connected to the master; empty: it is inaudible.
  public var connections: [String]
  /// The backend of a server that canon started; nil for any other server.
  public var ownBackend: String?

  public init(
    name: String, implementation: String, client: String, sampleRate: Int, period: Int, load: Double?,
    xruns: Int, connections: [String], ownBackend: String?
  ) {
    (self.name, self.implementation, self.client) = (name, implementation, client)
    (self.sampleRate, self.period, self.load, self.xruns) = (sampleRate, period, load, xruns)
    (self.connections, self.ownBackend) = (connections, ownBackend)
  }

  /// The server as a driver reports it.
  public init(_ info: ServerInfo, load: Double?, xruns: Int) {
    self.init(
      name: info.name, implementation: info.implementation, client: info.clientName,
      sampleRate: Int(info.sampleRate.hertz), period: info.period, load: load, xruns: xruns,
      connections: info.connections, ownBackend: info.ownBackend)
  }
}
