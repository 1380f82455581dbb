import CanonTestSupport
import Foundation
import Testing

@testable import CanonStems

/// A program whose output is read.
@Suite struct ChildOutputTests {
  private let folder = TemporaryFolder()

  private func child(
    _ script: String, reading text: String = "", within time: Duration = .seconds(60)
  ) throws -> ChildOutput {
    try folder.write(text, to: "input")
    let file = open(folder["input"], O_RDONLY)
    defer { close(file) }
    return try ChildOutput(["/bin/sh", "-c", script], reading: file, until: .now + time)
  }

  @Test("It reads the file, and what it writes is read to the end; its errors are not")
  func output() throws {
    let child = try child("cat; echo more; echo wrong >&2", reading: "some ")
    #expect(child.text(limit: 100) == "some more\n")
    #expect(child.hasSucceeded())
  }

  @Test("The file can be opened again, in any order, though its name is not known")
  func opened() throws {
    #expect(try child("cat /dev/fd/0; cat /dev/fd/0", reading: "a").text(limit: 100) == "aa")
  }

  @Test("No more is read than asked for; the rest follows")
  func pieces() throws {
    let child = try child("echo abcdef")
    #expect(child.text(limit: 3) == "abc")
    #expect(child.text(limit: 100) == "def\n")
  }

  @Test("A program that fails, or is ended, has not succeeded")
  func fails() throws {
    let failing = try child("echo a; exit 3")
    _ = failing.text(limit: 100)
    #expect(!failing.hasSucceeded())
    let killed = try child("kill -9 $$")
    _ = killed.text(limit: 100)
    #expect(!killed.hasSucceeded())
    let missing = try ChildOutput(["/nonexistent"], reading: 0, until: .now + .seconds(60))
    #expect(missing.text(limit: 100) == "" && !missing.hasSucceeded())
  }

  @Test("After the deadline nothing more is read, and the program is ended")
  func late() throws {
    let child = try child("echo $$; sleep 1000; echo late", within: .milliseconds(300))
    let text = child.text(limit: 100), process = try #require(pid_t(text.dropLast()))
    #expect(!child.hasSucceeded())
    #expect(kill(process, 0) != 0 && errno == ESRCH)
  }

  @Test("A program that works on and on without output is given up; one that waits is not")
  func busy() throws {
    let child = try child("echo $$; while :; do :; done", within: .seconds(600))
    let text = child.text(limit: 100), process = try #require(pid_t(text.dropLast()))
    #expect(!child.hasSucceeded())
    #expect(kill(process, 0) != 0 && errno == ESRCH)
    #expect(try self.child("sleep 2; echo late").text(limit: 100) == "late\n")
  }

  @Test("It ends with the object, however much it would still write")
  func endless() throws {
    var child: ChildOutput? = try child("echo $$; yes")
    let text = try #require(child?.text(limit: 10)), process = try #require(pid_t(text.prefix { $0 != "\n" }))
    child = nil
    #expect(kill(process, 0) != 0 && errno == ESRCH)
  }

  @Test("Its memory and its processor time are limited")
  func limits() throws {
    let child = try child("ulimit -v; ulimit -d; ulimit -t")
    #expect(child.text(limit: 100) == "\(1 << 20)\n\(1 << 17)\n600\n")
  }

  @Test("However many begin at once, each one's output ends")
  func together() async throws {
    try await withThrowingTaskGroup(of: String.self) { group in
      for number in 0..<40 {
        group.addTask {
          let file = open("/dev/null", O_RDONLY)
          defer { close(file) }
          let child = try ChildOutput(
            ["/bin/sh", "-c", "echo \(number)"], reading: file, until: .now + .seconds(60))
          return child.text(limit: 100)
        }
      }
      var all: Set<String> = []
      for try await text in group { all.insert(text) }
      #expect(all == Set((0..<40).map { "\($0)\n" }))
    }
  }
}
