/// The style of a piece of text: its meaning and its emphasis.
public struct TextStyle: Hashable, Sendable {
  public var role: Role
  public var isBold: Bool
  public var isReverse: Bool

  public init(_ role: Role = .normal, isBold: Bool = false, isReverse: Bool = false) {
    (self.role, self.isBold, self.isReverse) = (role, isBold, isReverse)
  }
}

/// One line of the screen, exactly as many cells wide as the screen has columns.
public struct StyledLine: Hashable, Sendable {
  /// Where a style ends.
  public struct Run: Hashable, Sendable {
    public var style: TextStyle
    /// In bytes of UTF-8 from the line's beginning.
    public var end: Int
  }

  /// Without control characters; its width is ``DisplayWidth/width(_:)-(String)``.
  public let text: String
  /// From the beginning to the end of the text. None is empty; no two neighbours look the same.
  public let runs: [Run]

  /// The line piece by piece.
  public var spans: [Span] { Span.all(of: text, runs) }

  /// In terminal cells.
  public var width: Int { DisplayWidth.width(text) }

  /// The line for a terminal without colours: reverse and bold replace colours. The text
  /// stays, because it never needs colour to be understood.
  var withoutColour: StyledLine {
    StyledLine(
      text: text,
      runs: runs.map { run in
        var run = run
        switch run.style.role {
        case .warning, .error, .preview: run.style.isReverse = true
        case .play, .wait, .pending, .playHead: run.style.isBold = true
        default: break
        }
        return run
      })
  }
}

/// A piece of a line that looks the same from its first cell to its last.
public struct Span: Hashable, Sendable {
  public let text: String
  public let style: TextStyle
  public var role: Role { style.role }
  public var isBold: Bool { style.isBold }
  public var isReverse: Bool { style.isReverse }

  static func all(of text: String, _ runs: [StyledLine.Run]) -> [Span] {
    var start = text.startIndex
    return runs.map { run in
      let end = text.utf8.index(text.startIndex, offsetBy: run.end)
      defer { start = end }
      return Span(text: String(text[start..<end]), style: run.style)
    }
  }
}
