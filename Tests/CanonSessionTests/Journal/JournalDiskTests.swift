import CanonEngine
import CanonFiles
import CanonLiveSupport
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
}
