import Foundation
import Glibc
import Testing

/// A client of HTTP that sends what it is told to. One thread may send while another one reads.
final class WebClient: @unchecked Sendable {
  private let socket: Int32
  private var unread: [UInt8] = []

  /// In milliseconds. A test waits for what happens; how long that takes on a busy machine says nothing.
  private static let patience: Int32 = 900_000

  struct Answer {
    let status: Int
    let head: String
    let body: String

    /// The header with which a browser sends back the cookie that it was given; nil without one.
    var cookie: String? {
      let given = head.split(separator: "\r\n").first { $0.hasPrefix("Set-Cookie: ") }
      return given.map { "Cookie: \($0.dropFirst("Set-Cookie: ".count).prefix { $0 != ";" })\r\n" }
    }
  }

  init(_ port: Int) throws {
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, size) }
    }
    try #require(status == 0)
  }

  deinit { close(socket) }

  /// - Returns: Whether the other side takes it.
  @discardableResult
  func send(_ text: String) -> Bool {
    Glibc.send(socket, text, text.utf8.count, Int32(MSG_NOSIGNAL)) == text.utf8.count
  }

  /// Whether the other side has closed the connection by then, and everything was read.
  func hasEnded(within milliseconds: Int32 = patience) -> Bool {
    var poll = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    guard Glibc.poll(&poll, 1, milliseconds) > 0 else { return false }
    var byte: UInt8 = 0
    let count = recv(socket, &byte, 1, Int32(MSG_PEEK))
    return count == 0 || count < 0 && errno == ECONNRESET
  }

  /// Reads and drops everything until the other side has closed the connection.
  func waitForEnd() {
    var byte: UInt8 = 0
    while !hasEnded(), recv(socket, &byte, 1, 0) > 0 {}
  }

  func answer() throws -> Answer {
    let head = try text(until: "\r\n\r\n")
    let length = try #require(
      head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
        .flatMap { Int($0.split(separator: ":")[1].trimmingCharacters(in: .whitespaces)) } ?? 0)
    while unread.count < length { try read() }
    defer { unread.removeFirst(length) }
    return Answer(
      status: Int(head.split(separator: " ")[1]) ?? 0, head: head,
      body: String(decoding: unread[..<length], as: UTF8.self))
  }

  /// The data of the next event of this name. (Chunks of the stream are events.)
  func event(_ name: String) throws -> String {
    while true {
      let part = try text(until: "\n\n")
      guard let range = part.range(of: "event: \(name)\ndata: ") else { continue }
      return String(part[range.upperBound...])
    }
  }

  private func text(until end: String) throws -> String {
    let end = Array(end.utf8)
    while true {
      if let place = unread.indices.dropLast(end.count - 1).first(where: {
        Array(unread[$0..<$0 + end.count]) == end
      }) {
        defer { unread.removeFirst(place + end.count) }
        return String(decoding: unread[..<place], as: UTF8.self)
      }
      try read()
    }
  }

  private func read() throws {
    var poll = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    try #require(Glibc.poll(&poll, 1, Self.patience) > 0, "no answer")
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(socket, &buffer, buffer.count, 0)
    try #require(count > 0, "the connection has ended")
    unread += buffer[..<count]
  }
}
