import CNcurses

/// Converts ncurses' key codes to keys.
enum TerminalKeys {
  /// A character, or a key that sends one.
  static func key(_ letter: Unicode.Scalar) -> Key? {
    switch letter.value {
    case 9: return .tab
    case 10, 13: return .enter
    case 27: return .escape
    case 8, 127: return .backspace
    case 1...26: return UnicodeScalar(letter.value + 96).map { .control(Character($0)) }
    case 0...31: return nil
    default: return .character(Character(letter))
    }
  }

  static func special(_ code: Int) -> Key? {
    let function = code - nc_key_f0
    if (1...12).contains(function) { return .function(function) }
    switch code {
    case nc_key_up: return .up
    case nc_key_down: return .down
    case nc_key_left: return .left
    case nc_key_right: return .right
    case nc_key_home: return .home
    case nc_key_end: return .end
    case nc_key_page_up: return .pageUp
    case nc_key_page_down: return .pageDown
    case nc_key_enter: return .enter
    case nc_key_back_tab: return .backTab
    case nc_key_backspace: return .backspace
    case nc_key_delete: return .delete
    default: return nil
    }
  }
}
