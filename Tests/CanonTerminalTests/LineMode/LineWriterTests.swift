import CanonControl
import CanonFiles
import Dispatch
import Synchronization
import Testing

@testable import CanonTerminal

/// Standard output whose reader may stand still.
@Suite struct LineWriterTests {
  /// What was written, by a reader that can be stopped.
  private final class Reader: Sendable {
    private let texts = Mutex<[String]>([])
    private let notes = Mutex<[String]>([])
    private let valve = DispatchSemaphore(value: 1)

    var allTexts: [String] { texts.withLock { $0 } }
    var allNotes: [String] { notes.withLock { $0 } }

    func stop() { valve.wait() }
    func goOn() { valve.signal() }

    var writer: LineWriter {
      LineWriter(
        .english,
        text: { text in
          self.valve.wait()
          self.texts.withLock { $0.append(text) }
          self.valve.signal()
        }, note: { note in self.notes.withLock { $0.append(note) } })
    }
  }

  private let reader = Reader()

  @Test func everythingIsWrittenInItsOrderAndNothingIsSaidOfIt() async {
    let writer = reader.writer
    for number in 0..<100 { writer.write("\(number)\n") }
    writer.write("")
    await writer.flush(milliseconds: 60_000)
    #expect(reader.allTexts.joined() == (0..<100).map { (number: Int) -> String in "\(number)\n" }.joined())
    #expect(reader.allNotes == [])
  }

  @Test(
    "For a reader that stands still 10,000 texts wait; how many more were dropped is told once, when it reads again"
  )
  func stands() async {
    let writer = reader.writer
    reader.stop()
    for number in 0..<10_007 { writer.write("\(number)\n") }
    await writer.flush(milliseconds: 1)
    #expect(reader.allTexts == [], "nobody waits for it")
    reader.goOn()
    await writer.flush(milliseconds: 60_000)
    #expect(reader.allTexts.count <= 2, "what waits is written in one step")
    writer.write("later")
    await writer.flush(milliseconds: 60_000)
    let kept = (0..<10_000).map { (number: Int) -> String in "\(number)\n" }
    #expect(reader.allTexts.joined() == kept.joined() + "later")
    #expect(reader.allNotes == ["canon: " + Language.english.wording.missedLines(7)])
  }
}
