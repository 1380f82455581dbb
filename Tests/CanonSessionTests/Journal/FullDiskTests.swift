import CanonEngine
import CanonFiles
import CanonLiveSupport
import Foundation
import Synchronization
import Testing

@testable import CanonSession

/// A journal on a disk that fills, and has room again.
@Suite struct FullDiskTests {
  let folder: TestFolder
  private let loop = GridLine(numerator: 100, denominator: 1)!
  private let header = "# canon journal 5\n# source: small\n# sample rate: 48000\n# loop: 100\n"
  private let lines = (1...4).map { "@\(27_000 * $0) skip \($0)\n" }

  init() throws { folder = try TestFolder() }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: folder.file(name), encoding: .utf8)
  }

  private func journal(_ disk: SmallDisk) -> CanonSession.Journal {
    CanonSession.Journal(path: folder.file("evening.journal"), source: "small", calls: disk.calls)
  }

  private func begin(_ journal: inout CanonSession.Journal) throws {
    try journal.begin(sampleRate: .studio, loop: loop, played: nil)
  }

  @Test("A journal always has whole lines, and all of them once there is room on the disk", arguments: 0..<75)
  func fills(afterHeader room: Int) throws {
    let disk = SmallDisk(room: header.utf8.count + room)
    var journal = journal(disk)
    try begin(&journal)
    for number in 1...4 { try journal.record(.skip(FrameCount(number)), at: FramePosition(27_000 * number)) }
    let whole = (0...4).map { header + lines[..<$0].joined() }
    #expect(try text("evening.journal") == whole.last { $0.utf8.count <= header.utf8.count + room })
    let isFull = room < lines.joined().utf8.count
    let problem = JournalProblem(path: folder.file("evening.journal"), error: DiskError(code: ENOSPC))
    #expect(journal.drainNews() == (isFull ? [.waits(problem)] : []), "once")
    disk.makeRoom()
    journal.tryAgain(.now + .seconds(1))
    #expect(try text("evening.journal") == whole[4])
    #expect(journal.drainNews() == (isFull ? [.goesOn(path: problem.path)] : []))
    journal.end()
    #expect(journal.drainNews() == [])
  }

  @Test("A journal has whole lines when only some of the waiting ones find room", arguments: 0..<70)
  func fillsAgain(room: Int) throws {
    let disk = SmallDisk(room: header.utf8.count)
    var journal = journal(disk)
    try begin(&journal)
    for number in 1...4 { try journal.record(.skip(FrameCount(number)), at: FramePosition(27_000 * number)) }
    disk.makeRoom(room)
    journal.tryAgain(.now + .seconds(1))
    let whole = (0...4).map { header + lines[..<$0].joined() }
    #expect(try text("evening.journal") == whole.last { $0.utf8.count <= header.utf8.count + room })
    disk.makeRoom()
    journal.tryAgain(.now + .seconds(1))
    #expect(try text("evening.journal") == whole[4])
  }

  @Test(
    "A line that takes the place of the last one leaves whole lines, however much finds room",
    arguments: 0..<50)
  func fillsWhileReplacing(room: Int) throws {
    let disk = SmallDisk(room: header.utf8.count + room)
    var journal = journal(disk)
    try begin(&journal)
    for frame in [1000, 25_000] as [FramePosition] {
      try journal.reach(frame)
      #expect(try text("evening.journal").hasSuffix("\n"))
    }
    try journal.record(.skip(1), at: 27_000)
    #expect(try text("evening.journal").hasSuffix("\n"))
    disk.makeRoom()
    journal.tryAgain(.now + .seconds(1))
    let last = header + "# reached: 25000\n@27000 skip 1\n"
    #expect(try text("evening.journal").replacing("# reached: 1000\n", with: "") == last)
  }

  @Test("A partial line that could not be removed is removed before more is written")
  func failedCut() throws {
    let disk = SmallDisk(room: header.utf8.count + lines[0].utf8.count + 5)
    disk.cutsFail = true
    var journal = journal(disk)
    try begin(&journal)
    for number in 1...4 { try journal.record(.skip(FrameCount(number)), at: FramePosition(27_000 * number)) }
    disk.makeRoom()
    journal.tryAgain(.now + .seconds(1))
    #expect(try text("evening.journal") == header + lines[0] + lines[1].prefix(5), "not before it can be")
    disk.cutsFail = false
    journal.tryAgain(.now + .seconds(1))
    #expect(try text("evening.journal") == header + lines.joined())
  }

  @Test func aDiskThatTakesNothingAndDoesNotSayWhyIsAnError() throws {
    var calls = DiskCalls()
    calls.write = { _, _ throws(DiskError) in 0 }
    var journal = CanonSession.Journal(path: folder.file("evening.journal"), source: "small", calls: calls)
    let problem = #expect(throws: JournalProblem.self) { try begin(&journal) }
    #expect(problem?.error == DiskError(code: EIO))
  }

  @Test func whatIsMissingAtTheEndIsTold() throws {
    let disk = SmallDisk(room: header.utf8.count + 30)
    var journal = journal(disk)
    try begin(&journal)
    for number in 1...4 { try journal.record(.skip(FrameCount(number)), at: FramePosition(27_000 * number)) }
    journal.end()
    let path = folder.file("evening.journal")
    #expect(
      journal.drainNews().map { Note.journal($0).text(.english) } == [
        "The journal \(path) cannot be written: No space left on device. Its lines wait in memory; canon tries again "
          + "every second.",
        "The journal \(path) lacks its last 2 lines: No space left on device.",
      ])
  }

  @Test func aPartThatBeginsOnAFullDiskWaitsBehindTheOneBefore() throws {
    let disk = SmallDisk(room: header.utf8.count + 3)
    var journal = journal(disk)
    try begin(&journal)
    try journal.record(.skip(1), at: 27_000)
    try begin(&journal)
    try journal.record(.skip(2), at: 54_000)
    #expect(try text("evening.journal") == header)
    #expect(try names == ["evening.journal"])
    disk.makeRoom()
    try journal.record(.skip(3), at: 81_000)
    #expect(try text("evening.journal") == header + lines[0])
    #expect(try text("evening-2.journal") == header + lines[1] + lines[2])
  }

  @Test func withoutRoomForItsHeadNothingBegins() throws {
    let disk = SmallDisk(room: header.utf8.count - 1)
    var journal = journal(disk)
    let problem = #expect(throws: JournalProblem.self) { try begin(&journal) }
    #expect(problem?.error == DiskError(code: ENOSPC))
    #expect(try names == [], "and nothing stays behind")
    journal.end()
    #expect(journal.drainNews() == [], "nor is anything said but why")
  }

  @Test func whileNothingIsPlayedTheHeartbeatWritesWhatWaits() async throws {
    let disk = SmallDisk(room: .max)
    let session = try SmallSet().session(journal: folder.file("unused.journal"))
    await session.write(to: journal(disk))
    var bench = try await SessionBench(session)
    disk.makeRoom(0)
    try await bench.say("skip 1", then: 1)
    disk.makeRoom()
    try await bench.run(until: "written") {
      (try? text("evening.journal"))?.contains(" skip 1\n") ?? false
    }
  }

  @Test func thePerformanceGoesOnAndSaysSo() async throws {
    let disk = SmallDisk(room: .max)
    let session = try SmallSet().session(journal: folder.file("unused.journal"))
    await session.write(
      to: CanonSession.Journal(path: folder.file("e.journal"), source: "s", calls: disk.calls))
    var bench = try await SessionBench(session)
    disk.makeRoom(0)
    for _ in 0..<20 {
      try await bench.say("press violin-a", then: 100)
    }
    disk.makeRoom()
    let told = await session.told()
    let path = folder.file("e.journal")
    #expect(
      told.filter { $0.contains("journal") } == [
        "The journal \(path) cannot be written: No space left on device. Its lines wait in memory; canon tries again "
          + "every second.",
        "The journal \(path) is written again; no line is missing.",
      ])
    let lines = try text("e.journal").split(separator: "\n").filter { $0.hasPrefix("@") }
    #expect(lines.count { $0.contains("press violin-a") } == 20)
    #expect(lines.last?.hasSuffix(" quit") == true)
  }
}

