/// Which of canon's outputs a line of a patch is about: an id, a pattern of ids, or one channel of either.
///
/// `master` is the master; a pattern means stems and buses alone. `violin-a_1` is the left port of `violin-a`, `violin-a_2` the
/// right one.
public struct PatchOutput: Hashable, Sendable, CustomStringConvertible {
  /// One channel of an output.
  public enum Side: Int, CaseIterable, Sendable { case left, right }

  /// An id, or a pattern with `*`, `?` and `[…]`.
  let name: String
  /// nil for both.
  public let side: Side?
  public let isPattern: Bool
  public let description: String

  /// - Returns: nil if the text has a character that neither an id nor a pattern has.
  public init?(_ text: String) {
    var name = text[...]
    side = text.hasSuffix("_1") ? .left : text.hasSuffix("_2") ? .right : nil
    if side != nil { name = name.dropLast(2) }
    let isWord = name.utf8.allSatisfy { byte in
      (97...122).contains(byte) || (65...90).contains(byte) || (48...57).contains(byte)
        || "-*?[]".utf8.contains(byte)
    }
    guard isWord, !name.isEmpty, name.utf8.count <= 2 * StemSpec.longestID else { return nil }
    self.name = String(name)
    description = text
    isPattern = name.contains { "*?[]".contains($0) }
    if isPattern, NamePattern(glob: self.name) == nil { return nil }
  }

  /// - Parameter id: The id of a stem or a bus, or `master`.
  public func matches(_ id: String) -> Bool {
    guard isPattern else { return id == name }
    return id != Self.master && NamePattern(glob: name)?.matches(id) == true
  }

  /// The master in patches and the names of ports.
  public static let master = "master"
}
