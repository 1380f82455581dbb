import CanonTestSupport
import Foundation
import Testing

@testable import CanonFiles

/// The real calls that write files.
@Suite struct DiskCallsTests {
  private let folder = TemporaryFolder()
  private let calls = DiskCalls()

  @Test("What is written after a cut follows what was left")
  func cut() throws {
    let path = folder.file("a")
    let descriptor = try calls.open(path, O_RDWR | O_CREAT, 0o600)
    defer { close(descriptor) }
    #expect(try calls.write(descriptor, Array("abcdef".utf8)[...]) == 6)
    try calls.cut(descriptor, 3)
    #expect(try calls.write(descriptor, Array("xyz".utf8)[1...]) == 2)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "abcyz")
  }

  @Test("An error has the system's number")
  func refusals() {
    #expect(throws: DiskError(code: ENOENT)) { _ = try calls.open(folder.file("none"), O_RDONLY, 0) }
    #expect(throws: DiskError(code: ENOENT)) { try calls.remove(folder.file("none")) }
    #expect(throws: DiskError(code: ENOENT)) { try calls.rename(folder.file("none"), folder.file("a")) }
    #expect(throws: DiskError(code: EEXIST)) { try calls.makeFolder(folder.path) }
    #expect(throws: DiskError(code: EBADF)) { try calls.sync(-1) }
    #expect(throws: DiskError(code: EBADF)) { try calls.cut(-1, 0) }
  }

  @Test("A new folder belongs to its user alone")
  func makeFolder() throws {
    try calls.makeFolder(folder.file("a"))
    var status = stat()
    #expect(stat(folder.file("a"), &status) == 0 && status.st_mode & 0o077 == 0)
  }

  @Test("An interrupted call is made again, any other failure is not")
  func interrupted() throws {
    var codes: [Int32] = [EINTR, EINTR]
    let result = try DiskCalls.uninterrupted { () throws(DiskError) in
      if let code = codes.popLast() { throw DiskError(code: code) }
      return 7
    }
    #expect(result == 7)
    #expect(throws: DiskError(code: EIO)) {
      try DiskCalls.uninterrupted { () throws(DiskError) in throw DiskError(code: EIO) }
    }
  }

  @Test(
    "A folder that cannot be synced at all is no error",
    arguments: [(EACCES, false), (EINVAL, false), (EIO, true), (ENOSPC, true)])
  func syncNames(code: Int32, isFailure: Bool) {
    var calls = DiskCalls()
    calls.sync = { _ throws(DiskError) in throw DiskError(code: code) }
    if isFailure {
      #expect(throws: DiskError(code: code)) { try calls.syncNames(of: folder.path) }
    } else {
      #expect(throws: Never.self) { try calls.syncNames(of: folder.path) }
    }
  }
}