/// A disk that has no more room once so many bytes are written.
private final class SmallDisk: Sendable {
  private let room: Mutex<Int>
  private let isUncut = Mutex(false)

  init(room: Int) { self.room = Mutex(room) }

  /// For so many bytes more.
  func makeRoom(_ bytes: Int = .max) { room.withLock { $0 = bytes } }

  /// Whether no file can be made shorter.
  var cutsFail: Bool {
    get { isUncut.withLock { $0 } }
    set { isUncut.withLock { $0 = newValue } }
  }

  var calls: DiskCalls {
    let real = DiskCalls()
    var calls = DiskCalls()
    calls.open = { path, flags, mode throws(DiskError) in
      if self.room.withLock({ $0 == 0 }) { throw DiskError(code: ENOSPC) }
      return try real.open(path, flags, mode)
    }
    calls.write = { descriptor, bytes throws(DiskError) in
      let count = self.room.withLock { room in
        let count = min(room, bytes.count)
        room -= count
        return count
      }
      if count == 0 { throw DiskError(code: ENOSPC) }
      return try real.write(descriptor, bytes.prefix(count))
    }
    calls.cut = { descriptor, length throws(DiskError) in
      if self.cutsFail { throw DiskError(code: EIO) }
      try real.cut(descriptor, length)
    }
    return calls
  }
}

extension Performance {
  fileprivate func write(to journal: consuming CanonSession.Journal) {
    scribe = Scribe(journal)
  }
}
