import CanonEngine
import CanonFiles
import CanonLiveSupport
import CanonSchedule
import Foundation
import Synchronization
import Testing

@testable import CanonSession

/// A journal whose disk stays full: what waits for room has a limit.
@Suite struct JournalEndTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  @Test func aJournalForWhichTooMuchWaitsEndsAndSaysSo() throws {
    let path = folder.file("evening.journal"), isFull = Mutex(false)
    var calls = DiskCalls()
    calls.write = { descriptor, bytes throws(DiskError) in
      if isFull.withLock({ $0 }) { throw DiskError(code: ENOSPC) }
      return try DiskCalls().write(descriptor, bytes)
    }
    var scribe = Scribe(CanonSession.Journal(path: path, source: "small", calls: calls))
    try scribe.begin(
      at: .studio, loop: try #require(GridLine(numerator: 100, denominator: 1)),
      played: Instant(secondsSince1970: 0), memory: DoorMemory(), after: nil)
    let header = try String(contentsOfFile: path, encoding: .utf8)
    isFull.withLock { $0 = true }
    // Each line is as long as a mebibyte, and sixteen of them are too much.
    let line = ControlCommand.replace(
      StemSelection(["violin-a"]), file: String(repeating: "x", count: 1 << 20), nil)
    for frame in 1...15 { scribe.record(line, at: FramePosition(frame)) }
    let problem = JournalProblem(path: path, error: DiskError(code: ENOSPC))
    #expect(scribe.drainNews() == [.waits(problem)])
    for frame in 16...17 { scribe.record(line, at: FramePosition(frame)) }
    #expect(scribe.drainNews() == [.ended(problem)], "once")
    isFull.withLock { $0 = false }
    scribe.record(.skip(1), at: 18)
    scribe.record(.quit, at: 19)
    scribe.end()
    #expect(scribe.drainNews() == [])
    #expect(try String(contentsOfFile: path, encoding: .utf8) == header, "and it has no further line")
  }
}
