import CanonControl
import CanonControlSupport
import CanonTerminal
import Testing

/// Tab and Shift-Tab in the command line.
@Suite struct TabTests {
  private func editor(_ text: String) -> CommandLineEditor {
    .typed(
      text,
      source: CompletionSource(
        stems: ["cello", "violin-a", "violin-b", "take 2", "a\"b"], scenes: ["finale"]))
  }

  @Test func tabGoesThroughTheOffersAndRound() {
    var editor = editor("mute vi")
    var seen: [String] = []
    for _ in 0..<3 {
      editor.press(.tab)
      seen.append(editor.shown)
    }
    #expect(seen == ["mute violin-a|", "mute violin-b|", "mute violin-a|"])
    #expect(editor.completions == ["violin-a", "violin-b"])
    #expect(editor.completionIndex == 0)
  }

  @Test func shiftTabGoesBackBeginningWithTheLast() {
    var editor = editor("mute vi")
    editor.press(.backTab)
    #expect(editor.shown == "mute violin-b|")
    #expect(editor.completionIndex == 1)
    editor.press(.backTab, .backTab)
    #expect(editor.shown == "mute violin-b|")
    editor.press(.tab)
    #expect(editor.shown == "mute violin-a|")
  }

  @Test func theOnlyOfferIsTakenWithASpaceBehindIt() {
    var editor = editor("mu")
    editor.press(.tab)
    #expect(editor.shown == "mute |")
    #expect(editor.completions.isEmpty)
    editor.type("ce")
    editor.press(.tab)
    #expect(editor.shown == "mute cello |")
    editor.type("no")
    editor.press(.tab)
    #expect(editor.handle(.enter) == .submit("mute cello now "))
  }

  @Test func whereNothingIsOfferedTheLineStays() {
    var editor = editor("skip ")
    editor.press(.tab, .backTab)
    #expect(editor.shown == "skip |")
    #expect(editor.completions.isEmpty && editor.completionIndex == nil)
  }

  @Test func namesWithSpacesAreQuoted() {
    var editor = editor("mute ta")
    editor.press(.tab)
    #expect(editor.shown == "mute \"take 2\" |")
    editor.type("\"a")
    editor.press(.tab)
    #expect(editor.shown == "mute \"take 2\" \"a\\\"b\" |")
  }

  @Test func anyOtherKeyEndsTheOffersAndKeepsTheWord() {
    var editor = editor("mute vi")
    editor.press(.tab, " ")
    #expect(editor.shown == "mute violin-a |")
    #expect(editor.completions.isEmpty)
    editor.press(.tab)
    #expect(editor.shown == "mute violin-a cello|")
    editor.press(.left)
    #expect(editor.completions.isEmpty)
  }

  @Test func whatIsBehindTheCursorStays() {
    var editor = editor("mute vi now")
    editor.press(.left, .left, .left, .left, .tab)
    #expect(editor.shown == "mute violin-a| now")
    editor.press(.tab)
    #expect(editor.shown == "mute violin-b| now")
  }

  @Test func anOfferThatDoesNotFitIsNotTaken() {
    var editor = editor("mute " + String(repeating: "x", count: 985) + " violin")
    #expect(editor.text.utf8.count == 997)
    editor.press(.tab)
    #expect(editor.text.hasSuffix(" violin-a"))
    var full = self.editor("mute " + String(repeating: "x", count: 987) + " violin")
    full.press(.tab)
    #expect(full.text.hasSuffix(" violin"))
    #expect(full.completions.isEmpty && !full.isFull)
  }

  @Test func theOffersFollowTheSet() {
    var editor = editor("mute ")
    editor.source.stems = ["organ"]
    editor.press(.tab)
    #expect(editor.text == "mute organ")
    #expect(editor.completions == ["organ", "all"])
  }
}
