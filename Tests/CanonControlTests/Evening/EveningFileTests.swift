import CanonEngine
import CanonFiles
import CanonSession
import CanonTestSupport
import Foundation
import Synchronization
import Testing

@testable import CanonControl

/// The file of an evening: one for each source and name, whole at every moment.
@Suite struct EveningFileTests {
  private let folder = TemporaryFolder()

  private func file(
    _ source: String = "/advent.toml", _ name: String = "canon", _ calls: DiskCalls = DiskCalls()
  ) throws -> EveningFile {
    try EveningFile(in: folder.path, source: source, client: name, calls: calls)
  }

  private func evening(_ seed: UInt64) -> Evening {
    var random = SplitMix64(seed: seed)
    return .random(&random)
  }

  private func content(of file: EveningFile) -> Evening? {
    if case .evening(let evening) = file.read() { evening } else { nil }
  }

  @Test func anEveningIsReadUntilItIsOver() throws {
    let file = try file()
    #expect(content(of: file) == nil)
    for seed in 1...3 as ClosedRange<UInt64> {
      #expect(file.write(.evening(evening(seed))) == [])
      #expect(content(of: file) == evening(seed))
    }
    #expect(file.write(.over) == [])
    guard case .nothing = file.read() else { return #expect(Bool(false), "\(file.read())") }
    #expect(file.write(.over) == [], "it may be over twice")
  }

  @Test func eachSourceAndEachNameHasItsOwn() throws {
    let files = try [file(), file("/advent-2.toml"), file("/advent.toml", "canon-2")]
    for (index, file) in files.enumerated() { #expect(file.write(.evening(evening(UInt64(index)))) == []) }
    for (index, file) in files.enumerated() { #expect(content(of: file) == evening(UInt64(index))) }
  }

  @Test func linksToOneSourceShareOne() throws {
    let source = try folder.write("".utf8, to: "real.toml"), link = folder.file("link.toml")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: source)
    let first = try file(source)
    #expect(first.write(.evening(evening(1))) == [])
    #expect(try file(link).path == first.path)
  }

  @Test func aSecondCanonFindsItTakenUntilTheFirstIsGone() throws {
    var first: EveningFile? = try file()
    #expect(first?.isOurs == true)
    #expect(try !file().isOurs)
    #expect(try file("/other.toml").isOurs)
    first = nil
    #expect(try file().isOurs)
  }

  @Test func onlyItsOwnerMayReadIt() throws {
    let file = try file()
    #expect(file.write(.evening(evening(1))) == [])
    var status = stat()
    #expect(stat(file.path, &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test func aFullDiskLeavesTheOldOneAndIsSaid() throws {
    let isFull = Atomic(false)
    var calls = DiskCalls()
    let write = calls.write
    calls.write = { (descriptor, bytes) throws(DiskError) in
      if isFull.load(ordering: .relaxed) { throw DiskError(code: ENOSPC) }
      return try write(descriptor, bytes)
    }
    let file = try file("/advent.toml", "canon", calls)
    #expect(file.write(.evening(evening(1))) == [])
    isFull.store(true, ordering: .relaxed)
    #expect(
      file.write(.evening(evening(2))) == [EveningProblem(path: file.path, error: DiskError(code: ENOSPC))])
    #expect(content(of: file) == evening(1))
  }

  @Test func whatSomebodyHasWrittenThereIsToldAndNotUsed() throws {
    let file = try file()
    #expect(file.write(.evening(evening(1))) == [])
    try Data("hello\n".utf8).write(to: URL(fileURLWithPath: file.path))
    guard case .unusable(let problem) = file.read() else { return #expect(Bool(false), "it is read") }
    #expect(problem.code == "evening.version")
  }
}
