import Testing

@testable import CanonTerminal

/// Letters of several parts in the line: the cursor never stands in the midst of one.
@Suite struct EditedLineTests {
  /// The halves of a flag with a letter between them, the cursor behind the first half.
  private func line() -> EditedLine {
    var line = EditedLine("\u{1f1ef}x\u{1f1f5}")
    line.moveLeft()
    line.moveLeft()
    return line
  }

  @Test func whatIsLeftWhenALetterBetweenTwoHalvesGoesIsOneLetter() {
    var right = line()
    #expect(right.cursor == 1)
    right.deleteRight()
    #expect(right.text == "\u{1f1ef}\u{1f1f5}" && right.after.isEmpty)
    right.deleteLeft()
    #expect(right.isEmpty)
    var left = line()
    left.moveRight()
    left.deleteLeft()
    #expect(left.text == "\u{1f1ef}\u{1f1f5}" && left.after.isEmpty)
  }

  @Test func aWordThatGoesMayBringTwoHalvesTogether() {
    var line = EditedLine("a \u{1f1ef}")
    _ = line.insert(" b")
    #expect(line.text == "a \u{1f1ef} b")
    line.deleteWord()
    #expect(line.text == "a \u{1f1ef} ")
    line.deleteWord()
    #expect(line.text == "a ")
  }
}
