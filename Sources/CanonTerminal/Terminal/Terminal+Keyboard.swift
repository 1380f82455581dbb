import CNcurses
import Glibc

/// The input of the terminal: keys, clicks and pastes.
extension Terminal {
  /// Makes Ctrl-S, Ctrl-Q and Ctrl-V ordinary keys. Otherwise Ctrl-S would stop the screen until Ctrl-Q, and Ctrl-V would
  /// consume the next key.
  func freeControlKeys() {
    var mode = termios()
    guard tcgetattr(STDIN_FILENO, &mode) == 0 else { return }
    mode.c_iflag &= ~tcflag_t(IXON | IXOFF)
    mode.c_lflag &= ~tcflag_t(IEXTEN)
    tcsetattr(STDIN_FILENO, TCSANOW, &mode)
    nc_keep_mode()
  }

  /// The input since the last call. Its amount is limited, so that a megabyte does not stop the screen.
  public func read() -> [Input] {
    var inputs: [Input] = []
    // Pasted text is cheap until it is complete.
    var looks = 0
    while looks < (pasted.isOpen ? 16_384 : 256) {
      looks += 1
      let code = nc_read()
      if code == nc_nothing {
        if let text = pasted.endIfLate(.now) { inputs.append(.paste(text)) }
        break
      }
      if let input = input(code) { inputs.append(input) }
    }
    return inputs
  }

  /// - Parameter code: A byte, or a number above 255 for a key of several bytes.
  private func input(_ code: Int32) -> Input? {
    guard let byte = UInt8(exactly: code) else { return special(Int(code)) }
    guard let scalar = letters.append(byte) else { return nil }
    if pasted.isOpen {
      pasted.add(scalar, .now)
      return nil
    }
    return TerminalKeys.key(scalar).flatMap { $0 == .escape ? escaped() : .key($0) }
  }

  /// The key after an Escape with Alt, or Escape alone: Alt sends Escape immediately followed by the key.
  private func escaped() -> Input? {
    var more: [Int32] = []
    while true {
      let code = nc_read()
      if code == nc_nothing { break }
      more.append(code)
      guard let byte = UInt8(exactly: code) else { break }
      guard let scalar = letters.append(byte) else { continue }
      guard case .character(let character)? = TerminalKeys.key(scalar) else { break }
      // This is a key that terminfo does not know, not Alt, and the following bytes are not separate keys.
      if character == "[" || character == "O", skipSequence() { return nil }
      return .key(.alt(character))
    }
    for code in more.reversed() { nc_unread(code) }
    return .key(.escape)
  }

  /// Skips the rest of an ECMA-48 sequence, up to its final byte.
  /// - Returns: Whether anything followed.
  private func skipSequence() -> Bool {
    var count = 0
    while true {
      let code = nc_read()
      if code == nc_nothing { return count > 0 }
      count += 1
      guard (0x20..<0x40).contains(code) else { return true }
    }
  }

  private func special(_ code: Int) -> Input? {
    if code == nc_key_paste {
      pasted.begin(.now)
      return nil
    }
    if code == nc_key_paste_end { return pasted.end().map { .paste($0) } }
    if code == nc_key_resize {
      shown = []
      return .resized
    }
    if code == nc_key_mouse {
      var (row, column, wheel): (Int32, Int32, Int32) = (0, 0, 0)
      guard nc_mouse(&row, &column, &wheel) != 0 else { return nil }
      return wheel != 0 ? .wheel(Int(wheel)) : .click(row: Int(row), column: Int(column))
    }
    // Keys within a paste are not keys.
    return pasted.isOpen ? nil : TerminalKeys.special(code).map { .key($0) }
  }
}
