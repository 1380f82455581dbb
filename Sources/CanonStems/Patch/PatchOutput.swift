/// Which of canon's outputs a line of a patch is about: an id, a pattern of ids, or one channel of either.
///
/// `master` is the master, `cue` the cue bus; a pattern means stems and the set's buses alone. `violin-a_1` is the left port of `violin-a`, `violin-a_2` the
/// right one.
public struct PatchOutput: Hashable, Sendable, CustomStringConvertible {
  /// One channel of an output.
  public enum Side: Int, CaseIterable, Sendable { case left, right }

  private enum Name: Hashable {
    case id(String)
    case pattern(NamePattern)
  }

  private let name: Name
  /// nil for both.
  public let side: Side?
  public let description: String

  /// - Returns: nil if the text has a character that neither an id nor a pattern has.
  public init?(_ text: String) {
    side = text.hasSuffix("_1") ? .left : text.hasSuffix("_2") ? .right : nil
    let name = side == nil ? text : String(text.dropLast(2))
    guard !name.isEmpty, name.utf8.count <= 2 * StemSpec.longestID else { return nil }
    if name.utf8.allSatisfy(IDReader.isSign) {
      self.name = .id(name)
    } else if name.utf8.allSatisfy({ IDReader.isSign($0) || "*?[]".utf8.contains($0) }),
      let pattern = NamePattern(glob: name)
    {
      self.name = .pattern(pattern)
    } else {
      return nil
    }
    description = text
  }

  public var isPattern: Bool { if case .pattern = name { true } else { false } }

  /// - Parameter id: The id of a stem or a bus, `master`, or `cue`.
  public func matches(_ id: String) -> Bool {
    switch name {
    case .id(let name): id == name
    case .pattern(let pattern): id != Self.master && id != StemSet.cue && pattern.matches(id)
    }
  }

  /// The master in patches and the names of ports.
  public static let master = "master"
}
