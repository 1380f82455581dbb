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
  /// Of the server, percent; nil when it does not tell.
  public var load: Double?
  /// Since canon was started.
  public var xruns: Int
  /// The ports that the master goes to; empty: nobody hears it.
  public var connections: [String]
  /// On what canon has started this server by itself; nil for a server that was there.
  public var ownBackend: String?

  public init(
    name: String, implementation: String, client: String, sampleRate: Int, period: Int, load: Double?,
    xruns: Int, connections: [String], ownBackend: String?
  ) {
    (self.name, self.implementation, self.client) = (name, implementation, client)
    (self.sampleRate, self.period, self.load, self.xruns) = (sampleRate, period, load, xruns)
    (self.connections, self.ownBackend) = (connections, ownBackend)
  }

  /// As a driver has found it.
  public init(_ info: ServerInfo, load: Double?, xruns: Int) {
    self.init(
      name: info.name, implementation: info.implementation, client: info.clientName,
      sampleRate: Int(info.sampleRate.hertz), period: info.period, load: load, xruns: xruns,
      connections: info.connections, ownBackend: info.ownBackend)
  }
}
