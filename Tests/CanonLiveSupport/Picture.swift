import Foundation

/// The contents of a terminal at one moment.
public struct Picture: Sendable, Equatable {
  public let lines: [String]

  /// - Parameter text: The lines, without trailing spaces.
  public init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  public var text: String { lines.joined(separator: "\n") }

  public func contains(_ text: String) -> Bool { lines.contains { $0.contains(text) } }

  /// The stem shown beside a key, from its row and the row below.
  public func stem(_ key: Character) -> Stem? {
    guard let row = lines.firstIndex(where: { Stem.isRow($0, of: key) }) else { return nil }
    return Stem(row: row, lines[row], lines.indices.contains(row + 1) ? lines[row + 1] : "")
  }

  /// The key beside the selected stem.
  public var selected: Character? {
    lines.lazy.compactMap { line in
      let head = Array(line.prefix(3))
      return head.count == 3 && Stem.marks.contains(head[0]) && head[1] != " " && head[2] == " "
        ? head[1] : nil
    }.first
  }

  /// A stem as shown at 80 columns.
  public struct Stem: Sendable, Equatable {
    /// The row, counted from 0.
    public let row: Int
    /// `stop`, `wait`, `play`, `mute` or `locked`.
    public let state: String
    /// The state that the pending change leads to: `play`, `mute`, `stop`; nil if none is pending.
    public let next: String?
    public let isSolo: Bool
    /// The gain as shown: `-5.3`.
    public let gain: String
    /// The pan as shown: `L 20`.
    public let pan: String

    static let marks: Set<Character> = ["▌", ">"]

    static func isRow(_ line: String, of key: Character) -> Bool {
      let head = Array(line.prefix(4))
      return head.count == 4 && (marks.contains(head[0]) || head[0] == " ") && head[1] == key
        && head[2] == " " && head[3].isLetter
    }

    init(row: Int, _ line: String, _ below: String) {
      self.row = row
      let words = line.split(separator: " ").map(String.init)
      let known = ["stop", "wait", "play", "mute", "paused", "locked"]
      let state = words.firstIndex(where: known.contains)
      self.state = state.map { words[$0] } ?? ""
      let arrow = words.firstIndex { $0 == "→" }
      next = arrow.flatMap { words.indices.contains($0 + 1) ? words[$0 + 1] : nil }
      // The mark of a solo is before that of the state: "…S ► play".
      let before = line.range(of: self.state).map { Array(line[..<$0.lowerBound]) } ?? []
      isSolo = before.count > 4 && before[before.count - 4] == "S"
      gain = words.last ?? ""
      let last = below.split(separator: " ").suffix(2).map(String.init)
      pan = last.last == "C" ? "C" : last.joined(separator: " ")
    }
  }
}
