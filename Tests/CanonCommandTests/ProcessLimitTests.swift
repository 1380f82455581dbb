import CanonLiveSupport
import Foundation
import Testing

@testable import canon

/// A process that may do too little says what is short, instead of waiting or blaming the server.
@Suite struct ProcessLimitTests {
  /// Runs `canon play` after a command of the shell that lowers a limit, where there is no server.
  private func play(after limit: String) throws -> (status: Int32, errors: String) {
    let process = Process(), errors = Pipe(), folder = try TestFolder()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c",
      "\(limit); exec \(CanonProcess.path) play Schedules/always.toml --no-start-server --server canon-test-none",
    ]
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

  @Test(
    "Too few open files are named, with how many there are and how many are needed", arguments: [10, 16, 31])
  func descriptors(count: Int) throws {
    let result = try play(after: "ulimit -n \(count)")
    #expect(result.status == 1)
    #expect(
      result.errors
        == "canon: this process may open \(count) files; expected at least 32. Raise the limit: \"ulimit -n 1024\", or LimitNOFILE=1024 in a systemd unit.\n"
    )
  }

  @Test("Too little address space is named, with how much there is", arguments: [300, 400])
  func addressSpace(megabytes: Int) throws {
    let result = try play(after: "ulimit -v \(megabytes * 1024)")
    #expect(result.status == 1)
    #expect(
      result.errors.hasPrefix(
        "canon: this process may use \(megabytes) MiB of address space; expected at least 5"))
    #expect(
      result.errors.hasSuffix(
        "Raise the limit: \"ulimit -v unlimited\", or LimitAS=infinity in a systemd unit.\n"))
  }

  @Test("A soft limit is raised as far as the hard one allows")
  func softLimit() throws {
    let result = try play(after: "ulimit -S -n 16")
    // Then only the server is missing.
    #expect(result.status == 69, "\(result.errors)")
  }
}
