import Foundation
import Testing

/// Runs a program of the toolchain.
enum Tool {
  struct Result {
    let status: Int32
    /// Both streams, as they came.
    let output: String
  }

  /// - Parameter command: The program, found along `PATH`, and its arguments.
  static func run(_ command: [String], environment: [String: String] = [:]) throws -> Result {
    let process = Process(), pipe = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = environment.map { "\($0)=\($1)" } + command
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return Result(status: process.terminationStatus, output: output)
  }

  /// The program that these tests run in.
  static let testExecutable = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()

  /// Where the build left CanonEngine's interface for others to import.
  static func modules() throws -> URL {
    var folder = testExecutable.deletingLastPathComponent()
    while folder.path != "/" {
      let modules = folder.appending(path: "Modules")
      if FileManager.default.fileExists(atPath: modules.appending(path: "CanonEngine.swiftmodule").path) {
        return modules
      }
      folder.deleteLastPathComponent()
    }
    throw NotFound()
  }

  struct NotFound: Error, CustomStringConvertible {
    var description: String { "no Modules/CanonEngine.swiftmodule beside or above \(testExecutable.path)" }
  }
}
