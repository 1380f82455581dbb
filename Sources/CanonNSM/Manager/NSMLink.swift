import CanonFiles
import CanonNetwork
import Glibc
import NIOCore
import NIOPosix

/// The socket between canon and its session manager. It is bound to this machine alone, and only what comes from the manager's port is read.
/// The manager knows canon by this socket: it lasts as long as canon is in the session, also when canon starts again in its process.
final class NSMLink: Sendable {
  enum News: Sendable {
    case request(NSMRequest)
    /// The time for something is over.
    case late(Awaited)
  }

  /// What canon waits for.
  enum Awaited: Sendable {
    case welcome
    case project
  }

  /// What the manager says. One task at a time reads it.
  let news: AsyncStream<News>
  /// Stays open when the channel, which has a descriptor of its own, is closed.
  let descriptor: Int32
  private let giver: AsyncStream<News>.Continuation
  private let channel: any Channel
  private let manager: SocketAddress

  /// Requests that wait; a manager sends one, and waits for the answer.
  private static let mostNews = 256

  /// - Parameters:
  ///   - url: The manager's address.
  ///   - inherited: The descriptor of a link of the program that this one has replaced; nil for a new link. It is closed if this throws.
  static func open(to url: String, inherited: Int32?) async throws(NSMProblem) -> NSMLink {
    // What is to be closed if there will be no link.
    var unused = inherited
    defer { if let unused { Glibc.close(unused) } }
    guard let address = NSMAddress(url) else { throw .address(url) }
    do {
      let manager = try resolve(address)
      let descriptor = try inherited ?? bound()
      unused = descriptor
      // NIO closes the descriptor that it is given, also if it fails with it.
      let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
      guard own >= 0 else { throw IOError(errnoCode: errno, reason: "dup") }
      let (news, giver) = AsyncStream.makeStream(of: News.self, bufferingPolicy: .bufferingOldest(mostNews))
      let channel = try await DatagramBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .channelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(NSMHandler(giver, port: manager.port))
          }
        }
        .withBoundSocket(own).get()
      unused = nil
      return NSMLink(news, giver, descriptor, channel, manager)
    } catch {
      throw .unreachable(url, (error as? IOError)?.errnoCode ?? 0)
    }
  }

  private init(
    _ news: AsyncStream<News>, _ giver: AsyncStream<News>.Continuation, _ descriptor: Int32,
    _ channel: any Channel, _ manager: SocketAddress
  ) {
    (self.news, self.giver, self.descriptor) = (news, giver, descriptor)
    (self.channel, self.manager) = (channel, manager)
  }

  /// The name is this machine's own, as a rule, which has an address of IPv4 in any case.
  private static func resolve(_ address: NSMAddress) throws -> SocketAddress {
    var hints = addrinfo()
    hints.ai_family = AF_INET
    hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(address.host, nil, &hints, &found) == 0, let found else { throw UnknownHost() }
    defer { freeaddrinfo(found) }
    guard let place = found.pointee.ai_addr else { throw UnknownHost() }
    var ip = place.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { $0.pointee }
    ip.sin_port = address.port.bigEndian
    return SocketAddress(ip)
  }

  private struct UnknownHost: Error {}

  /// A socket of this machine alone, at a port that is free.
  private static func bound() throws -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw IOError(errnoCode: errno, reason: "socket") }
    var place = sockaddr_in.thisMachine
    let result = withUnsafePointer(to: &place) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else {
      let error = IOError(errnoCode: errno, reason: "bind")
      Glibc.close(descriptor)
      throw error
    }
    return descriptor
  }

  func send(_ message: OSCMessage) { channel.writeAndFlush(envelope(message), promise: nil) }

  private func envelope(_ message: OSCMessage) -> AddressedEnvelope<ByteBuffer> {
    AddressedEnvelope(
      remoteAddress: manager, data: channel.allocator.buffer(bytes: OSCWriter.packet(message)))
  }

  /// Reads nothing more: what comes stays in the socket, for the program that replaces this one.
  func stop() async { try? await channel.close() }

  /// Ends the link: what a manager sends reaches nobody, and it learns that.
  func close() async {
    await stop()
    Glibc.close(descriptor)
  }

  func answer(_ address: String, _ text: String) {
    send(OSCMessage("/reply", .text(address), .text(text)))
  }

  func refuse(_ address: String, _ refusal: NSMRefusal, _ language: Language) {
    send(Self.error(address, refusal, language))
  }

  /// The same before canon ends: returns once it is sent.
  func refuseAtLast(_ address: String, _ refusal: NSMRefusal, _ language: Language) async {
    try? await channel.writeAndFlush(envelope(Self.error(address, refusal, language)))
  }

  private static func error(_ address: String, _ refusal: NSMRefusal, _ language: Language) -> OSCMessage {
    OSCMessage("/error", .text(address), .int(refusal.code), .text(refusal.text(language)))
  }

  /// Puts the end of the time among the news, because a task that is cancelled while it waits for them would end them.
  func wait(for awaited: Awaited, _ time: Duration) {
    Task { [giver] in
      try? await Task.sleep(for: time)
      giver.yield(.late(awaited))
    }
  }
}

/// Passes on what the manager sends.
private final class NSMHandler: ChannelInboundHandler {
  typealias InboundIn = AddressedEnvelope<ByteBuffer>

  private let giver: AsyncStream<NSMLink.News>.Continuation
  private let port: Int?

  init(_ giver: AsyncStream<NSMLink.News>.Continuation, port: Int?) {
    (self.giver, self.port) = (giver, port)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let envelope = unwrapInboundIn(data)
    guard envelope.remoteAddress.port == port,
      let messages = try? OSCReader.messages(Array(envelope.data.readableBytesView))
    else { return }
    for request in messages.compactMap({ NSMRequest($0.message) }) { giver.yield(.request(request)) }
  }

  /// What is sent to a manager that has ended comes back as an error, which ends nothing.
  func errorCaught(context: ChannelHandlerContext, error: any Error) {}
}
