import CanonFiles
import Foundation
import Testing

@testable import CanonSchedule

/// The folder of the state. (How files are replaced in it: StateDiskTests.)
@Suite struct AtomicWriterTests {
  @Test func foldersThatAreMissingAreMadeAndThoseThatExistStay() throws {
    let top = NSTemporaryDirectory() + "canon-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: top) }
    for _ in 1...2 { try AtomicWriter(folder: top + "/a/b").makeFolder() }
    #expect(try FileManager.default.contentsOfDirectory(atPath: top + "/a") == ["b"])
  }

  @Test func aFolderWithoutANameCannotBeMade() {
    let error = #expect(throws: DiskError.self) { try AtomicWriter(folder: "").makeFolder() }
    #expect(error?.code == ENOENT)
  }
}
