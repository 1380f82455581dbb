import CanonControl
import CanonEngine
import CanonSession
import CanonTestSupport

/// Who says a line at the desk, and where: somebody at this machine, or a client of the network, each of which is an asker of its own.
struct RandomAskers {
  private var random: SplitMix64
  /// Clients of OSC, two of them behind one address, and a browser; none in half of the cases.
  private let clients: [Asker]

  /// It draws from a generator of its own. The cases of old faults have no clients, so that they stay what they are.
  init(seed: UInt64, _ desk: Desk) {
    random = SplitMix64(seed: seed ^ 0x53)
    let names = random.one(in: 2) ? ["osc 192.168.1.7", "osc 192.168.1.7", "web 192.168.1.8"] : []
    clients = names.map { desk.enter(named: $0) }
  }

  /// - Parameter asker: Who says it if it is said at this machine.
  mutating func next(or asker: Asker) -> (place: Place, asker: Asker) {
    if clients.isEmpty || !random.one(in: 3) { return (.lines, asker) }
    return (.network, random.pick(clients))
  }

  /// The clients leave.
  func leave(_ desk: Desk) async {
    for client in clients { await desk.leave(client) }
  }
}
