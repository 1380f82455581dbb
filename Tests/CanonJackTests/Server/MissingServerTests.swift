import CanonLiveSupport
import Foundation
import Testing

/// Live tests on a machine without jackd: the tests' own program is run again, with nothing in `PATH`.
@Suite struct MissingServerTests {
  /// Runs one live test.
  /// - Returns: The exit status, and what was said.
  private func run(
    _ environment: [String: String], test: String = "namesAndConnections"
  ) throws -> (status: Int32, said: String) {
    let process = Process(), output = Pipe()
    process.executableURL = try URL(
      fileURLWithPath: FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
    process.arguments = ["--testing-library", "swift-testing", "--filter", test]
    var all = ProcessInfo.processInfo.environment
    all["PATH"] = "/nonexistent"
    all["CANON_LIVE_TESTS"] = nil
    process.environment = all.merging(environment) { $1 }
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, said)
  }

  @Test("Where live tests are required, as in \"make test\", a machine without jackd fails them and says why")
  func required() throws {
    let result = try run(["CANON_LIVE_TESTS": "required"])
    #expect(result.status != 0)
    #expect(result.said.contains("jackd is not installed, so this was not tested."), "\(result.said)")
  }

  @Test("There, tests that need a /dev/shm of their own fail where they cannot have it")
  func requiredRegistry() throws {
    let result = try run(["CANON_LIVE_TESTS": "required"], test: "fullOfKilledServers")
    #expect(result.status != 0)
    #expect(
      result.said.contains("this process may not unshare /dev/shm, so this was not tested"), "\(result.said)")
  }

  @Test("Otherwise live tests are skipped, and reported as skipped")
  func passedOver() throws {
    let result = try run([:])
    #expect(result.status == 0)
    #expect(result.said.contains("skipped"), "\(result.said)")
  }

  @Test("Each target of the Makefile that runs live tests requires them")
  func makefile() throws {
    let text = try String(contentsOfFile: CanonProcess.projectFolder + "/Makefile", encoding: .utf8)
    #expect(text.contains("\ntest test-long test-asan: export CANON_LIVE_TESTS = required\n"))
  }
}
