import CanonLiveSupport
import Foundation
import Testing

@testable import canon

/// A process that may do too little says what is short, instead of waiting or blaming the server.
@Suite struct ProcessLimitTests {
  private static let play = "play Schedules/always.toml --no-start-server --server canon-test-none"

  /// Runs canon after a command of the shell that lowers a limit, where there is no server.
  private func canon(_ words: String = play, after limit: String) throws -> (status: Int32, errors: String) {
    let process = Process(), errors = Pipe(), folder = try TestFolder()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    // One that waits in silence is killed.
    process.arguments = ["-c", "\(limit); exec timeout -s KILL 60 \(CanonProcess.path) \(words)"]
    process.currentDirectoryURL = URL(fileURLWithPath: CanonProcess.projectFolder)
    process.environment = ProcessInfo.processInfo.environment.merging(["XDG_STATE_HOME": folder.path]) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    try process.run()
    let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, said)
  }

  private func expectFailure(after limit: String, saying message: String) throws {
    let result = try canon(after: limit)
    #expect(result.status == 1)
    #expect(result.errors == message)
  }

  @Test(
    "Too few open files are named, with how many there are and how many are needed", arguments: [10, 16, 31])
  func descriptors(count: Int) throws {
    try expectFailure(
      after: "ulimit -n \(count)",
      saying:
        "canon: this process may open \(count) files; expected at least 32. Raise the limit: \"ulimit -n 1024\", or LimitNOFILE=1024 in a systemd unit.\n"
    )
  }

  /// A debug build is loaded from some 104 MiB on; at 520 no server is found, and at 600 it does not answer.
  @Test(
    "Too little address space to play is named before anything waits", arguments: [128, 300, 520, 600, 767])
  func addressSpace(megabytes: Int) throws {
    try expectFailure(
      after: "ulimit -v \(megabytes * 1024)",
      saying: "canon: this process may use \(megabytes) MiB of address space; expected at least 768 MiB. "
        + "Raise the limit: \"ulimit -v unlimited\", or LimitAS=infinity in a systemd unit.\n")
  }

  @Test("The stems need address space too")
  func addressSpaceOfStems() throws {
    let result = try canon(after: "ulimit -v \(768 * 1024)")
    #expect(result.status == 1)
    #expect(
      result.errors.hasPrefix("canon: this process may use 768 MiB of address space; expected at least 8"))
    #expect(result.errors.contains(" MiB for these stems. Raise the limit: "))
  }

  @Test(
    "Every subcommand says so", arguments: ["check Stems/pachelbel-canon", "doors Schedules/always.toml"])
  func everySubcommand(words: String) throws {
    let short = try canon(words, after: "ulimit -v \(128 * 1024)")
    #expect(short.status == 1)
    #expect(
      short.errors.hasPrefix(
        "canon: this process may use 128 MiB of address space; expected at least 768 MiB. "))
    let enough = try canon(words, after: "ulimit -v \(768 * 1024)")
    #expect(enough.status == 0, "\(enough.errors)")
  }

  @Test("A soft limit is raised as far as the hard one allows")
  func softLimit() throws {
    let result = try canon(after: "ulimit -S -n 16")
    // Then only the server is missing.
    #expect(result.status == 69, "\(result.errors)")
  }
}
