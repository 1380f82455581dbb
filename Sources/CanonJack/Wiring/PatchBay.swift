import CJack
import CanonSession
import Glibc

/// The methods of a client that wiring uses. They block, so they run on ``ServerThread``.
protocol PatchBay {
  /// The ids of the outputs, in the order in which people read them.
  var ids: [String] { get }
  /// The same with those whose ports are still to be registered.
  var plannedIDs: [String] { get }
  /// The names of other clients' audio input ports, in the server's order.
  func inputs(physical: Bool) -> [String]
  func isConnected(_ wire: Wire) -> Bool
  /// Connects one of canon's ports.
  /// - Returns: Whether it is connected now.
  func connect(_ wire: Wire) -> Bool
  func disconnect(_ wire: Wire)
  /// What has happened to ports since the last call; nil if some of that is not known.
  func news() -> [PortNews]?
}

extension PatchBay {
  var plannedIDs: [String] { ids }
}

/// One of canon's ports, and an input of another client that it is, or is to be, connected to.
typealias Wire = Patch.Wish

/// What has happened to ports.
enum PortNews: Equatable {
  /// The numbers of the two ports of a connection.
  struct Ends: Hashable {
    let output, input: UInt32
  }

  case connected(Wire, Ends)
  /// Cut by somebody; or the port at one end has gone, which is told as well.
  case disconnected(Wire?, Ends)
  case gone(UInt32)

  /// What events tell whose ports have no names any more. Connections that are new are not known without those; one that was cut and made
  /// again is as it was.
  static func last(_ events: [PortEvents.Event]) -> [PortNews] {
    var news: [PortNews] = []
    for event in events {
      let ends = Ends(output: event.port, input: event.input)
      switch event.kind {
      case .gone: news.append(.gone(event.port))
      case .connected: news.removeAll { $0 == .disconnected(nil, ends) }
      case .disconnected: news.append(.disconnected(nil, ends))
      }
    }
    return news
  }
}

extension JackClient: PatchBay {
  var ids: [String] { outputsInOrder.map(\.id) }

  func isConnected(_ wire: Wire) -> Bool {
    port(of: wire).map { jack_port_connected_to($0, wire.input) != 0 } ?? false
  }

  func connect(_ wire: Wire) -> Bool {
    guard let port = port(of: wire) else { return false }
    let result = jack_connect(pointer, jack_port_name(port), wire.input)
    return result == 0 || result == EEXIST
  }

  func disconnect(_ wire: Wire) {
    if let port = port(of: wire) { jack_disconnect(pointer, jack_port_name(port), wire.input) }
  }

  func news() -> [PortNews]? {
    watch.pointee.events.drain()?.compactMap { event in
      let ends = PortNews.Ends(output: event.port, input: event.input)
      switch event.kind {
      case .gone: return .gone(event.port)
      case .connected: return wire(ends).map { .connected($0, ends) }
      case .disconnected: return .disconnected(wire(ends), ends)
      }
    }
  }

  /// What was told of ports since ``news()``, by their numbers alone, because a server that is lost does not tell their names.
  func lastNews() -> [PortNews] { PortNews.last(watch.pointee.events.drain() ?? []) }

  /// A connection of canon by the numbers of its ports; nil for those of others.
  private func wire(_ ends: PortNews.Ends) -> Wire? {
    guard let output = portName(ends.output), let input = portName(ends.input), output.hasPrefix(name + ":")
    else {
      return nil
    }
    let port = output.dropFirst(name.utf8.count + 1)
    for side in Wire.Side.allCases where port.hasSuffix("_\(side.rawValue + 1)") {
      return Wire(String(port.dropLast(2)), side, input)
    }
    return nil
  }

  /// The name of a port by the server's number of it; nil if it has gone.
  func portName(_ number: UInt32) -> String? {
    guard let port = jack_port_by_id(pointer, number), let name = jack_port_name(port) else { return nil }
    return String(cString: name)
  }

  private func port(of wire: Wire) -> OpaquePointer? {
    pair(of: wire.id).flatMap { watch.pointee.port(2 * $0 + wire.side.rawValue) }
  }
}
