/// The size of a terminal in cells.
public struct ScreenSize: Hashable, Sendable {
  public var columns: Int
  public var rows: Int

  /// Negative numbers count as 0; no terminal has more than 10000 of either.
  public init(columns: Int, rows: Int) {
    self.columns = min(max(0, columns), 10_000)
    self.rows = min(max(0, rows), 10_000)
  }
}

/// The abilities of the terminal.
public struct ScreenStyle: Hashable, Sendable {
  /// Whether marks, lines and bars use only ASCII. Titles stay in their own script.
  public var isASCII: Bool
  /// Without colour the screen has the same words; reverse and bold replace colours.
  public var hasColour: Bool

  public init(isASCII: Bool = false, hasColour: Bool = true) {
    (self.isASCII, self.hasColour) = (isASCII, hasColour)
  }

  /// Whether there is room for a picture of block characters, with words beside it.
  func draws(_ size: ScreenSize) -> Bool { !isASCII && size.columns >= 80 && size.rows >= 24 }
}
