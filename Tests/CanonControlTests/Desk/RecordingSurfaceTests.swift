import CanonSession
import Synchronization
import Testing

@testable import CanonControl

/// A surface as anybody could write one: it notes all it is told, and says what it was given to say.
private final class RecordingSurface: Surface {
  private let desk: Desk
  private let lines: [String]
  private let notes = Mutex<[String]>([])

  init(_ desk: Desk, saying lines: [String]) { (self.desk, self.lines) = (desk, lines) }

  var told: [String] { notes.withLock { $0 } }

  func show(_ feed: Feed) async {
    for await item in feed {
      if case .notice(let notice) = item { notes.withLock { $0.append(notice.json(.english)) } }
    }
  }

  func listen() async {
    for line in lines { _ = await desk.submit(line, at: .lines, by: .named("recorder")) }
  }

  func suspend() async {}
  func flush() async {}
}

/// A second surface costs one file.
@Suite struct RecordingSurfaceTests {
  @Test func itSeesEverythingThatEverybodyDoes() async throws {
    let bench = try await DeskBench()
    let surface = RecordingSurface(bench.desk, saying: ["start violin-a now", "gain violin-a -6"])
    let feed = await bench.desk.feed(), other = await bench.desk.feed()
    let showing = Task { await surface.show(feed) }
    let all = Task {
      var notices: [String] = []
      for await case .notice(let notice) in other { notices.append(notice.json(.english)) }
      return notices
    }
    bench.tell()
    await surface.listen()
    await bench.run()
    _ = await bench.say("mute cello now", by: .keyboard)
    await bench.end()
    await showing.value
    #expect(await all.value == surface.told, "every notice, in the same order")
    #expect(surface.told.contains { $0.contains("\"by\":\"recorder\"") && $0.contains("violin-a") })
    #expect(surface.told.contains { $0.contains("\"gain\":-6") })
    #expect(surface.told.contains { $0.contains("\"by\":\"keyboard\"") && $0.contains("\"state\":\"mute\"") })
  }
}
