import Testing

@testable import CanonTerminal

/// What a terminal sends, and what is made of it: keys, clicks and pastes.
@Suite struct KeyboardTests {
  /// The codes that wait, and the events of the mouse.
  private final class Codes: KeySource {
    private(set) var left: [Int32] = []
    private var events: [KeySource.Mouse] = []

    func send(_ codes: [Int32]) { left += codes }
    func send(_ text: String) { left += text.utf8.map { Int32($0) } }
    func move(_ buttons: Int) {
      events.append((row: 4, column: 7, buttons: buttons))
      left.append(Code.mouse)
    }

    func next() -> Int32 { left.isEmpty ? -1 : left.removeFirst() }
    func putBack(_ code: Int32) { left.insert(code, at: 0) }
    func mouse() -> KeySource.Mouse? { events.isEmpty ? nil : events.removeFirst() }
  }

  /// Numbers that are part of ncurses' interface (curses.h), and those that canon has defined.
  private enum Code {
    static let up: Int32 = 259, mouse: Int32 = 409, resize: Int32 = 410
    static let paste: Int32 = 1511, pasteEnd: Int32 = 1512
  }

  private let codes = Codes()
  private let now = ContinuousClock.now

  private func read(_ codes: [Int32]) -> [Terminal.Input] {
    var keyboard = Keyboard()
    self.codes.send(codes)
    return keyboard.read(from: self.codes, at: now)
  }

  private func read(_ text: String) -> [Terminal.Input] { read(text.utf8.map { Int32($0) }) }

  @Test("Letters of all lengths, controls and keys of several bytes are keys")
  func keys() {
    #expect(read("a弦\r\u{c}") == [.key("a"), .key("弦"), .key(.enter), .key(.control("l"))])
    #expect(read([Code.up, 0x62]) == [.key(.up), .key("b")])
    #expect(read([Code.resize]) == [.resized])
    #expect(read([]).isEmpty)
  }

  @Test("Escape and a letter is the letter with Alt; Escape alone, or before another key, is itself")
  func escape() {
    #expect(read("\u{1b}") == [.key(.escape)])
    #expect(read("\u{1b}2弦") == [.key(.alt("2")), .key("弦")])
    #expect(read("\u{1b}弦") == [.key(.alt("弦"))])
    #expect(read("\u{1b}[") == [.key(.alt("["))] && read("\u{1b}O") == [.key(.alt("O"))])
    #expect(read("\u{1b}\u{1b}") == [.key(.escape), .key(.escape)])
    #expect(read([0x1b, Code.up]) == [.key(.escape), .key(.up)])
    #expect(read("\u{1b}\ra") == [.key(.escape), .key(.enter), .key("a")])
  }

  @Test("What comes in pieces behind an Escape is whole when the rest is there")
  func pieces() {
    var keyboard = Keyboard()
    let letter = "弦".utf8.map { Int32($0) }
    codes.send([0x1b] + letter.dropLast())
    let first = keyboard.read(from: codes, at: now)
    codes.send(letter.suffix(1))
    let second = keyboard.read(from: codes, at: now)
    #expect(first == [.key(.escape)] && second == [.key("弦")])
  }

  @Test(
    "A sequence that terminfo does not know is no key, up to its end, and the next key is itself",
    arguments: ["\u{1b}[1;2C", "\u{1b}[25;2~", "\u{1b}OP", "\u{1b}[A", "\u{1b}[1;2"])
  func unknown(sequence: String) {
    #expect(read(sequence).isEmpty)
    #expect(codes.left.isEmpty)
    #expect(read(sequence.hasSuffix("2") ? "@" : sequence + "@") == [.key("@")])
  }

  @Test("A paste is one text, whatever is in it; without its end it is one after two seconds")
  func paste() {
    #expect(
      read([Code.paste, 0x61, Code.up, 0x1b, 0x0d, Code.pasteEnd, 0x62]) == [
        .paste("a\u{1b}\r"), .key("b"),
      ])
    #expect(read([Code.pasteEnd]).isEmpty)
    var keyboard = Keyboard()
    codes.send([Code.paste, 0x61])
    let reads = [0, 2000, 2001, 5000].map { keyboard.read(from: codes, at: now + .milliseconds($0)) }
    #expect(reads == [[], [], [.paste("a")], []])
  }

  @Test("At once 256 keys are handled, or 16,384 codes of a paste")
  func most() {
    var keyboard = Keyboard()
    codes.send(String(repeating: "a", count: 300))
    let keys = [1, 2].map { _ in keyboard.read(from: codes, at: now).count }
    #expect(keys == [256, 44])
    codes.send([Code.paste])
    codes.send(String(repeating: "x", count: 20_000))
    let pasted = keyboard.read(from: codes, at: now)
    #expect(pasted.isEmpty && codes.left.count == 20_001 - 16_384)
  }

  // The bits of buttons are those of ncurses' second mouse version: five for each, pressed the second, clicked the third.
  @Test(
    "The wheel goes a row up or down, the first button presses, and nothing else does anything",
    arguments: [
      (0x10000, .wheel(-1)), (0x20_0000, .wheel(1)), (2, .click(row: 4, column: 7)),
      (4, .click(row: 4, column: 7)), (1, nil), (2 << 5, nil), (0, nil),
    ] as [(Int, Terminal.Input?)])
  func mouse(buttons: Int, input: Terminal.Input?) {
    codes.move(buttons)
    #expect(read([]) == (input.map { [$0] } ?? []))
    #expect(read([Code.mouse]).isEmpty, "there is no event")
  }
}
