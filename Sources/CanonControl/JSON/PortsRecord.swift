import CanonSession

/// The answer to `ports` as one JSON object on one line. Keys that do not apply are omitted.
package struct PortsRecord: Encodable {
  struct Output: Encodable {
    var output: String
    /// The left one first.
    var ports: [Port]
  }

  struct Port: Encodable {
    var port: String
    var connections: [Connection]
    /// The inputs that people have cut it from.
    var cut: [String]
  }

  struct Connection: Encodable {
    var input: String
    var origin: String
    /// The rule's target, as it is written.
    var target: String?
  }

  struct Waiting: Encodable {
    var target: String
    var origin: String
    var ports: [String]
  }

  struct Omission: Encodable {
    var output: String
    var target: String
  }

  let event = "ports"
  /// The set's title.
  var title: String
  /// Whether there is no server: nothing is connected, and there is no plan.
  var isAway: Bool
  var client: String?
  var outputs: [Output] = []
  var waiting: [Waiting] = []
  /// The connections as a table of `patch.toml`.
  var plan: String?
  /// What is waited for and has no place in the plan.
  var omitted: [Omission]?

  /// - Parameter map: nil without a server.
  package init(_ map: PortMap?, title: String) {
    (self.title, isAway, client) = (title, map == nil, map?.client)
    guard let map else { return }
    let ports = map.ports
    outputs = stride(from: 0, to: ports.count, by: 2).map { place in
      Output(output: ports[place].id, ports: ports[place...place + 1].map { Port($0, of: map.client) })
    }
    waiting = map.waiting.map { waiting in
      Waiting(
        target: waiting.target, origin: waiting.origin.word,
        ports: waiting.ports.map { "\(map.client):\($0)" })
    }
    let plan = PortPlan(map, title: title)
    self.plan = plan.text
    omitted = plan.omitted.isEmpty ? nil : plan.omitted.map { Omission(output: $0.id, target: $0.target) }
  }

  /// The object's text, keys in alphabetical order.
  package var json: String { JSONText.text(self) }
}

extension PortsRecord.Port {
  fileprivate init(_ port: PortMap.Port, of client: String) {
    self.init(
      port: "\(client):\(port.name)",
      connections: port.connections.map {
        PortsRecord.Connection(input: $0.input, origin: $0.origin.word, target: $0.origin.target)
      }, cut: port.cut)
  }
}

extension PortMap.Origin {
  /// A stable word: `option`, `file`, `set`, `default` or `person`.
  fileprivate var word: String {
    switch self {
    case .rule(let source, _): source.rawValue
    case .person: "person"
    }
  }

  fileprivate var target: String? {
    switch self {
    case .rule(_, let target): target.description
    case .person: nil
    }
  }
}
