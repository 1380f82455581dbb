import CanonEngine
import CanonFiles
import CanonLiveSupport
import CanonTestSupport
import Foundation
import Synchronization
import Testing

@testable import CanonSession

/// What a journal has written is on the disk a moment later.
@Suite struct JournalDiskTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// How long the file was whenever the disk was told to keep it.
  private final class Disk: Sendable {
    private let sizes = Mutex<[Int64]>([])
    private let error: DiskError?
    var kept: [Int64] { sizes.withLock { $0 } }

    init(failing error: DiskError? = nil) { self.error = error }

    var calls: DiskCalls {
      var calls = DiskCalls()
      calls.sync = { [error] descriptor throws(DiskError) in
        if let error { throw error }
        var status = stat()
        fstat(descriptor, &status)
        if status.st_mode & S_IFMT == S_IFREG { self.sizes.withLock { $0.append(Int64(status.st_size)) } }
      }
      return calls
    }
  }

  private func journal(_ disk: Disk, tell: @escaping @Sendable (JournalProblem) -> Void = { _ in }) throws
    -> CanonSession.Journal
  {
    var journal = CanonSession.Journal(
      path: folder.file("evening.journal"), source: "small", calls: disk.calls, tell: tell)
    try journal.begin(sampleRate: .studio, loop: GridLine(numerator: 100, denominator: 1)!, played: nil)
    return journal
  }

  @Test func everyLineIsOnTheDiskWithoutAnybodyWaiting() async throws {
    let disk = Disk()
    var journal = try journal(disk)
    let found = journal.disk()
    let onDisk = try #require(found)
    for number in 1...5 as ClosedRange<FramePosition> {
      try journal.record(.skip(1), at: number)
      await onDisk.settle(patience: .seconds(600))
      let size = try Data(contentsOf: URL(fileURLWithPath: folder.file("evening.journal"))).count
      #expect(disk.kept.last == Int64(size), "line \(number)")
    }
  }

  @Test func whatTakesThePlaceOfTheLastLineIsKeptOnlyNowAndThen() async throws {
    let disk = Disk()
    var journal = try journal(disk)
    let found = journal.disk()
    let onDisk = try #require(found)
    await onDisk.settle(patience: .seconds(600))
    let before = disk.kept.count
    for frame in [99, 100, 1000] as [FramePosition] { try journal.reach(frame, syncs: false) }
    await onDisk.settle(patience: .seconds(600))
    #expect(disk.kept.count == before)
    try journal.reach(2000)
    await onDisk.settle(patience: .seconds(600))
    let text = try String(contentsOfFile: folder.file("evening.journal"), encoding: .utf8)
    #expect(text.hasSuffix("\n# reached: 2000\n") && text.split(separator: "# reached").count == 2)
    #expect(disk.kept.last == Int64(text.utf8.count))
  }

  @Test func aDiskThatDoesNotKeepItIsToldOnce() async throws {
    let told = Mutex<[JournalProblem]>([])
    let error = DiskError(code: EIO)
    let (problems, tell) = AsyncStream.makeStream(of: JournalProblem.self)
    var journal = try journal(Disk(failing: error)) { tell.yield($0) }
    for number in 1...3 as ClosedRange<FramePosition> {
      try journal.record(.skip(1), at: number)
      await journal.disk()?.settle(patience: .seconds(600))
    }
    tell.finish()
    for await problem in problems { told.withLock { $0.append(problem) } }
    #expect(told.withLock { $0 } == [JournalProblem(path: folder.file("evening.journal"), error: error)])
  }

  /// When the disk had kept a file of at least each length.
  private final class KeptTimes: Sendable {
    private let kept = Mutex<[(size: Int64, at: ContinuousClock.Instant)]>([])

    var calls: DiskCalls {
      var calls = DiskCalls()
      let real = DiskCalls()
      calls.sync = { descriptor throws(DiskError) in
        var status = stat()
        fstat(descriptor, &status)
        try real.sync(descriptor)
        let now = ContinuousClock.now
        if status.st_mode & S_IFMT == S_IFREG {
          self.kept.withLock { $0.append((Int64(status.st_size), now)) }
        }
      }
      return calls
    }

    /// Waits until a text is on the disk.
    func time(of text: String, in path: String) async throws -> ContinuousClock.Instant {
      while true {
        let file = try String(contentsOfFile: path, encoding: .utf8)
        if let end = file.range(of: text)?.upperBound {
          let size = Int64(file[..<end].utf8.count)
          if let at = kept.withLock({ $0.first { $0.size >= size }?.at }) { return at }
        }
        try await Task.sleep(for: .milliseconds(1))
      }
    }
  }

  @Test func aLineIsOnTheDiskATenthOfASecondAfterItsEvent() async throws {
    let set = try SmallSet()
    let (disk, path) = (KeptTimes(), set.folder.file("evening.journal"))
    let session = try set.session()
    await session.write(to: CanonSession.Journal(path: path, source: "small", calls: disk.calls))
    var bench = try await SessionBench(session, after: 1000)
    let beat = Task { await session.beat() }
    defer { beat.cancel() }
    var delays: [Duration] = []
    // Beside other tests every thread waits for a processor, so the shortest time counts here, and is waited for.
    let usual = LongCampaign.count(60, long: 1000)
    for number in 1...(20 * usual) where number <= usual || delays.min()! >= .milliseconds(100) {
      // Given as from another thread: nothing is read but by the heartbeat.
      try await bench.say("gain violin-a -\(number % 40).\(number % 10)")
      bench.deliver(64)
      let event = ContinuousClock.now
      let position = try #require(await session.clock).position
      let kept = try await disk.time(of: "@\(position - 64) gain violin-a", in: path)
      delays.append(kept - event)
    }
    delays.sort()
    let (median, most) = (delays[delays.count / 2], delays[delays.count - 1])
    print("journal on the disk: median \(median), \(delays[delays.count * 95 / 100]) for 95 %, most \(most)")
    #expect(delays[0] < .milliseconds(100), "median \(median), most \(most)")
  }
}

extension Performance {
  fileprivate func write(to journal: consuming CanonSession.Journal) { scribe = Scribe(journal) }
}
