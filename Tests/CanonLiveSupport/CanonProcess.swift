import Foundation
import Synchronization

/// The built executable, run as people run it: words are its input, lines its output.
public final class CanonProcess: @unchecked Sendable {
  private let process = Process()
  private let input = Pipe.own()
  private let lines = Lines()
  private let errors = Lines()
  private let readers = DispatchGroup()
  /// What it plays on.
  private let server: DummyServer?

  /// The program beside the tests in the build folder; `CANON_EXECUTABLE` names another (an installed one).
  public static var path: String {
    if let path = ProcessInfo.processInfo.environment["CANON_EXECUTABLE"] { return path }
    let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent("canon").path
  }

  /// The top of the checkout.
  public static var projectFolder: String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().path
  }

  /// The state folder of tests, which is separate from the user's.
  public static let stateFolder = "/tmp/canon-test-state-\(getpid())"

  /// A runtime folder without a PipeWire, and without canons other than those of these tests.
  public static let runtimeFolder: String = {
    let folder = stateFolder + "/run"
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return folder
  }()

  /// An environment in which canon does not reach the machine's sound servers, and does not read or write the user's files.
  static var environment: [String: String] {
    var all = ProcessInfo.processInfo.environment
    all["XDG_RUNTIME_DIR"] = runtimeFolder
    all["PIPEWIRE_RUNTIME_DIR"] = nil
    all["DBUS_SESSION_BUS_ADDRESS"] = nil
    all["JACK_NO_START_SERVER"] = "1"
    all["XDG_STATE_HOME"] = stateFolder
    all["XDG_CONFIG_HOME"] = stateFolder + "/config"
    all["XDG_CACHE_HOME"] = stateFolder + "/cache"
    return all
  }

  /// Starts canon in the project's folder.
  /// - Parameter server: The server to play on, if `arguments` name one. It lasts at least as long as this object.
  public init(
    _ arguments: [String], on server: DummyServer? = nil, environment: [String: String] = [:],
    folder: String = projectFolder, executable: String = path
  ) throws {
    self.server = server
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.environment = Self.environment.merging(["COLUMNS": "80", "LC_ALL": "C"]) { $1 }
      .merging(environment) { $1 }
    process.standardInput = input
    let output = Pipe.own(), error = Pipe.own()
    process.standardOutput = output
    process.standardError = error
    try process.run()
    read(output, into: lines)
    read(error, into: errors)
  }

  /// The lines read so far. The readers hold this object instead of the process, so that a test that fails ends its canon.
  private final class Lines: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func append(_ line: String) { lines.withLock { $0.append(line) } }
  }

  private func read(_ pipe: Pipe, into lines: Lines) {
    let descriptor = dup(pipe.fileHandleForReading.fileDescriptor)
    DispatchQueue(label: "reader").async(group: readers) {
      guard let file = fdopen(descriptor, "r") else { return }
      var line: UnsafeMutablePointer<CChar>?
      var size = 0
      while getline(&line, &size, file) > 0 {
        lines.append(String(cString: line!).trimmingCharacters(in: .newlines))
      }
      free(line)
      fclose(file)
    }
  }

  public var pid: Int32 { process.processIdentifier }
  public var isRunning: Bool { process.runs }

  /// Whether the process is stopped, as by Ctrl-Z.
  public var isStopped: Bool {
    let line = (try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)) ?? ""
    return line.split(separator: ")").last?.hasPrefix(" T") ?? false
  }

  /// The memory that it has, in bytes.
  public func residentBytes() throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    guard let kibibytes = line?.split(separator: " ").compactMap({ Int($0) }).first else {
      throw TimedOut(description: "canon has no memory: it has ended")
    }
    return kibibytes << 10
  }

  /// The lines of standard output so far.
  public var output: [String] { lines.all }
  public var errorOutput: [String] { errors.all }

  public func say(_ line: String) {
    try? input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
  }

  public func closeInput() { try? input.fileHandleForWriting.close() }

  public func signal(_ number: Int32) { _ = kill(pid, number) }

  /// Waits for a line of output, from line `start` on, for which `condition` holds.
  @discardableResult
  public func waitForLine(
    _ what: String, from start: Int = 0, seconds: Double = patience, _ condition: (String) -> Bool
  ) throws -> String {
    var (found, asked): (String?, Int) = (nil, start)
    do {
      try waitUntil(what, seconds: seconds) {
        // Each line is asked once: to ask is to read JSON, and there may be thousands.
        let lines = output
        found = lines.dropFirst(asked).first(where: condition)
        asked = max(asked, lines.count)
        return found != nil || !isRunning
      }
    } catch {
      throw timedOut(error)
    }
    if let found { return found }
    // What it said last may still be on the way.
    let status = try finish()
    if let line = output.dropFirst(asked).first(where: condition) { return line }
    throw TimedOut(
      description: "canon ended with \(status) before: \(what)\noutput: \(output)\nerrors: \(errorOutput)")
  }

  /// Waits for the end.
  /// - Returns: The exit status, or 128 and the number of the signal that ended it.
  @discardableResult
  public func finish() throws -> Int32 {
    defer { if isRunning { kill(pid, SIGKILL) } }
    do {
      try waitUntil("canon ends") { !isRunning }
    } catch {
      throw timedOut(error)
    }
    readers.wait()
    guard case .ended(let status) = process.end else { throw TimedOut(description: "canon ended and runs") }
    // A sanitizer's report would be lost with the output that the tests read.
    if errorOutput.contains(where: { $0.contains("Sanitizer") }) {
      FileHandle.standardError.write(Data((errorOutput.joined(separator: "\n") + "\n").utf8))
    }
    return status
  }

  private func timedOut(_ error: any Error) -> TimedOut {
    let told = "output: \(output.suffix(20))\nerrors: \(errorOutput.suffix(10))"
    return TimedOut(description: "\(error)\n\(told)\nthreads: \(process.threads)")
  }

  /// Runs canon to its end.
  public static func run(
    _ arguments: [String], input: String = "", environment: [String: String] = [:],
    folder: String = projectFolder, executable: String = path
  ) throws -> (status: Int32, output: [String], errors: [String]) {
    let canon = try CanonProcess(arguments, environment: environment, folder: folder, executable: executable)
    if !input.isEmpty { canon.say(input) }
    canon.closeInput()
    let status = try canon.finish()
    return (status, canon.output, canon.errorOutput)
  }

  deinit { if isRunning { kill(pid, SIGKILL) } }
}
