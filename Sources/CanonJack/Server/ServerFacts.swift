import CJack
import CanonFiles

/// How a running server is set up, and what can be heard of it.
public struct ServerFacts: Codable, Hashable, Sendable {
  /// nil for JACK's default server.
  public var name: String?
  /// "JACK 1.9.21", "PipeWire 0.3.65".
  public var implementation: String
  /// In hertz.
  public var sampleRate: Int
  /// In frames.
  public var period: Int
  /// Whether its clients' callbacks have real-time priority.
  public var isRealtime: Bool
  /// The used share of a cycle's time, in per cent.
  public var load: Double
  /// The names of the physical outputs.
  public var outputs: [String]
  /// From the first physical output's port to what is heard, in frames, as the server tells; 0 without one.
  public var latency: Int
  /// Whether the masters of all canons that play here are connected; nil if none plays.
  public var isMasterConnected: Bool?

  public init(
    name: String? = nil, implementation: String, sampleRate: Int, period: Int, isRealtime: Bool,
    load: Double = 0, outputs: [String], latency: Int = 0, isMasterConnected: Bool? = nil
  ) {
    (self.name, self.implementation, self.sampleRate, self.period) = (
      name, implementation, sampleRate, period
    )
    (self.isRealtime, self.load, self.outputs, self.latency) = (isRealtime, load, outputs, latency)
    self.isMasterConnected = isMasterConnected
  }

  /// Asks a server. No server is started.
  /// - Parameter server: nil for JACK's default.
  /// - Throws: The reason why there is no answer.
  public static func read(server: String?) async throws(JackProblem) -> ServerFacts {
    let client = try await JackClient.open(name: "canon-doctor", server: server)
    return await ServerThread.run {
      defer { client.close() }
      let outputs = client.inputs(physical: true).map { CleanText.clean($0) }
      return ServerFacts(
        name: server.map { CleanText.clean($0) }, implementation: JackClient.implementation,
        sampleRate: client.sampleRate, period: client.period,
        isRealtime: jack_is_realtime(client.pointer) != 0,
        load: client.load, outputs: outputs, latency: client.outputLatency,
        isMasterConnected: client.areMastersConnected)
    }
  }
}

extension JackClient {
  /// In frames.
  fileprivate var outputLatency: Int {
    guard let name = inputs(physical: true).first, let port = jack_port_by_name(pointer, name) else {
      return 0
    }
    var range = jack_latency_range_t(min: 0, max: 0)
    jack_port_get_latency_range(port, JackPlaybackLatency, &range)
    return Int(range.max)
  }

  /// Whether the masters of all canons are connected, whatever their clients are called; nil if there is none. Other clients with
  /// outputs `master_1` and `master_2` count as canons.
  fileprivate var areMastersConnected: Bool? {
    let outputs = outputs(endingIn: ":master_1")
    let canons = outputs.map { $0.dropLast(2) }.filter { jack_port_by_name(pointer, "\($0)_2") != nil }
    guard !canons.isEmpty else { return nil }
    return canons.allSatisfy { isConnected("\($0)_1") || isConnected("\($0)_2") }
  }

  /// Whether a port of any client is connected.
  private func isConnected(_ name: String) -> Bool {
    guard let list = jack_port_get_all_connections(pointer, jack_port_by_name(pointer, name)) else {
      return false
    }
    defer { jack_free(list) }
    return list[0] != nil
  }
}
