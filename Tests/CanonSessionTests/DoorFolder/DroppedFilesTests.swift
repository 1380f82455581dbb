import CanonFiles
import CanonLiveSupport
import Foundation
import Testing

@testable import CanonSession

/// Which files of a door folder are complete, by what a look at the folder shows.
@Suite struct DroppedFilesTests {
  private let folder: TestFolder
  private let start = ContinuousClock.now
  private let problem = FileProblem(file: "a", expected: "b", remedy: "C.", severity: .warning)

  init() throws { folder = try TestFolder() }

  /// Looks so many seconds after the start.
  private func look(_ files: inout DroppedFiles, at seconds: Double, _ names: String...) -> [String] {
    let found = names.compactMap { name in FileStamp(folder.file(name)).map { (name: name, stamp: $0) } }
    return files.look(found, at: start + .seconds(seconds))
  }

  @Test("A file is read once it has stayed the same for two seconds")
  func settles() throws {
    var files = DroppedFiles()
    _ = try folder.write("a", to: "a")
    #expect(look(&files, at: 0, "a") == [])
    #expect(look(&files, at: 1.9, "a") == [])
    #expect(look(&files, at: 2, "a") == ["a"])
    // It may not have been possible to add it.
    #expect(look(&files, at: 3, "a") == ["a"])
  }

  @Test("A file that grows, or in whose place another one is put, is waited for again")
  func grows() throws {
    var files = DroppedFiles()
    _ = try folder.write("a", to: "a")
    #expect(look(&files, at: 0, "a") == [])
    _ = try folder.write("ab", to: "a")
    #expect(look(&files, at: 2, "a") == [])
    #expect(look(&files, at: 3.9, "a") == [])
    #expect(look(&files, at: 4, "a") == ["a"])
    _ = try folder.write("xy", to: "b")
    try FileManager.default.removeItem(atPath: folder.file("a"))
    try FileManager.default.moveItem(atPath: folder.file("b"), toPath: folder.file("a"))
    #expect(look(&files, at: 5, "a") == [])
  }

  @Test("Each file has its own time, and the order is kept")
  func several() throws {
    var files = DroppedFiles()
    _ = try folder.write("a", to: "a")
    _ = try folder.write("b", to: "b")
    #expect(look(&files, at: 0, "b") == [])
    #expect(look(&files, at: 2, "b", "a") == ["b"])
    #expect(look(&files, at: 4, "b", "a") == ["b", "a"])
  }

  @Test("What is wrong is told once, after ten seconds without a change, and the file is not read again")
  func wrong() throws {
    var files = DroppedFiles()
    _ = try folder.write("a", to: "a")
    #expect(look(&files, at: 0, "a") == [])
    #expect(look(&files, at: 2, "a") == ["a"])
    files.leave("a", problem)
    #expect(look(&files, at: 9.9, "a") == [])
    #expect(files.problemsToTell(at: start + .seconds(9.9)) == [])
    #expect(files.problemsToTell(at: start + .seconds(10)).map(\.message) == ["a: expected b. C."])
    #expect(files.problemsToTell(at: start + .seconds(20)) == [])
  }

  @Test("A wrong file that goes on growing is read again, and what was wrong is never told")
  func slow() throws {
    var files = DroppedFiles()
    _ = try folder.write("a", to: "a")
    #expect(look(&files, at: 0, "a") == [])
    #expect(look(&files, at: 2, "a") == ["a"])
    files.leave("a", problem)
    _ = try folder.write("ab", to: "a")
    #expect(look(&files, at: 9, "a") == [])
    #expect(files.problemsToTell(at: start + .seconds(15)) == [])
    #expect(look(&files, at: 15, "a") == ["a"])
  }

  @Test("A file that was away and is back begins again")
  func away() throws {
    var files = DroppedFiles()
    _ = try folder.write("a", to: "a")
    #expect(look(&files, at: 0, "a") == [])
    #expect(look(&files, at: 1) == [])
    #expect(look(&files, at: 2, "a") == [])
    #expect(look(&files, at: 4, "a") == ["a"])
  }
}
