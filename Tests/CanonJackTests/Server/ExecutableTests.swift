import CanonLiveSupport
import Foundation
import Testing

@testable import CanonJack

/// Programs that canon starts and that may outlive it.
@Suite(.serialized) struct ExecutableTests {
  /// Runs a script in the shell, as canon runs jackd.
  /// - Returns: What it wrote.
  private func run(_ script: String) throws -> String {
    let folder = try TestFolder()
    let file = open(folder.file("output"), O_RDWR | O_CREAT, 0o600)
    defer { close(file) }
    let process = try #require(Executable.spawn(["/bin/sh", "-c", script], output: file))
    var status: Int32 = 0
    #expect(waitpid(process, &status, 0) == process && status == 0)
    return try String(contentsOfFile: folder.file("output"), encoding: .utf8)
  }

  @Test("Output and errors go to the file, and there is no input")
  func streams() throws {
    #expect(try run("echo said; echo wrong >&2; cat") == "said\nwrong\n")
  }

  @Test("Without a file, output and errors are discarded")
  func nowhere() throws {
    let folder = try TestFolder()
    let ends = "one=$(readlink /proc/$$/fd/1); two=$(readlink /proc/$$/fd/2)"
    let script = "\(ends); echo $one $two > \(folder.file("streams"))"
    let process = try #require(Executable.spawn(["/bin/sh", "-c", script], output: nil))
    waitpid(process, nil, 0)
    #expect(try String(contentsOfFile: folder.file("streams"), encoding: .utf8) == "/dev/null /dev/null\n")
  }

  @Test("The program is in a process group of its own, which Ctrl-C does not reach")
  func processGroup() throws {
    let words = try run("cut -d' ' -f1,5 /proc/$$/stat").split(whereSeparator: \.isWhitespace)
    #expect(words.count == 2 && words[0] == words[1])
  }

  @Test("Nothing that canon has open is open in the program")
  func descriptors() throws {
    let folder = try TestFolder()
    let file = open(folder.file("canon's"), O_RDWR | O_CREAT, 0o600)
    defer { close(file) }
    #expect(try !run("ls -l /proc/$$/fd").contains("canon's"))
  }

  @Test("Signals that canon ignores are not ignored by the program, but for that of a broken pipe")
  func signals() throws {
    let (window, pipe) = (signal(SIGWINCH, SIG_IGN), signal(SIGPIPE, SIG_IGN))
    defer {
      signal(SIGWINCH, window)
      signal(SIGPIPE, pipe)
    }
    let line = try run("grep SigIgn /proc/$$/status").split(whereSeparator: \.isWhitespace)
    let ignored = try #require(line.last.flatMap { UInt64($0, radix: 16) })
    #expect(ignored & 1 << UInt64(SIGWINCH - 1) == 0)
    #expect(ignored & 1 << UInt64(SIGPIPE - 1) != 0)
  }

  @Test("A missing program is not started")
  func missing() {
    #expect(Executable.spawn(["/nonexistent/jackd"], output: nil) == nil)
    #expect(Executable.find("canon-test-no-such-program") == nil)
  }

  @Test("A program is found in PATH")
  func find() throws {
    let path = try #require(Executable.find("sh"))
    #expect(path.hasSuffix("/sh") && access(path, X_OK) == 0)
  }
}
