import CanonTestSupport
import Foundation
import Testing

@testable import CanonFiles

/// Small text files that people write: what is read of them, and what is refused.
@Suite struct TextFileTests {
  private let folder = TemporaryFolder()

  private func refusal(_ path: String, largestSize: Int = TextFile.largestSize, takesPipe: Bool = false)
    -> String?
  {
    do throws(FileProblem) {
      _ = try TextFile.read(path, kind: "a score", largestSize: largestSize, takesPipe: takesPipe)
      return nil
    } catch {
      return error.message.replacing(folder.path + "/", with: "")
    }
  }

  @Test("A text is read whole, without the mark that some editors put before it")
  func whole() throws {
    let long = String(repeating: "é", count: 100_000)
    #expect(try TextFile.read(folder.write(long.utf8, to: "long"), kind: "") == long)
    #expect(try TextFile.read(folder.write([0xef, 0xbb, 0xbf, 65], to: "marked"), kind: "") == "A")
    #expect(try TextFile.read(folder.write([], to: "empty"), kind: "") == "")
  }

  @Test("A file as large as the limit is read, a larger one is refused")
  func limit() throws {
    #expect(refusal(try folder.write([UInt8](repeating: 65, count: 1000), to: "a"), largestSize: 1000) == nil)
    let path = try folder.write([UInt8](repeating: 65, count: TextFile.largestSize + 1), to: "b")
    #expect(
      refusal(path)
        == "b: found 1048577 bytes, expected a score (a text file). Such files are small; 1 MiB is the limit."
    )
  }

  @Test("A file that is not text is refused", arguments: [[65, 0, 66], [0xff], [0xc3]] as [[UInt8]])
  func bytes(bytes: [UInt8]) throws {
    #expect(
      refusal(try folder.write(bytes, to: "a"))
        == "a: found bytes that are not UTF-8 text, expected a score (a text file). Save the file as UTF-8.")
  }

  @Test("A path that is not a regular file is refused by its kind")
  func kinds() throws {
    #expect(
      refusal(folder.path + "/none")
        == "none: found no such file, expected a score (a text file). Check the name and the folder.")
    #expect(refusal(folder.path)?.contains("found a folder, expected") == true)
    #expect(refusal("/dev/null")?.contains("found something that is not a regular file, expected") == true)
    #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
    #expect(
      refusal(folder.file("pipe"))
        == "pipe: found something that is not a regular file, expected a score (a text file). Name the file itself."
    )
    #expect(
      refusal(folder.file("a\u{7}/b"))?.hasPrefix("a\\u{7}/b: found no such file") == true, "cleaned")
  }

  /// A pipe with both ends open.
  private func openPipe() -> (path: String, reader: Int32, writer: Int32) {
    let path = folder.file("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    return (path, reader, open(path, O_WRONLY))
  }

  @Test("A pipe is read only up to the limit, however much is written to it")
  func endlessPipe() throws {
    let (pipe, reader, writer) = openPipe()
    defer { close(reader) }
    #expect(write(writer, [UInt8](repeating: 65, count: 5000), 5000) == 5000)
    close(writer)
    #expect(
      refusal(pipe, largestSize: 1000, takesPipe: true)
        == "pipe: found more than 1000 bytes, expected a score (a text file). "
        + "Such files are small; 0 MiB is the limit.")
    var rest = [UInt8](repeating: 0, count: 5000)
    #expect(read(reader, &rest, rest.count) == 3999, "what shows that it is too long is read, and no more")
  }

  @Test("A pipe is read to its end where one may be given")
  func pipe() throws {
    let (pipe, reader, writer) = openPipe()
    defer { close(reader) }
    #expect(write(writer, "start cello\n", 12) == 12)
    close(writer)
    #expect(try TextFile.read(pipe, kind: "", takesPipe: true) == "start cello\n")
  }

  @Test("A pipe that is written byte by byte is read to its end too")
  func slowPipe() throws {
    let (pipe, reader, writer) = openPipe()
    defer { close(reader) }
    Thread.detachNewThread {
      for byte in "start cello\n".utf8 {
        write(writer, [byte], 1)
        var unread: Int32 = 1
        while ioctl(writer, UInt(FIONREAD), &unread) == 0 && unread > 0 { sched_yield() }
      }
      close(writer)
    }
    #expect(try TextFile.read(pipe, kind: "", takesPipe: true) == "start cello\n")
    // What was not read keeps the writer waiting.
    var rest: UInt8 = 0
    while read(reader, &rest, 1) != 0 { sched_yield() }
  }

  @Test("A hyphen is standard input only where a pipe may be given, else a name")
  func hyphen() {
    #expect(
      refusal("-") == "-: found no such file, expected a score (a text file). Check the name and the folder.")
  }
}
