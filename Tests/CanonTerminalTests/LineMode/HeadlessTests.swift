import CanonControlSupport
import CanonFiles
import CanonSession
import Synchronization
import Testing

@testable import CanonControl
@testable import CanonTerminal

/// canon without a terminal: what goes to standard output, and what to standard error.
@Suite struct HeadlessTests {
  private final class Written: Sendable {
    let output = Mutex<[String]>([])
    let errors = Mutex<[String]>([])
  }

  /// What is written of events of which only two can wait: a change, a refusal, and one before them that is missed.
  private func written(json: Bool) async throws -> (output: [String], errors: [String]) {
    let written = Written()
    let writer = LineWriter(.english, text: { text in written.output.withLock { $0.append(text) } })
    let headless = Headless(json: json, SurfaceLanguages(), writer) { line in
      written.errors.withLock { $0.append(line) }
    }
    let mailbox = Mailbox(limit: 2)
    for notice in [Notice(.panic(at: 7, by: .input), in: moment())] + (try Self.notices()) {
      mailbox.offer(notice)
    }
    mailbox.end()
    await headless.show(Feed(mailbox: mailbox))
    await writer.flush(milliseconds: 60_000)
    return (written.output.withLock { $0 }, written.errors.withLock { $0 })
  }

  private static func notices() throws -> [Notice] {
    [
      Notice(.changed(violin, status: .play, at: 7, by: .input), in: moment()),
      Notice(.refused(try refusal(), by: .input), in: moment()),
    ]
  }

  /// The lines on standard error.
  private static func errors() throws -> [String] {
    let refused = try #require(try notices()[1].text(.english))
    return ["canon: " + MissedRecord(count: 1).text(.english), "canon: " + refused]
  }

  @Test("What needs attention goes to standard error, and nothing to standard output")
  func plain() async throws {
    let (output, errors) = try await written(json: false)
    #expect(output.isEmpty)
    #expect(try errors == Self.errors())
  }

  @Test("With --json every event is an object on standard output as well")
  func json() async throws {
    let (output, errors) = try await written(json: true)
    let events = try Self.notices().map { $0.json(.english) + "\n" }
    #expect(output.joined() == MissedRecord(count: 1).json + "\n" + events.joined())
    #expect(try errors == Self.errors())
  }
}
