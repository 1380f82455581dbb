import CanonEngine
import CanonSession

/// What a client tells of its server and its connections.
extension JackClient {
  /// Reads the server's health, and where the music is, on the server's thread.
  /// - Returns: Receives both when that is done.
  func lookAtHealth(_ clock: EngineClock) -> Answer<(health: ServerHealth, place: ClockPlace?)> {
    let answer = Answer<(health: ServerHealth, place: ClockPlace?)>()
    ServerThread.detach {
      let health = ServerHealth(
        load: self.load, period: self.period, connections: self.masterConnections)
      answer.give((health, self.place(near: clock.position)))
    }
    return answer
  }

  /// The ports to which the master is connected.
  var masterConnections: [String] { connections(of: 0) + connections(of: 1) }
}

extension ServerInfo {
  /// Calls libjack.
  /// - Parameter map: What goes where. jackd shows a new connection from its next cycle on, so its own list may lack some yet.
  init(_ client: JackClient, _ rate: SampleRate, of server: ServerSearch.Found?, _ map: PortMap?) {
    self.init(
      name: server?.server ?? "default", implementation: JackClient.implementation, clientName: client.name,
      sampleRate: rate, period: client.period, connections: map?.masterInputs ?? [],
      ownBackend: server?.ownBackend)
  }
}
