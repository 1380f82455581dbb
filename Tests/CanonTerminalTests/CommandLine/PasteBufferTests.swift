import CanonControlSupport
import Testing

@testable import CanonTerminal

@Suite struct PasteBufferTests {
  private let now = ContinuousClock.now

  private func buffer(_ text: String) -> PasteBuffer {
    var buffer = PasteBuffer()
    buffer.begin(now)
    for scalar in text.unicodeScalars { buffer.add(scalar, now) }
    return buffer
  }

  @Test func aPasteIsWhatStandsBetweenTheMarks() {
    var buffer = buffer("start violin-a\r弦 e\u{301}")
    #expect(buffer.isOpen)
    let text = buffer.end()
    #expect(text == "start violin-a\r弦 e\u{301}")
    #expect(!buffer.isOpen)
    #expect(buffer.end() == nil, "an end without a beginning is nothing")
  }

  @Test func thePasteBeforeIsForgotten() {
    var buffer = buffer("first")
    _ = buffer.end()
    buffer.begin(now)
    #expect(buffer.end() == "")
  }

  @Test func aPasteThatBeginsBeforeTheLastOneHasEndedTakesItsPlace() {
    var buffer = buffer("first")
    buffer.begin(now)
    buffer.add("2", now)
    let text = buffer.end()
    #expect(text == "2")
  }

  @Test func ofAPasteWithoutEndNotMoreIsKeptThanShowsThatItDoesNotFit() throws {
    var buffer = buffer(String(repeating: "x", count: 100_000))
    let pasted = buffer.end()
    let text = try #require(pasted)
    #expect(text.count == PasteBuffer.longest)
    var editor = CommandLineEditor()
    editor.paste(text)
    #expect(editor.isFull)
    #expect(editor.handle(.enter) == .editing, "what is not whole is not carried out")
  }

  @Test func anEndThatDoesNotComeIsNotWaitedForForEver() {
    var buffer = buffer("x")
    #expect(buffer.endIfLate(now + PasteBuffer.longestWait) == nil)
    buffer.add("y", now + .seconds(1))
    #expect(buffer.endIfLate(now + PasteBuffer.longestWait + .milliseconds(1)) == nil, "more has come since")
    #expect(buffer.endIfLate(now + PasteBuffer.longestWait + .milliseconds(1001)) == "xy")
    #expect(buffer.endIfLate(now + .seconds(9)) == nil)
  }

  @Test func aPasteWaitsFromItsOwnBeginningOn() {
    var buffer = PasteBuffer()
    let late = now + .seconds(100)
    buffer.begin(late)
    #expect(buffer.endIfLate(late + PasteBuffer.longestWait) == nil)
    #expect(buffer.isOpen)
    #expect(buffer.endIfLate(late + PasteBuffer.longestWait + .milliseconds(1)) == "")
    #expect(!buffer.isOpen)
  }
}
