import CanonControlSupport
import CanonSession
import Testing

@testable import CanonControl
@testable import CanonTerminal

/// What the full screen is told.
@MainActor @Suite struct FullScreenFeedTests {
  @Test(
    "Events are told, and how many of them were missed, in the screen's language",
    arguments: Desk.Language.allCases)
  func missed(language: Desk.Language) async throws {
    var options = FullScreen.Options()
    options.language = language
    let bench = try await ScreenBench(options)
    let mailbox = Mailbox(limit: 1)
    let snapshot = moment()
    for frame in [7, 8, 9] as [Int64] { mailbox.offer(Notice(.panic(at: frame, by: .input), in: snapshot)) }
    mailbox.end()
    await bench.screen.show(Feed(mailbox: mailbox))
    let panic = try #require(Notice(.panic(at: 9, by: .input), in: snapshot).text(language))
    #expect(bench.screen.state.messages == [MissedRecord(count: 2).text(language), panic])
  }
}
