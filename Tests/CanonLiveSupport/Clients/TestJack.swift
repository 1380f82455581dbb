import CJack

/// libjack's calls that several of the tests' clients make.
enum TestJack {
  /// Opens a client, and never starts a server.
  /// - Parameter kind: What kind of client it is, as the error names it.
  static func open(_ name: String, on server: String, kind: String) throws -> OpaquePointer {
    jack_set_error_function { _ in }
    var status = JackStatus(rawValue: 0)
    guard let client = canon_jack_open(name, server, &status) else {
      throw TimedOut(description: "server \(server) takes no \(kind) client")
    }
    return client
  }

  /// The texts of a list of libjack's, which is freed.
  static func texts(_ list: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> [String] {
    guard let list else { return [] }
    defer { jack_free(list) }
    var texts: [String] = []
    while let text = list[texts.count] { texts.append(String(cString: text)) }
    return texts
  }
}
