import Glibc

/// PipeWire's libjack, which takes from the environment what is asked of PipeWire.
extension JackClient {
  /// Whether libjack is PipeWire's.
  static var isPipeWire: Bool { implementation.hasPrefix("PipeWire") }

  /// Opens a client. Blocks, so it runs on ``ServerThread``.
  /// - Parameter period: In frames; nil for what the user's variable says.
  static func openThroughPipeWire(
    name: String, server: String?, period: Int?
  ) throws(JackProblem) -> JackClient {
    // Both are known only before canon sets the variables itself.
    let (latency, properties) = (PipeWireLatency.ofUser, PipeWireProperties.ofUser)
    if properties == nil { setenv(PipeWireProperties.variable, PipeWireProperties.text(for: name), 1) }
    guard let period = period ?? latency?.period else { return try JackClient(name: name, server: server) }
    // The graph's rate is not known, and may be another one than the last time.
    unsetenv(PipeWireLatency.variable)
    let client = try JackClient(name: name, server: server)
    setenv(PipeWireLatency.variable, PipeWireLatency(period: period, rate: client.sampleRate).text, 1)
    client.close()
    return try JackClient(name: name, server: server)
  }
}
