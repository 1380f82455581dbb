import CanonEngine
import CanonSchedule
import Testing

@testable import CanonSession
@testable import CanonTerminal

/// The last line of the screen: the keys, or the question whether to quit.
@Suite struct BottomLineTests {
  @Test("The hints stand apart if all fit so, else closer, and what does not fit is left out")
  func hints() throws {
    var view = try Stage.usual().view
    view.hints = [(key: "a", text: "one"), (key: "b", text: "two"), (key: "c", text: "six")]
    func row(_ columns: Int) -> String {
      shownText(BottomLine(context: DrawingContext(view, columns: columns)).row())
    }
    #expect(row(24) == " a one   b two   c six")
    #expect(row(23) == " a one  b two  c six")
    #expect(row(21) == " a one  b two  c six")
    #expect(row(20) == " a one  b two")
    #expect(row(13) == " a one")
    #expect(row(14) == " a one  b two")
  }

  @Test func theQuestionHasThreeLengths() throws {
    var view = try Stage.usual().view
    view.asksToQuit = true
    func row(_ columns: Int) -> String {
      shownText(BottomLine(context: DrawingContext(view, columns: columns)).row())
    }
    #expect(row(80) == " Quit? The music ends.   y yes   n no ")
    #expect(row(30) == " Quit?  y yes  n no ")
    #expect(row(15) == " Quit? y n ")
  }
}
