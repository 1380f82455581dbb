import CanonEngine
import CanonJack

/// The server that `canon play` would find, and what could be heard of it.
package struct ServerCheck: Sendable {
  /// The answer of a running server.
  package var answer: Result<ServerFacts, JackProblem>
  package var isPipeWireRunning: Bool
  package var hasPipeWireJack: Bool
  /// What PipeWire is like; nil if it was not asked, or did not tell.
  package var pipeWire: ServerFacts?
  package var hasJackd: Bool
  package var request: ServerRequest
  package var cards: SoundCards
  package var registry: ServerRegistry?

  package init(
    answer: Result<ServerFacts, JackProblem>, isPipeWireRunning: Bool = false, hasPipeWireJack: Bool = false,
    pipeWire: ServerFacts? = nil, hasJackd: Bool = true, request: ServerRequest = ServerRequest(),
    cards: SoundCards = SoundCards(cards: "", devices: ""), registry: ServerRegistry? = nil
  ) {
    (self.answer, self.isPipeWireRunning, self.hasPipeWireJack) = (answer, isPipeWireRunning, hasPipeWireJack)
    (self.pipeWire, self.hasJackd, self.request) = (pipeWire, hasJackd, request)
    (self.cards, self.registry) = (cards, registry)
  }

  /// The server that runs, and to which canon would play; nil for none.
  private var running: ServerFacts? { (try? answer.get()) ?? pipeWire }

  /// The rate at which canon would play; nil if canon does not support it.
  var sampleRate: SampleRate? {
    SampleRate(hertz: running?.sampleRate ?? request.rate ?? ServerRequest.usualRate)
  }

  /// How the self-test's server is to run: as requested, else in the period of the server that runs.
  package var selfTestRequest: ServerRequest {
    var request = request
    request.period = request.period ?? running?.period
    return request
  }

  package var findings: [Finding] { serverFindings + cardFindings + registryFindings }

  private var serverFindings: [Finding] {
    switch answer {
    case .success(let facts): return [.server(facts)] + hearing(facts)
    case .failure(.noServer) where request.server == nil:
      if isPipeWireRunning {
        guard hasPipeWireJack else { return [.serverProblem(.noPipeWireJack)] }
        return [.pipeWire(pipeWire)] + (pipeWire.map(hearing) ?? [])
      }
      guard request.mayStart else { return [.serverProblem(.noServer(name: nil))] }
      guard hasJackd else { return [.serverProblem(.noJackd)] }
      return [.privateServer(taken)]
    case .failure(let problem): return [.serverProblem(problem)]
    }
  }

  private func hearing(_ facts: ServerFacts) -> [Finding] {
    let connection: [Finding] = facts.isMasterConnected == false ? [.notConnected] : []
    return [facts.outputs.isEmpty ? .noOutputs : .outputs(facts.outputs)] + connection
  }

  private var taken: SoundDevice? { request.device.map(cards.device) ?? cards.usual }

  private var cardFindings: [Finding] {
    if let device = request.device, taken == nil {
      return [.serverProblem(.noDevice(device, known: cards.devices))]
    }
    return [cards.devices.isEmpty ? .noCards : .cards(cards.devices, taken: taken)]
  }

  private var registryFindings: [Finding] {
    guard let registry else { return [] }
    guard registry.hasNoRoom(for: PrivateServer.name) else { return [.registry(registry.servers.count)] }
    return [registry.hasLiving ? .registryFull(registry) : .registryOfDead(registry)]
  }
}
