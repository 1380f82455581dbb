import CanonFiles
import CanonTestSupport
import Foundation
import Testing

@testable import CanonNSM

/// What a session has on the disk.
@Suite struct SessionFolderTests {
  private let place = TemporaryFolder()
  private var project: String { place.file("canon.nA") }
  private var folder: SessionFolder { SessionFolder(path: project) }

  private func make(_ name: String) throws -> String {
    let path = place.file(name)
    try FileManager.default.createDirectory(
      atPath: Folder.of(path), withIntermediateDirectories: true)
    try place.write("".utf8, to: name)
    return ContainedPath.realPath(path) ?? path
  }

  @Test("What was written is read again, whatever the words are")
  func file() throws {
    let schedule = try make("a/Schedules/advent \"2026\".toml"), set = try make("a/Stems/set.toml")
    #expect(try folder.read() == nil)
    let options = ["--osc", "7770", "--journal", "é\"\\\n%Y.journal"]
    try folder.write(sources: [schedule], set: Folder.of(set), options: options, folder: "/home/me")
    let file = try #require(try folder.read())
    #expect(file.options == options && file.folder == "/home/me")
    #expect(file.sources == ["music/advent \"2026\".toml"])
    #expect(folder.source(file.sources[0]) == schedule)
    // The schedule names its set as ../Stems.
    #expect(ContainedPath.realPath(project + "/music/../Stems") == Folder.of(set))
  }

  @Test("Two files of one name get links of their own, and the same file the same one again")
  func names() throws {
    let sounds = [try make("a/cello.wav"), try make("b/cello.wav")]
    try folder.write(sources: sounds, set: nil, options: [], folder: "/")
    try folder.write(sources: sounds, set: nil, options: [], folder: "/")
    #expect(try folder.read()?.sources == ["music/cello.wav", "music/cello-2.wav"])
    #expect(try folder.read()?.sources.map(folder.source) == sounds)
    #expect(try FileManager.default.contentsOfDirectory(atPath: project + "/music").count == 2)
  }

  @Test("A set's file is linked with its folder, without which it has no sounds")
  func setFile() throws {
    let set = try make("a/Canon/set.toml")
    try folder.write(sources: [set], set: nil, options: [], folder: "/")
    let file = try #require(try folder.read())
    #expect(file.sources == ["music/Canon/set.toml"] && folder.source(file.sources[0]) == set)
    #expect(ContainedPath.realPath(project + "/music/Canon") == Folder.of(set))
  }

  @Test("What is in the session already needs no link; a set that would be outside gets none")
  func noLinks() throws {
    let own = try make("canon.nA/mine/set.toml")
    let (schedule, set) = (try make("a/b/advent.toml"), try make("c/set.toml"))
    try folder.write(sources: [Folder.of(own)], set: nil, options: [], folder: "/")
    #expect(try folder.read()?.sources == ["mine"])
    try folder.write(sources: [schedule], set: Folder.of(set), options: [], folder: "/")
    #expect(try FileManager.default.contentsOfDirectory(atPath: project).sorted().contains("c") == false)
    #expect(!FileManager.default.fileExists(atPath: place.file("c-2")))
  }

  @Test("A damaged file is told with all its problems; a folder that cannot be made with its reason")
  func problems() throws {
    try FileManager.default.createDirectory(atPath: project, withIntermediateDirectories: true)
    try place.write(
      "sources = 3\noptions = [1]\nfolder = []\nsauces = []\n".utf8, to: "canon.nA/session.toml")
    #expect(throws: FileProblems.self) { try folder.read() }
    do {
      _ = try folder.read()
    } catch { #expect(error.problems.map(\.line) == [1, 2, 3, 4]) }
    let blocked = SessionFolder(path: try make("file") + "/canon.nA")
    #expect(throws: NSMRefusal.notMade(path: blocked.path, DiskError(code: ENOTDIR))) {
      try blocked.write(sources: [], set: nil, options: [], folder: "/")
    }
  }
}
