import CanonFiles

/// What a session manager has canon open: its part of a session.
public struct NSMProject: Hashable, Sendable {
  /// canon's folder in the session, an absolute path. It may not exist yet.
  public let path: String
  /// The name of the JACK client: no other client of the session has it, and this one has it again the next time.
  public let client: String

  /// JACK's limit, in bytes.
  static let longestName = 63

  /// - Returns: nil for what is none of these.
  init?(path: String, client: String) {
    guard path.hasPrefix("/"), path.contains(where: { $0 != "/" }), !client.isEmpty,
      client.utf8.count <= Self.longestName, !client.contains(":"),
      !(path + client).unicodeScalars.contains(where: { CleanText.isUnsafe($0) })
    else { return nil }
    (self.path, self.client) = (path, client)
  }
}
