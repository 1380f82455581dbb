import CanonControl
import CanonControlSupport
import CanonEngine
import CanonSchedule
import Testing

@testable import CanonSession
@testable import CanonTerminal

/// A door that has just opened is announced for five seconds, in colour, by its stem's name.
@Suite struct AnnouncementTests {
  private let start = ContinuousClock.now

  private func announced(_ view: ScreenView, _ columns: Int, _ rows: Int) -> [String] {
    Screen.lines(view, size: ScreenSize(columns: columns, rows: rows)).flatMap(\.spans)
      .filter { $0.role == .opened }.map(\.text)
  }

  @Test(
    "An announcement is visible at every size",
    arguments: [
      (80, 24, " Its door opens: Violin E: soaring upper line "), (40, 10, " Its door opens: violin-e "),
      (200, 60, " Its door opens: Violin E: soaring upper line "),
      (60, 15, " Its door opens: Violin E: soaring upper line "),
      (22, 6, " open: violin-e "), (12, 6, " violin-e "),
    ])
  func sizes(columns: Int, rows: Int, text: String) throws {
    var view = try Stage.usual().view
    #expect(announced(view, columns, rows).isEmpty)
    view.opened = [5]
    #expect(announced(view, columns, rows) == [text])
    let span = try #require(
      Screen.lines(view, size: ScreenSize(columns: columns, rows: rows)).flatMap(\.spans).first {
        $0.role == .opened
      })
    #expect(span.isReverse && span.isBold)
    view.overlay = .doors
    #expect(announced(view, columns, rows) == [text], "over the doors as well")
  }

  @Test func severalAreNamedTogether() throws {
    var view = try Stage.usual().view
    view.opened = [3, 4, 5]
    #expect(
      announced(view, 132, 43) == [" Their doors open: Violin C, Violin D and Violin E: soaring upper line "])
    #expect(announced(view, 60, 15) == [" Their doors open: violin-c, violin-d and violin-e "])
    #expect(announced(view, 30, 8) == [" 3 doors open "])
    view.opened = [3, 99]
    #expect(announced(view, 80, 24) == [" Its door opens: Violin C "])
  }

  @Test func itLastsFiveSeconds() throws {
    var state = FullScreenState()
    let snapshot = try moment(zone: Zone("Asia/Tokyo"))
    #expect(state.opened(start).isEmpty)
    state.handle(.opened(violin, .open(since: nil, until: nil)), in: snapshot, at: start)
    #expect(state.opened(start) == [1])
    #expect(state.opened(start + .milliseconds(4999)) == [1])
    #expect(state.opened(start + .seconds(5)) == [])
    state.handle(.opened(StemIndex(0), .open(since: nil, until: nil)), in: snapshot, at: start + .seconds(2))
    state.handle(.opened(violin, .open(since: nil, until: nil)), in: snapshot, at: start + .seconds(3))
    #expect(state.opened(start + .seconds(4)) == [0, 1], "each once")
    #expect(state.opened(start + .milliseconds(7500)) == [1])
    #expect(state.messages.count == 3 && state.messages[0].hasPrefix("violin-a: its door opens."))
  }

  @Test func lineByLineItIsOneLine() throws {
    let line = try #require(
      EventText.line(
        for: .opened(violin, .open(since: nil, until: nil)), in: moment(zone: Zone("Asia/Tokyo"))))
    #expect(line.hasPrefix("violin-a: its door opens. "))
    #expect(!line.contains("\n"))
  }

  // MARK: - What is new

  @Test func aMessageIsNewForFiveSeconds() {
    var state = FullScreenState()
    #expect(!state.isMessageNew(start))
    state.say("a", at: start)
    #expect(state.isMessageNew(start) && state.isMessageNew(start + .milliseconds(4999)))
    #expect(!state.isMessageNew(start + .seconds(5)))
  }

  @Test(
    "On a small screen a new message is read to its end", arguments: [(40, 10), (40, 8), (60, 7), (80, 16)])
  func newMessage(columns: Int, rows: Int) throws {
    var view = try Stage.usual().view
    view.messages = ["Refused: \"violin-e\" is locked until 2026-12-24 (Asia/Tokyo), in 3 days 11 hours."]
    func text() -> String {
      Screen.lines(view, size: ScreenSize(columns: columns, rows: rows)).map(\.text).joined()
        .split(separator: " ").joined(separator: " ")
    }
    if rows < 16 { #expect(!text().contains(view.messages[0])) }
    view.isMessageNew = true
    #expect(text().contains(view.messages[0]))
    #expect(
      Screen.lines(view, size: ScreenSize(columns: columns, rows: rows)).contains {
        $0.spans.contains { $0.role == .selected }
      })
  }
}
