import CanonDoctor
import CanonLiveSupport
import Foundation
import Testing

/// The free space of folders that are there, are to be made, or cannot be written.
@Suite struct FolderSpaceTests {
  @Test(
    "The limits: full below 1 MiB, low below 100 MiB",
    arguments: [
      (0, "disk-full"), ((1 << 20) - 1, "disk-full"), (1 << 20, "disk-low"), ((100 << 20) - 1, "disk-low"),
      (100 << 20, "disk"), (.max, "disk"),
    ] as [(UInt64, String)])
  func limits(free: UInt64, code: String) {
    #expect(DiskSpace.finding("/home", .free(free)).code == code)
  }

  @Test("A folder that is yet to be made has the space of the nearest one that is there")
  func missing() throws {
    let folder = try TestFolder()
    guard case .free = try #require(DiskSpace.look(at: folder.path)) else {
      Issue.record("the test's folder cannot be written")
      return
    }
    for path in ["a", "a/b/c", "a//b", "a/"] {
      guard case .free = DiskSpace.look(at: folder.file(path)) else {
        Issue.record("\(path)")
        continue
      }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [], "nothing was made")
  }

  @Test("A path whose first folder is missing is looked at in the root")
  func root() {
    #expect(DiskSpace.look(at: "/canon-no-such-folder/a") != nil)
    #expect(DiskSpace.look(at: "/") != nil)
  }

  @Test("In a file system without blocks nothing can be written, however deep the path")
  func noBlocks() {
    #expect(DiskSpace.look(at: "/proc") == .closed)
    #expect(DiskSpace.look(at: "/proc/canon/a/b") == .closed)
  }

  @Test("Of a path that leads through a file nothing is found out, or it is the file's disk")
  func throughFile() throws {
    let folder = try TestFolder()
    let file = try folder.write("x", to: "file")
    // Others may write to the disk between two looks.
    #expect((1...100).contains { _ in DiskSpace.look(at: file + "/below") == DiskSpace.look(at: file) })
  }

  @Test("A folder without the right to write is closed", .enabled(if: geteuid() != 0))
  func readOnly() throws {
    let folder = try TestFolder()
    chmod(folder.path, 0o500)
    defer { chmod(folder.path, 0o700) }
    #expect(DiskSpace.look(at: folder.path) == .closed)
    #expect(DiskSpace.look(at: folder.file("a/b")) == .closed)
  }
}
