import CanonTestSupport
import Foundation
import Testing

@testable import CanonFiles

/// Programs that canon starts and that may outlive it.
@Suite(.serialized) struct ExecutableTests {
  /// Runs a script in the shell, as canon runs jackd.
  /// - Returns: What it wrote.
  private func run(_ script: String) throws -> String {
    let folder = TemporaryFolder()
    let file = open(folder.file("output"), O_RDWR | O_CREAT, 0o600)
    defer { close(file) }
    let process = try #require(Executable.spawn(["/bin/sh", "-c", script], output: file))
    var status: Int32 = 0
    #expect(waitpid(process, &status, 0) == process && status == 0)
    return try String(contentsOfFile: folder.file("output"), encoding: .utf8)
  }

  @Test("The first folder that has the program decides; a file that cannot be run is none")
  func search() throws {
    let folder = TemporaryFolder()
    for (name, mode) in [("a", 0o644), ("b", 0o755), ("c", 0o755)] as [(String, mode_t)] {
      mkdir(folder.file(name), 0o700)
      chmod(try folder.write([], to: "\(name)/jackd"), mode)
    }
    func find(_ name: String, _ folders: String...) -> String? {
      Executable.find(name, in: folders.map { folder.file($0) }.joined(separator: ":"))
    }
    #expect(find("jackd", "none", "a", "b", "c") == folder.file("b/jackd"))
    #expect(find("jackd", "c", "b") == folder.file("c/jackd"))
    #expect(find("jackd", "a") == nil && find("pw-jack", "a", "b") == nil)
  }

  @Test("Output and errors go to the file, and there is no input")
  func streams() throws {
    #expect(try run("echo said; echo wrong >&2; cat") == "said\nwrong\n")
  }

  @Test("Without a file, output and errors are discarded")
  func nowhere() throws {
    let folder = TemporaryFolder()
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
    let folder = TemporaryFolder()
    let file = open(folder.file("canon's"), O_RDWR | O_CREAT, 0o600)
    defer { close(file) }
    // What canon has inherited is not handed on either, from the first descriptor after the three streams.
    let isFree = fcntl(3, F_GETFD) == -1
    if isFree { dup2(file, 3) } else { _ = fcntl(3, F_SETFD, 0) }
    defer { if isFree { close(3) } }
    #expect(try !run("ls -l /proc/$$/fd").contains("canon's"))
    #expect(try run("ls /proc/$$/fd").split(separator: "\n").contains("3") == false)
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

  @Test("A pipe is inherited by no program")
  func pipes() throws {
    let ends = try #require(Executable.pipe())
    defer { for end in [ends.reading, ends.writing] { close(end) } }
    for end in [ends.reading, ends.writing] { #expect(fcntl(end, F_GETFD) == FD_CLOEXEC) }
    #expect(write(ends.writing, "a", 1) == 1)
    var byte: UInt8 = 0
    #expect(read(ends.reading, &byte, 1) == 1 && byte == 97)
  }

  @Test("A missing program is not started")
  func missing() {
    #expect(Executable.spawn(["/nonexistent/jackd"], output: nil) == nil && errno == ENOENT)
    #expect(Executable.find("canon-test-no-such-program") == nil)
  }

  @Test("A program is found in PATH")
  func find() throws {
    let path = try #require(Executable.find("sh"))
    #expect(path.hasSuffix("/sh") && access(path, X_OK) == 0)
  }
}
