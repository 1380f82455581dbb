/// What a terminal says was pressed.
///
/// Shift is no key of its own: a terminal sends `M` for a shifted `m`, and whatever the keyboard's layout has
/// on a shifted digit.
public enum Key: Hashable, Sendable {
  /// A letter, digit, sign or space, as it is to be read: `m` and `M` are two keys.
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

  /// How many function keys a file may name.
  public static let functionCount = 12

  /// The letters that a file may name with Control. Of the others a terminal makes a signal (c, z), stops and
  /// goes on (s, q), or sends what another key sends (h backspace, i tab, j and m enter).
  public static let controlLetters = "abdefgklnoprtuvwxy"
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
  public init(extendedGraphemeClusterLiteral character: Character) { self = .character(character) }
}
