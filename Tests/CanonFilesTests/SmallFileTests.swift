import CanonTestSupport
import Foundation
import Testing

@testable import CanonFiles

/// Short texts of the kernel and of programs.
@Suite struct SmallFileTests {
  private let folder = TemporaryFolder()

  @Test("A file of the kernel, whose size is not known, is read")
  func kernel() throws {
    #expect(try #require(SmallFile.text("/proc/self/status")).contains("Pid:"))
  }

  @Test("What is not there, and what is no file, has no text")
  func missing() {
    #expect(SmallFile.text(folder.file("none")) == nil)
    #expect(SmallFile.text("") == nil)
  }

  @Test("The first 64 KiB are read", arguments: [0, 1, 65_535, 65_536, 65_537])
  func limit(size: Int) throws {
    let path = try folder.write([UInt8](repeating: 0x61, count: size), to: "a")
    #expect(SmallFile.text(path)?.utf8.count == min(size, 65_536))
  }

  @Test("Bytes that are no text are replaced, so that the rest can be shown")
  func noText() throws {
    let path = try folder.write([0x61, 0xff, 0x62, 0x0a], to: "a")
    #expect(SmallFile.text(path) == "a\u{FFFD}b\n")
  }

  @Test("An open file is read from its beginning, each time with what has been added")
  func open() throws {
    let file = try #require(fopen(folder.file("a"), "w+"))
    defer { fclose(file) }
    #expect(SmallFile.text(of: file) == "")
    fputs("one\n", file)
    #expect(SmallFile.text(of: file) == "one\n")
    #expect(SmallFile.text(of: file) == "one\n")
    fputs("two\n", file)
    #expect(SmallFile.text(of: file) == "one\ntwo\n")
  }
}
