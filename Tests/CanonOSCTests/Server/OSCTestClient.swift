import CanonLiveSupport
import CanonNetwork
import Foundation
import Glibc
import NIOCore

@testable import CanonOSC

/// A client that blocks. Use it on a thread of its own.
final class OSCTestClient {
  /// How its packets come.
  enum Way: Hashable, CaseIterable {
    case datagrams
    case stream(OSCFraming)

    static let allCases: [Self] = [.datagrams, .stream(.length), .stream(.slip)]
  }

  private let descriptor: Int32
  private let way: Way
  private var arrived: [OSCMessage] = []

  /// How long a test waits for what must come, in seconds: the tests share two threads with thousands of others.
  private static let patience = 900

  /// - Parameter isStream: Over TCP, not UDP.
  convenience init(port: Int, isStream: Bool) throws {
    try self.init(port: port, isStream ? .stream(.length) : .datagrams)
  }

  /// - Parameter host: An address of IPv4.
  init(_ host: String = "127.0.0.1", port: Int, _ way: Way) throws {
    let kind = way == .datagrams ? SOCK_DGRAM : SOCK_STREAM
    descriptor = socket(AF_INET, Int32(kind.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    self.way = way
    limitWaiting(seconds: Self.patience)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    inet_pton(AF_INET, host, &address.sin_addr)
    let isConnected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else { throw TimedOut(description: "nobody listens at port \(port)") }
  }

  deinit { close(descriptor) }

  func send(_ address: String, _ arguments: OSCValue...) {
    send(OSCWriter.packet(OSCMessage(address, arguments)))
  }

  func send(_ packet: [UInt8]) {
    switch way {
    case .datagrams: sendBytes(packet)
    case .stream(let framing): sendBytes(Array(framing.frame(packet).readableBytesView))
    }
  }

  func sendBytes(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Whether a ping is answered, which is sent again as long as it is not: datagrams get lost.
  func isAnswered() -> Bool {
    limitWaiting(seconds: 1)
    defer { limitWaiting(seconds: Self.patience) }
    for _ in 0..<Self.patience {
      send("/canon/ping")
      if next()?.address == "/canon/pong" { return true }
      // A port on which nobody listens refuses at once.
      Thread.sleep(forTimeInterval: 0.01)
    }
    return false
  }

  private func limitWaiting(seconds: Int) {
    var limit = timeval(tv_sec: seconds, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  /// The next message.
  /// - Returns: nil when the connection has ended.
  func next() -> OSCMessage? {
    while arrived.isEmpty {
      guard let packet = packet(), let messages = try? OSCReader.messages(packet) else { return nil }
      arrived = messages.map(\.message)
    }
    return arrived.removeFirst()
  }

  /// Reads until a message has this address.
  func next(_ address: String) -> OSCMessage? {
    while let message = next() { if message.address == address { return message } }
    return nil
  }

  /// Everything that comes until the connection ends.
  func rest() -> String {
    var bytes: [UInt8] = []
    while let part = receive(70_000, isWhole: false) { bytes += part }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func packet() -> [UInt8]? {
    switch way {
    case .datagrams: return receive(70_000, isWhole: false)
    case .stream(.length):
      guard let head = receive(4, isWhole: true) else { return nil }
      return receive(Int(head.reduce(0) { $0 << 8 | UInt32($1) }), isWhole: true)
    case .stream(.slip):
      var bytes: [UInt8] = []
      while let byte = receive(1, isWhole: true) {
        if byte != [OSCFraming.end] { bytes += byte } else if !bytes.isEmpty { return bytes }
      }
      return nil
    }
  }

  private func receive(_ most: Int, isWhole: Bool) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: most)
    let count = recv(descriptor, &bytes, most, isWhole ? Int32(MSG_WAITALL) : 0)
    return count > 0 && (!isWhole || count == most) ? Array(bytes.prefix(count)) : nil
  }
}
