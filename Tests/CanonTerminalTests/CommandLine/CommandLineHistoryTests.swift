import CanonControlSupport
import CanonTerminal
import Testing

/// Up and Down, and what is remembered.
@Suite struct CommandLineHistoryTests {
  private let evening = ["mute cello", "gain cello -3", "mute viola now", "press violin-a"]

  @Test func upShowsTheLastLinesAndDownComesBack() {
    var editor = CommandLineEditor.typed("", history: evening)
    var seen: [String] = []
    for _ in 0..<5 {
      editor.press(.up)
      seen.append(editor.text)
    }
    #expect(seen == ["press violin-a", "mute viola now", "gain cello -3", "mute cello", "mute cello"])
    seen = []
    for _ in 0..<5 {
      editor.press(.control("n"))
      seen.append(editor.text)
    }
    #expect(seen == ["gain cello -3", "mute viola now", "press violin-a", "", ""])
  }

  @Test func onlyLinesThatBeginAsTheTypedOneAreShown() {
    var editor = CommandLineEditor.typed("mu", history: evening)
    editor.press(.up)
    #expect(editor.shown == "mute viola now|")
    editor.press(.control("p"))
    #expect(editor.shown == "mute cello|")
    editor.press(.up)
    #expect(editor.shown == "mute cello|")
    editor.press(.down, .down)
    #expect(editor.shown == "mu|", "behind the newest comes what was typed")
  }

  @Test func whereNothingBeginsSoTheLineStays() {
    var editor = CommandLineEditor.typed("scene", history: evening)
    editor.press(.up, .down)
    #expect(editor.shown == "scene|")
  }

  @Test func theSameLineIsNotShownTwice() {
    var editor = CommandLineEditor.typed("", history: ["a", "b", "a", "c", "a"])
    editor.press(.up, .up, .up)
    #expect(editor.text == "a")
    var like = CommandLineEditor.typed("mute cello", history: evening)
    like.press(.up)
    #expect(like.text == "mute cello", "it stands there already")
    var longer = CommandLineEditor.typed("mute cello", history: ["mute cello now", "mute cello"])
    longer.press(.up)
    #expect(longer.text == "mute cello now")
  }

  @Test func aShownLineCanBeChangedAndIsThenWhatIsSearchedFor() {
    var editor = CommandLineEditor.typed("", history: evening)
    editor.press(.up, .up, .backspace, .backspace, .backspace, .backspace)
    #expect(editor.text == "mute viola")
    editor.press(.up)
    #expect(editor.text == "mute viola now")
    #expect(editor.handle(.enter) == .submit("mute viola now"))
    #expect(editor.history.lines.last == "mute viola now")
  }

  @Test func whatIsSubmittedTwiceIsRememberedOnce() {
    var editor = CommandLineEditor()
    for _ in 0..<3 {
      editor.type(" quit ")
      #expect(editor.handle(.enter) == .submit(" quit "))
    }
    #expect(editor.history.lines == ["quit"])
  }

  @Test func afterASubmittedLineUpBeginsAtTheNewest() {
    var editor = CommandLineEditor.typed("", history: evening)
    editor.press(.up, .up, .enter, .up)
    #expect(editor.text == "mute viola now")
  }

  // MARK: - What may be remembered

  @Test func theLastFiveHundredLinesAreKept() {
    var history = CommandHistory((0..<600).map { "skip \($0)" })
    #expect(history.lines.count == 500)
    #expect(history.lines.first == "skip 100")
    history.add("quit")
    #expect(history.lines.count == 500)
    #expect(history.lines.last == "quit")
  }

  @Test(
    "What no one can have typed is left out",
    arguments: [
      "", "   ", "a\u{1b}[2J", "a\u{0}", "a\u{7f}", "a\u{202e}b", "two\nlines", "tab\there", "\u{fffd}",
      String(repeating: "x", count: 1001),
    ])
  func unclean(line: String) {
    var history = CommandHistory(["quit"])
    let isTaken = history.add(line)
    #expect(!isTaken)
    #expect(history.lines == ["quit"])
  }

  @Test func spacesAroundALineAreNotPartOfIt() {
    #expect(CommandHistory(["  mute a", "mute a  ", "mute  a"]).lines == ["mute a", "mute  a"])
  }
}
