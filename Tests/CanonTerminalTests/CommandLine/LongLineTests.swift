import CanonControl
import CanonControlSupport
import CanonSession
import CanonTerminal
import Testing

/// Lines that are too long, and pastes.
@Suite struct LongLineTests {
  @Test func aLineHoldsAsMuchAsACommandMay() {
    var editor = CommandLineEditor.typed(String(repeating: "x", count: 1000))
    #expect(!editor.isFull)
    #expect(editor.text.utf8.count == CommandParser.longestLine)
    editor.press("y")
    #expect(editor.isFull)
    #expect(editor.text == String(repeating: "x", count: 1000))
  }

  @Test func bytesCountNotCharacters() {
    let editor = CommandLineEditor.typed(String(repeating: "弦", count: 400))
    #expect(editor.text.count == 333)
    #expect(editor.isFull)
  }

  @Test func aMegabyteTypedByAPasteIsBoundedAndNotSubmitted() {
    var editor = CommandLineEditor()
    for index in 0..<1_000_000 { _ = editor.handle(.character(index % 7 == 0 ? " " : "x")) }
    #expect(editor.text.utf8.count == 1000)
    #expect(editor.isFull)
    #expect(editor.handle(.enter) == .editing, "half a command is none")
    #expect(editor.text.utf8.count == 1000)
    #expect(editor.handle(.escape) == .cancelled)
    #expect(!editor.isFull)
  }

  @Test func aMegabyteInOnePasteIsBounded() {
    var editor = CommandLineEditor.typed("gain ")
    editor.paste(String(repeating: "violin-a ", count: 120_000))
    #expect(editor.text.utf8.count == 1000)
    #expect(editor.text.hasPrefix("gain violin-a violin-a "))
    #expect(editor.isFull)
  }

  @Test func aLetterThatComesBehindALostOneIsLostToo() {
    var editor = CommandLineEditor.typed(String(repeating: "x", count: 999))
    editor.type("弦a")
    #expect(editor.text.utf8.count == 999)
    #expect(editor.isFull)
  }

  @Test(
    "A key that deletes something makes room in a full line",
    arguments: [
      [.backspace], [.home, .delete], [.home, .control("d")], [.control("u")], [.control("w")],
      [.home, .control("k")],
    ] as [[Key]])
  func deletingMakesRoom(keys: [Key]) {
    var editor = CommandLineEditor.typed(String(repeating: "x", count: 1001))
    for key in keys { _ = editor.handle(key) }
    #expect(!editor.isFull)
    editor.type("y")
    #expect(editor.text.contains("y"))
  }

  @Test(
    "A key that deletes nothing leaves the line full",
    arguments: [[.delete], [.home, .backspace], [.left], [.up], [.tab], [.control("k")]] as [[Key]])
  func theRestDoesNot(keys: [Key]) {
    var editor = CommandLineEditor.typed(String(repeating: "x", count: 1001), history: ["x", "quit"])
    for key in keys { _ = editor.handle(key) }
    #expect(editor.isFull)
    #expect(editor.text == String(repeating: "x", count: 1000))
  }

  @Test func aLineThatHasLostLettersIsNotLeftForAnEarlierOne() {
    let line = String(repeating: "x", count: 999)
    var editor = CommandLineEditor.typed(line + "弦", history: [line + "y"])
    editor.press(.up)
    #expect(editor.text == line)
  }

  @Test func aPasteStaysOneLine() {
    var editor = CommandLineEditor.typed("mute ")
    editor.paste("cello\r\nstop\tviola\n\u{1b}[31mnow\u{202e}")
    #expect(editor.shown == "mute cello stop viola [31mnow|")
    editor.press(.home)
    editor.paste("x ")
    #expect(editor.shown == "x |mute cello stop viola [31mnow")
  }
}
