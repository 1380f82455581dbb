import CanonControl
import CanonNetwork

/// What a message asks for.
enum OSCRequest: Hashable, Sendable {
  /// A line of the vocabulary.
  case line(String)
  /// A button that was let go: nothing happens.
  case released
  case ping
  /// Asks for a key, or gives it back.
  case hello(key: Int32?)
  /// - Parameter interval: Between two pictures, in milliseconds.
  case subscribe(OSCTopic, interval: Int)
  /// nil for all.
  case unsubscribe(OSCTopic?)

  /// In milliseconds.
  static let intervals = 10...10_000
  private static let usualInterval = 100

  /// The addresses that are no words of the vocabulary.
  static let ownNames = ["line", "ping", "hello", "subscribe", "unsubscribe"]

  /// - Throws: Why the message means nothing. Addresses are exact: a pattern could mean more than its sender knows.
  init(_ message: OSCMessage) throws(OSCRefusal) {
    let parts = message.address.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 2, parts[0].isEmpty, parts[1] == "canon" else {
      throw .address(OSCClient.short(message.address))
    }
    switch (parts.count, parts[2]) {
    case (3, "line"): self = .line(try Self.text(message))
    case (3, "ping"): self = .ping
    case (3, "hello"): self = .hello(key: try Self.key(message))
    case (3, "subscribe"): self = try .init(subscription: message)
    case (3, "unsubscribe"): self = .unsubscribe(try message.arguments.isEmpty ? nil : Self.topic(message))
    case (3, let name): self = try OSCLine(name, of: nil, message).request
    case (4, "master"): self = try OSCLine(parts[3], of: "master", message).request
    // A glob may stand where the word has its stems, and nowhere in an address.
    case (5, "stem") where !Self.isPattern(parts[3]):
      self = try OSCLine(parts[4], of: parts[3], message).request
    default: throw .address(OSCClient.short(message.address))
    }
  }

  private static func isPattern(_ id: String) -> Bool {
    id.isEmpty || id.contains { "*?[]{}#,".contains($0) }
  }

  private init(subscription message: OSCMessage) throws(OSCRefusal) {
    let topic = try Self.topic(message)
    guard message.arguments.count > 1 else {
      self = .subscribe(topic, interval: Self.usualInterval)
      return
    }
    guard message.arguments.count == 2, let number = message.arguments[1].number,
      let interval = Int(exactly: number.rounded()), Self.intervals.contains(interval)
    else { throw .interval(message.address) }
    self = .subscribe(topic, interval: interval)
  }

  private static func topic(_ message: OSCMessage) throws(OSCRefusal) -> OSCTopic {
    guard case .text(let word)? = message.arguments.first, let topic = OSCTopic(rawValue: word) else {
      throw .topic(message.address)
    }
    return topic
  }

  private static func text(_ message: OSCMessage) throws(OSCRefusal) -> String {
    guard message.arguments.count == 1, case .text(let line) = message.arguments[0] else {
      throw .lineExpected(message.address)
    }
    return line
  }

  private static func key(_ message: OSCMessage) throws(OSCRefusal) -> Int32? {
    if message.arguments.isEmpty { return nil }
    guard message.arguments.count == 1, case .int(let key) = message.arguments[0] else {
      throw .keyExpected(message.address)
    }
    return key
  }
}
