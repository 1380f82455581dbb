/// A key as a terminal reports it.
///
/// Shift is not a separate key: a terminal sends `M` for a shifted `m`, and the symbol of the keyboard's layout
/// for a shifted digit.
public enum Key: Hashable, Sendable {
  /// A letter, digit, symbol or space: `m` and `M` are two keys.
  case character(Character)
  /// The same with Alt, which most terminals send as Escape and the character.
  case alt(Character)
  /// A small letter with Control; see ``controlLetters``.
  case control(Character)
  /// 1 to ``functionCount``.
  case function(Int)
  case up, down, left, right
  case home, end, pageUp, pageDown
  case enter, tab
  /// Tab with Shift.
  case backTab
  case escape, backspace, delete

  /// The number of function keys that a file can name.
  public static let functionCount = 12

  /// The letters that a file can name with Control. A terminal turns the others into a signal (c, z), stops and
  /// continues output (s, q), or sends the code of another key (h backspace, i tab, j and m enter).
  public static let controlLetters = "abdefgklnoprtuvwxy"
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
  public init(extendedGraphemeClusterLiteral character: Character) { self = .character(character) }
}
