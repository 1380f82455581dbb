import CanonTestSupport
import Foundation
import Testing

@testable import CanonFiles

/// Which paths lead to one file, or to files of the same bytes.
@Suite struct FileIdentityTests {
  private let folder = TemporaryFolder()

  private func groups(_ names: String...) -> [[Int]] { FileIdentity.groups(of: names.map(folder.file)) }

  /// More than is read at a time, and than is sampled.
  private static let long = [UInt8](repeating: 7, count: 300_000)

  @Test("Links and copies are the same, files of other bytes or other lengths are not")
  func same() throws {
    try folder.write("one".utf8, to: "a")
    try folder.write("two".utf8, to: "b")
    try folder.write("one".utf8, to: "c")
    try folder.write("ones".utf8, to: "d")
    try FileManager.default.createSymbolicLink(atPath: folder.file("e"), withDestinationPath: "b")
    #expect(groups("a", "b", "c", "d", "e") == [[0, 2], [1, 4]])
    #expect(groups("d", "a", "b") == [])
    #expect(groups("d", "c", "d", "a", "c") == [[0, 2], [1, 3, 4]])
  }

  @Test(
    "One byte tells two long files apart, wherever it stands",
    arguments: [0, 1, 20_000, 65_535, 65_536, 100_000, 150_000, 262_143, 262_144, 280_000, 299_999])
  func oneByte(place: Int) throws {
    try folder.write(Self.long, to: "a")
    var other = Self.long
    other[place] = 8
    try folder.write(other, to: "b")
    try folder.write(Self.long, to: "c")
    #expect(groups("a", "b", "c") == [[0, 2]])
  }

  @Test("A path that is not a regular file equals nothing, not even itself")
  func noFile() throws {
    #expect(groups("none", "none") == [])
    #expect(FileIdentity.groups(of: ["/dev/null", "/dev/null", folder.path, folder.path]) == [])
    try folder.write([], to: "a")
    try folder.write([], to: "b")
    #expect(groups("a", "none", "b") == [[0, 2]])
  }

  @Test("A file that disappears before the comparison is not the same")
  func gone() throws {
    let a = try #require(FileIdentity(folder.write("one".utf8, to: "a")))
    let b = try #require(FileIdentity(folder.write("one".utf8, to: "b")))
    #expect(a.isSame(as: b) && b.isSame(as: a))
    try FileManager.default.removeItem(atPath: folder.file("b"))
    #expect(!a.isSame(as: b) && !b.isSame(as: a))
    #expect(b.isSame(as: b), "one place on the disk")
  }
}
