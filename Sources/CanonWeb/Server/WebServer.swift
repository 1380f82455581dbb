import CanonControl
import CanonEngine
import CanonNetwork
import CanonSession
import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix

/// The surface for browsers (Documentation/Web.md): one page, with which people play canon and see what it does.
public final class WebServer: Surface {
  private let access: WebAccess
  let sight: WebSight
  private let connections: ConnectionList
  private let listener: any Channel
  /// Where it listens, with the port that it was given.
  public let place: NetworkPlace

  /// The port that is used if none is given.
  public static let usualPort = 8321

  /// How long a browser may be silent, or send one request.
  static let patience = TimeAmount.seconds(20)

  /// Listens in a place.
  /// - Parameters:
  ///   - pairs: Whether this machine's browsers have to be paired, as those of others always have.
  ///   - folder: Where paired browsers are kept; nil to forget them at the end.
  /// - Throws: The reason why canon cannot listen there.
  public static func open(
    _ desk: Desk, at place: NetworkPlace, pairs: Bool = false, keptIn folder: String? = nil
  ) async throws(NetworkProblem) -> WebServer {
    try await open(desk, at: place, pairs: pairs, keptIn: folder, patience: patience)
  }

  static func open(
    _ desk: Desk, at place: NetworkPlace, pairs: Bool, keptIn folder: String?, patience: TimeAmount
  ) async throws(NetworkProblem) -> WebServer {
    let group = MultiThreadedEventLoopGroup.singleton
    let loop = group.any()
    let (sight, rate, strangers) = (WebSight(desk, on: loop), LineRate(), StrangerRate())
    // Browsers for which there is no name any more have this one, and not that of people at canon itself.
    _ = Asker.named(WebGuest.kind)
    let connections = ConnectionList(most: 64, mostOfOthers: 56, mostOfOne: 16)
    // It has to know the port. Who comes before that waits.
    let access = loop.makePromise(of: WebAccess.self)
    do {
      let listener = try await ServerBootstrap(group: group)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        // A phone that has left the network takes no seat for longer (tcp(7)).
        .childChannelOption(.tcpOption(.init(rawValue: TCP_USER_TIMEOUT)), value: 30_000)
        .childChannelOption(.writeBufferWaterMark, value: .init(low: 32 << 10, high: 256 << 10))
        .childChannelInitializer { channel in
          access.futureResult.hop(to: channel.eventLoop).flatMapThrowing { access in
            guard connections.add(channel) else { return channel.close(promise: nil) }
            let pipeline = channel.pipeline.syncOperations
            try pipeline.configureHTTPServerPipeline(withErrorHandling: true)
            try pipeline.addHandler(
              WebHandler(desk, access, sight, rate, strangers, patience: patience))
          }
        }
        .bind(host: place.host, port: place.port).get()
      let place = place.with(port: listener.localAddress?.port)
      let told = WebAccess(place, pairs: pairs, folder: folder) { note in Task { await desk.note(note) } }
      access.succeed(told)
      return WebServer(told, sight, connections, listener, place)
    } catch {
      access.fail(error)
      throw NetworkProblem("--web-address", place, error)
    }
  }

  private init(
    _ access: WebAccess, _ sight: WebSight, _ connections: ConnectionList, _ listener: any Channel,
    _ place: NetworkPlace
  ) {
    (self.access, self.sight, self.connections) = (access, sight, connections)
    (self.listener, self.place) = (listener, place)
  }

  /// Whether browsers have to be paired.
  public var pairs: Bool { access.pairs }

  /// What people should know at the start: where the page is, and what was wrong with the file of paired browsers.
  public var notes: [Note] {
    [.web(place.reachable.description, code: pairs ? invitation(to: .play).code : nil)]
      + (access.problem.map { [.pairings($0)] } ?? [])
  }

  // MARK: - Surface

  /// Serves browsers until the task is cancelled.
  public func listen() async {
    await withTaskCancellationHandler {
      try? await listener.closeFuture.get()
    } onCancel: {
      listener.close(promise: nil)
    }
  }

  /// Tells the pages that canon has ended, and closes everything.
  public func flush() async {
    sight.end()
    connections.closeAll()
    _ = await access.settle()
    try? await listener.close()
  }
}

extension WebServer: BrowserPairing {
  public func invitation(to role: PairedBrowser.Role) -> PairingInvitation { access.invitation(to: role) }

  public var browsers: [PairedBrowser] { access.browsers }

  public func unpair(_ number: Int) async -> PairedBrowser? {
    guard let browser = access.unpair(number) else { return nil }
    sight.dismiss(number)
    return browser
  }
}
