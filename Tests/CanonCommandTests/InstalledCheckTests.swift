import CanonLiveSupport
import Foundation
import Testing

/// The check of an installed canon hides the toolchain's libraries, or else proves little.
@Suite struct InstalledCheckTests {
  @Test(
    "Where everything is required, a machine on which they cannot be hidden fails the check",
    arguments: [["CANON_LIVE_TESTS": "required"], ["CI": "true"]])
  func cannotHide(environment: [String: String]) throws {
    let root = try TestFolder(), files = FileManager.default
    for folder in ["usr/local/bin", "usr/local/share/canon", "tools"] {
      try files.createDirectory(atPath: root.file(folder), withIntermediateDirectories: true)
    }
    for name in ["usr/local/bin/canon", "tools/unshare"] {
      try files.createSymbolicLink(atPath: root.file(name), withDestinationPath: "/bin/false")
    }
    let process = Process(), errors = Pipe()
    process.executableURL = URL(fileURLWithPath: CanonProcess.projectFolder + "/Tools/check-installed")
    process.arguments = [root.path]
    let inherited = ProcessInfo.processInfo.environment.filter {
      !["CI", "CANON_LIVE_TESTS"].contains($0.key)
    }
    process.environment = inherited.merging(environment) { $1 }
      .merging(["PATH": root.file("tools") + ":/usr/local/bin:/usr/bin:/bin"]) { $1 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    try process.run()
    let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 1)
    #expect(said == "check-installed: the toolchain's libraries cannot be hidden here (that takes root).\n")
  }
}
