import CanonLiveSupport
import Foundation
import Testing

@testable import CanonJack

/// What an interruption does to the clock: canon is stopped for a while under a server that goes on.
extension LiveTests.Xruns {
  @Test(
    "After a gap the music has moved on with the server's clock, or stayed, as asked",
    arguments: ["move", "stay"])
  func gap(mode: String) throws {
    let folder = try TestFolder()
    let server = try DummyServer.started("canon-test-xrun", period: 1024, synchronous: false)
    defer { server.stop() }
    let canon = try CanonProcess.play(
      on: server, "--no-connect", "--after-xrun", mode, "--journal", folder.file("gap.journal"))
    let before = canon.output.count
    canon.signal(SIGSTOP)
    let stopped = Date()
    try waitUntil("a while") { Date().timeIntervalSince(stopped) > 0.5 }
    canon.signal(SIGCONT)
    try canon.waitForEvent(mode == "move" ? "skipped" : "clock", from: before)
    try #expect(canon.quit() == 0)
    let journal = try Journal(folder.file("gap.journal"))
    if mode == "move" {
      #expect(journal.skipCount > 0)
      // Position and the server's clock still go together: nothing drifted. (A cycle that runs late reads the next
      // one's time, so the music may be ahead by one period, once.)
      let offsets = ClockMap(canon.output).anchorOffsets
      let spread = try #require(offsets.max()) - #require(offsets.min())
      #expect(spread == 0 || spread == 1024)
    } else {
      #expect(journal.skipCount == 0)
      #expect(ClockMap(canon.output).anchorOffsets.count > 1)
    }
  }
}

extension LiveTests.Xruns {
  @Test("The first xruns point to canon doctor, and later ones do not")
  func pointsToTheDoctor() throws {
    let server = try DummyServer.started("canon-test-xrun", period: 1024, synchronous: false)
    defer { server.stop() }
    let canon = try CanonProcess.play(on: server, "--no-connect")
    for _ in 1...2 {
      let before = canon.output.count
      canon.signal(SIGSTOP)
      let stopped = Date()
      try waitUntil("a while") { Date().timeIntervalSince(stopped) > 0.5 }
      canon.signal(SIGCONT)
      try canon.waitForEvent("xruns", from: before)
    }
    try #expect(canon.quit() == 0)
    let notes = canon.output.filter { $0.contains("\"see-doctor\"") }
    #expect(notes.count == 1)
    #expect(notes.first?.contains("\\\"canon doctor\\\" looks for the causes of xruns.") == true, "\(notes)")
  }
}

/// What is told of xruns.
@Suite struct XrunReportTests {
  /// What is told while the server notifies of `xruns` at each of these times, in hundredths of a second.
  private func told(at times: some Sequence<Int>, xruns: (Int) -> Int) -> [Int] {
    CycleReport.withPointer { report in
      var counts = XrunReport()
      return times.compactMap { time in
        for _ in 0..<xruns(time) { _ = Notifications.xrun(report) }
        return counts.count(from: report.pointee, at: time)
      }
    }
  }

  @Test("A gap with a burst of notifications and three quiet seconds give one event")
  func oneGap() {
    #expect(told(at: stride(from: 0, to: 450, by: 5)) { $0 == 50 ? 48 : 0 } == [48])
  }

  @Test("However many come, they are told once a second, and all are counted")
  func manyGaps() {
    #expect(told(at: 1...300) { _ in 1 } == [100, 100, 100])
  }

  @Test("After looks that came late the next report is a second later, too")
  func lateLook() {
    #expect(told(at: [150, 900, 950, 1000]) { _ in 1 } == [1, 1, 2])
  }
}
