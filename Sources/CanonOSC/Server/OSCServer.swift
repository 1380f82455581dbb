import CanonControl
import CanonNetwork
import NIOCore

/// The surface for OSC (Documentation/OSC.md): one port, for datagrams and for connections.
public final class OSCServer: Surface {
  /// The first word of the askers' names.
  static let name = "osc"

  let datagrams: OSCDatagrams
  private let connections: OSCConnections
  private let listener: any Channel
  /// Where it listens, with the port that it was given.
  public let place: NetworkPlace

  /// Listens in a place; nothing is read before ``listen()``.
  /// - Throws: The reason why canon cannot listen there.
  public static func open(
    _ desk: Desk, at place: NetworkPlace, _ settings: OSCSettings
  ) async throws(NetworkProblem) -> OSCServer {
    let (server, connections) = (
      OSCShared(desk, settings, isOpen: !place.isOfThisMachine), OSCConnections()
    )
    var place = place
    do {
      let bound = try await OSCDatagrams.bind(place)
      place = place.with(port: bound.channel.localAddress?.port)
      do {
        let listener = try await connections.listen(server, at: place)
        return OSCServer(OSCDatagrams(server, bound), connections, listener, place)
      } catch {
        try? await bound.channel.close()
        throw error
      }
    } catch {
      throw NetworkProblem("--osc", place, error)
    }
  }

  private init(
    _ datagrams: OSCDatagrams, _ connections: OSCConnections, _ listener: any Channel, _ place: NetworkPlace
  ) {
    (self.datagrams, self.connections, self.listener, self.place) = (datagrams, connections, listener, place)
  }

  // MARK: - Surface

  /// Serves clients until the task is cancelled.
  public func listen() async { await datagrams.serve(at: place) }

  /// Closes everything.
  public func flush() async {
    try? await listener.close()
    connections.closeAll()
    try? await datagrams.channel.close()
  }
}
