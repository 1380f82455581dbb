import CanonLiveSupport
import CanonNetwork
import Foundation
import Testing

/// A session manager as one client sees it: it says what nsmd 1.6.1 says.
final class SessionManager {
  private let descriptor: Int32
  /// What `NSM_URL` is.
  let url: String
  private var client: sockaddr_in?
  private(set) var messages: [OSCMessage] = []
  /// The number of messages that the client has sent.
  var count: Int {
    get throws {
      try read()
      return messages.count
    }
  }

  init() throws {
    let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    self.descriptor = descriptor
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &place) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
        bind(descriptor, place, size) + getsockname(descriptor, place, &size)
      }
    }
    try #require(result == 0)
    url = "osc.udp://localhost:\(UInt16(bigEndian: place.sin_port))/"
  }

  deinit { close(descriptor) }

  private func read() throws {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    var place = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    while true {
      let count = withUnsafeMutablePointer(to: &place) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          recvfrom(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT), $0, &size)
        }
      }
      if count < 0 { return }
      client = place
      messages += try OSCReader.messages(Array(bytes[..<count])).map(\.message)
    }
  }

  /// Waits for a message, from message `start` on.
  @discardableResult
  func wait(
    for address: String, from start: Int = 0, _ condition: (OSCMessage) -> Bool = { _ in true }
  ) throws -> OSCMessage {
    var found: OSCMessage?
    try waitUntil("the client says \(address)") {
      try read()
      found = messages.dropFirst(start).first { $0.address == address && condition($0) }
      return found != nil
    }
    return found!
  }

  func send(_ address: String, _ words: String...) throws {
    let bytes = OSCWriter.packet(OSCMessage(address, words.map { .text($0) }))
    var place = try #require(client)
    let count = withUnsafePointer(to: &place) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        sendto(descriptor, bytes, bytes.count, 0, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    #expect(count == bytes.count)
  }

  /// Waits for the announcement of a client, and has it open a project.
  /// - Returns: The arguments of the announcement.
  @discardableResult
  func admit(to path: String, as client: String) throws -> [OSCValue] {
    let start = try count
    let announced = try wait(for: "/nsm/server/announce", from: start)
    try send(
      "/reply", "/nsm/server/announce", "Howdy, what took you so long?", "New Session Manager",
      ":server-control:broadcast:optional-gui:")
    try send("/nsm/client/open", path, "canon", client)
    return announced.arguments
  }

  /// Has the client do something, and waits for its answer.
  /// - Returns: The text of the answer, or the number of an error.
  func ask(_ address: String, _ words: String...) throws -> OSCValue {
    let start = try count
    switch words.count {
    case 0: try send(address)
    default: try send(address, words[0], words[1], words[2])
    }
    return try answer(to: address, from: start)
  }

  /// Waits for the answer to what the client was to do.
  func answer(to address: String, from start: Int = 0) throws -> OSCValue {
    var found: OSCMessage?
    try waitUntil("the client answers \(address)") {
      try read()
      found = messages.dropFirst(start).first {
        ["/reply", "/error"].contains($0.address) && $0.arguments.first == .text(address)
      }
      return found != nil
    }
    return found!.arguments[1]
  }
}
