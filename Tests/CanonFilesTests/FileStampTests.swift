import CanonTestSupport
import Foundation
import Testing

@testable import CanonFiles

/// A file that nobody has touched has the same stamp; any other has another one.
@Suite struct FileStampTests {
  private let folder = TemporaryFolder()

  @Test("Reading changes nothing")
  func same() throws {
    let path = try folder.write("one".utf8, to: "a")
    let stamp = try #require(FileStamp(path))
    _ = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(FileStamp(path) == stamp)
    #expect(FileStamp(folder.file("./a")) == stamp, "by another name of the same path")
  }

  @Test("A file of other contents, also of the same length, is another one")
  func written() throws {
    let path = try folder.write("one".utf8, to: "a")
    let stamp = try #require(FileStamp(path))
    try setTime(path, seconds: 10)
    let older = try #require(FileStamp(path))
    #expect(older != stamp, "another time")
    try folder.write("two".utf8, to: "a")
    #expect(FileStamp(path) != older)
  }

  @Test("Another file in its place is another one, even with the same contents and time")
  func replaced() throws {
    let path = try folder.write("one".utf8, to: "a")
    let other = try folder.write("one".utf8, to: "b")
    try setTime(path, seconds: 10)
    try setTime(other, seconds: 10)
    let stamp = try #require(FileStamp(path))
    #expect(FileStamp(other) != stamp)
    #expect(rename(other, path) == 0)
    #expect(FileStamp(path) != stamp)
  }

  @Test("A time that was set back does not hide a change: the kernel notes when anything of a file changed")
  func hiddenChange() throws {
    let path = try folder.write("one".utf8, to: "a")
    try setTime(path, seconds: 10)
    let stamp = try #require(FileStamp(path))
    var changed: FileStamp?
    // The kernel's clock for files ticks a few hundred times a second.
    for _ in 0..<10_000 where changed == nil || changed == stamp {
      let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
      try file.write(contentsOf: Data("two".utf8))
      try file.close()
      try setTime(path, seconds: 10)
      changed = FileStamp(path)
    }
    #expect(changed != stamp)
  }

  @Test("A link has the stamp of what it leads to; what is not there has none")
  func links() throws {
    let path = try folder.write("one".utf8, to: "a")
    #expect(symlink("a", folder.file("link")) == 0)
    #expect(symlink("none", folder.file("broken")) == 0)
    #expect(FileStamp(folder.file("link")) == FileStamp(path))
    #expect(FileStamp(folder.file("broken")) == nil)
    #expect(FileStamp(folder.file("none")) == nil)
    #expect(FileStamp(folder.path) != nil, "a folder has one too")
  }

  private func setTime(_ path: String, seconds: Int) throws {
    let times = [timespec](repeating: timespec(tv_sec: seconds, tv_nsec: 0), count: 2)
    try #require(utimensat(AT_FDCWD, path, times, 0) == 0)
  }
}
