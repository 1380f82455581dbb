import CNcurses

/// Where a keyboard's codes come from: ncurses, or a test.
protocol KeySource {
  /// What the mouse has done: the place, and ncurses' bits of its buttons.
  typealias Mouse = (row: Int, column: Int, buttons: Int)

  /// A byte, a number above 255 for a key of several bytes, or ``nc_nothing``.
  func next() -> Int32
  /// Makes a code the next one.
  func putBack(_ code: Int32)
  /// The event of the mouse that a code has announced; nil if there is none.
  func mouse() -> Mouse?
}

/// Turns the codes of a terminal into input: keys, clicks and pastes.
struct Keyboard {
  private var letters = TypedLetters()
  private var pasted = PasteBuffer()

  /// The input since the last call, or as much of it as is handled at once.
  mutating func read(from source: some KeySource, at now: ContinuousClock.Instant) -> [Terminal.Input] {
    var inputs: [Terminal.Input] = []
    // Pasted text is cheap until it is complete.
    var looks = 0
    while looks < (pasted.isOpen ? 16_384 : 256) {
      looks += 1
      let code = source.next()
      if code == nc_nothing {
        if let text = pasted.endIfLate(now) { inputs.append(.paste(text)) }
        break
      }
      if let input = input(code, source, now) { inputs.append(input) }
    }
    return inputs
  }

  private mutating func input(
    _ code: Int32, _ source: some KeySource, _ now: ContinuousClock.Instant
  ) -> Terminal.Input? {
    guard let byte = UInt8(exactly: code) else { return special(Int(code), source, now) }
    guard let scalar = letters.append(byte) else { return nil }
    if pasted.isOpen {
      pasted.add(scalar, now)
      return nil
    }
    return TerminalKeys.key(scalar).flatMap { $0 == .escape ? escaped(source) : .key($0) }
  }

  /// The key after an Escape with Alt, or Escape alone: Alt sends Escape immediately followed by the key.
  private mutating func escaped(_ source: some KeySource) -> Terminal.Input? {
    var more: [Int32] = []
    while true {
      let code = source.next()
      if code == nc_nothing { break }
      more.append(code)
      guard let byte = UInt8(exactly: code) else { break }
      guard let scalar = letters.append(byte) else { continue }
      guard case .character(let character)? = TerminalKeys.key(scalar) else { break }
      // This is a key that terminfo does not know, not Alt, and the following bytes are not separate keys.
      if character == "[" || character == "O", skipSequence(source) { return nil }
      return .key(.alt(character))
    }
    for code in more.reversed() { source.putBack(code) }
    return .key(.escape)
  }

  /// Skips the rest of an ECMA-48 sequence, up to its final byte.
  /// - Returns: Whether anything followed.
  private func skipSequence(_ source: some KeySource) -> Bool {
    var count = 0
    while true {
      let code = source.next()
      if code == nc_nothing { return count > 0 }
      count += 1
      guard (0x20..<0x40).contains(code) else { return true }
    }
  }

  private mutating func special(
    _ code: Int, _ source: some KeySource, _ now: ContinuousClock.Instant
  ) -> Terminal.Input? {
    switch code {
    case nc_key_paste:
      pasted.begin(now)
      return nil
    case nc_key_paste_end: return pasted.end().map { .paste($0) }
    case nc_key_resize: return .resized
    case nc_key_mouse: return source.mouse().flatMap(Self.input(of:))
    // Keys within a paste are not keys.
    default: return pasted.isOpen ? nil : TerminalKeys.special(code).map { .key($0) }
    }
  }

  private static func input(of mouse: KeySource.Mouse) -> Terminal.Input? {
    if mouse.buttons & nc_button_wheel_up != 0 { return .wheel(-1) }
    if mouse.buttons & nc_button_wheel_down != 0 { return .wheel(1) }
    return mouse.buttons & nc_button_click != 0 ? .click(row: mouse.row, column: mouse.column) : nil
  }
}
