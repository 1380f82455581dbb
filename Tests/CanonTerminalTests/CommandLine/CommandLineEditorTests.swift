import CanonControl
import CanonControlSupport
import CanonSession
import CanonTerminal
import Testing

/// Typing, moving and deleting.
@Suite struct CommandLineEditorTests {
  @Test func whatIsTypedIsSubmittedAndTheLineIsEmptyAgain() {
    var editor = CommandLineEditor.typed("mute violin-a now")
    #expect(editor.shown == "mute violin-a now|")
    #expect(editor.handle(.enter) == .submit("mute violin-a now"))
    #expect(editor.shown == "|")
    #expect(editor.history.lines == ["mute violin-a now"])
  }

  @Test(
    "Emacs' keys, and those with words on them",
    arguments: [
      ([.home], "|mute cello"), ([.control("a")], "|mute cello"), ([.home, .end], "mute cello|"),
      ([.control("a"), .control("e")], "mute cello|"), ([.left, .left], "mute cel|lo"),
      ([.control("b")], "mute cell|o"), ([.home, .right], "m|ute cello"),
      ([.home, .control("f")], "m|ute cello"),
      ([.home, .left], "|mute cello"), ([.right], "mute cello|"), ([.backspace], "mute cell|"),
      ([.control("h")], "mute cell|"), ([.home, .backspace], "|mute cello"),
      ([.home, .delete], "|ute cello"),
      ([.home, .control("d")], "|ute cello"), ([.delete], "mute cello|"), ([.control("d")], "mute cello|"),
      ([.left, .left, .control("k")], "mute cel|"), ([.left, .left, .control("u")], "|lo"),
      ([.control("w")], "mute |"), ([.control("w"), .control("w")], "|"),
      ([.left, .control("w")], "mute |o"),
      ([.home, "x"], "x|mute cello"), ([.left, "-"], "mute cell-|o"),
      ([.home, .control("w")], "|mute cello"),
      ([.pageUp, .pageDown, .function(1), .alt("x"), .control("x"), .control("l")], "mute cello|"),
    ] as [([Key], String)])
  func keys(keys: [Key], shown: String) {
    var editor = CommandLineEditor.typed("mute cello")
    for key in keys { #expect(editor.handle(key) == .editing) }
    #expect(editor.shown == shown)
  }

  @Test("A line is left without a command", arguments: [Key.escape, .control("c"), .control("g")])
  func left(key: Key) {
    var editor = CommandLineEditor.typed("mute")
    #expect(editor.handle(key) == .cancelled)
    #expect(editor.shown == "|")
    #expect(editor.history.lines.isEmpty)
  }

  @Test(
    "In an empty line these keys leave the line",
    arguments: [Key.enter, .backspace, .control("h"), .control("d")])
  func leftEmpty(key: Key) {
    var editor = CommandLineEditor()
    #expect(editor.handle(key) == .cancelled)
  }

  @Test func aLineOfSpacesIsNoCommand() {
    var editor = CommandLineEditor.typed("   ")
    #expect(editor.handle(.enter) == .cancelled)
    #expect(editor.history.lines.isEmpty)
  }

  // MARK: - Characters

  @Test func aCharacterIsWhatPeopleCountAsOne() {
    var editor = CommandLineEditor.typed("a👨‍👩‍👧é弦🇩🇪")
    #expect(editor.cursor == 5)
    editor.press(.left, .left)
    #expect(editor.shown == "a👨‍👩‍👧é|弦🇩🇪")
    editor.press(.backspace, .backspace)
    #expect(editor.shown == "a|弦🇩🇪")
  }

  @Test func anAccentThatComesAloneJoinsItsLetter() {
    var editor = CommandLineEditor.typed("e")
    editor.press(.character("\u{301}"))
    #expect(editor.cursor == 1)
    #expect(editor.text == "é")
    editor.press(.backspace)
    #expect(editor.shown == "|")
  }

  @Test func aLetterBeforeALoneAccentTakesIt() {
    var editor = CommandLineEditor()
    editor.press(.character("\u{301}"), .home, "e")
    #expect(editor.text == "é")
    #expect(editor.cursor == 1)
    editor.press(.backspace)
    #expect(editor.shown == "|")
  }

  @Test(
    "What could move a cursor or turn a line round is not taken up",
    arguments: ["\u{1b}", "\u{0}", "\n", "\r\n", "\t", "\u{7f}", "\u{9b}", "\u{202e}", "\u{2028}"]
      as [Character])
  func unsafe(character: Character) {
    var editor = CommandLineEditor.typed("a")
    editor.press(.character(character))
    #expect(editor.shown == "a|")
    #expect(!editor.isFull)
  }

  // MARK: - Whatever is pressed

  @Test(arguments: 0..<20)
  func theCursorStaysInTheLineAndTheLineStaysShort(seed: UInt64) {
    var state = seed &* 0x9e37_79b9_7f4a_7c15 | 1
    func next(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(count))
    }
    let letters: [Character] = [
      "a", "弦", "é", "\u{301}", "👨‍👩‍👧", " ", "\"", "\\", "\u{200d}", "🇩", "\u{1b}", "m",
    ]
    let keys: [Key] = [
      .left, .right, .home, .end, .up, .down, .tab, .backTab, .backspace, .delete, .control("w"),
      .control("d"),
      .enter,
    ]
    var editor = CommandLineEditor(
      history: CommandHistory(["mute cello", "quit"]),
      source: CompletionSource(stems: ["violin a", "弦"], scenes: ["finale"]))
    for _ in 0..<3000 {
      switch next(20) {
      case 0..<13: _ = editor.handle(.character(letters[next(letters.count)]))
      case 13: editor.paste(String(repeating: letters[next(letters.count)], count: next(300)))
      case 14: _ = editor.handle(next(20) == 0 ? .control("u") : .control("k"))
      default: _ = editor.handle(keys[next(keys.count)])
      }
      #expect((0...editor.text.count).contains(editor.cursor))
      #expect(editor.text.utf8.count <= CommandParser.longestLine)
      let completions = editor.completions.indices
      if let index = editor.completionIndex {
        #expect(completions.contains(index))
      } else {
        #expect(completions.isEmpty)
      }
    }
  }
}
