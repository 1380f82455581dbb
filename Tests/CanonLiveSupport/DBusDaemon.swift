import Foundation

/// A bus as that of a user's session, for one test. It ends with this object at the latest.
public final class DBusDaemon: @unchecked Sendable {
  private let folder: TestFolder
  private let process: ChildProcess

  /// Whether the tests with a bus run (``Tool/isTested(_:)``).
  public static var isTested: Bool { ["dbus-daemon", "playerctl"].allSatisfy(Tool.isTested) }

  /// Starts a bus, and returns once it listens.
  public convenience init() throws { try self.init(TestFolder(), environment: [:]) }

  /// - Parameters:
  ///   - folder: For its socket and what it writes.
  ///   - environment: More than that of canons in tests.
  init(_ folder: TestFolder, environment: [String: String]) throws {
    self.folder = folder
    let (printed, log) = (try folder.write("", to: "bus-address"), try folder.write("", to: "bus-log"))
    process = try ChildProcess(
      [
        try Tool.required("dbus-daemon"), "--session", "--nofork", "--nopidfile", "--print-address",
        "--address=" + Self.address(folder),
      ],
      environment: CanonProcess.environment.merging(environment) { $1 }.map { "\($0)=\($1)" },
      files: ["/dev/null", printed, log])
    // It prints its address once it listens.
    try waitUntil("the bus is there") {
      Self.text(of: printed).contains("unix:path=")
    }
  }

  public var address: String { Self.address(folder) }
  /// For its clients.
  public var environment: [String: String] { ["DBUS_SESSION_BUS_ADDRESS": address] }

  static func address(_ folder: TestFolder) -> String { "unix:path=" + folder.file("bus") }

  /// Ends the bus, as the end of a session does.
  public func end() {
    process.signal(SIGTERM)
    try? waitUntil("the bus ends", seconds: 5) { process.hasEnded }
  }

  deinit { end() }

  /// Runs a client of the bus to its end.
  /// - Returns: Its output, then its errors, without the last line's end.
  public func run(_ words: String...) throws -> (status: Int32, text: String) { try run(words) }

  public func run(_ words: [String]) throws -> (status: Int32, text: String) {
    let name = UUID().uuidString
    let (output, errors) = (
      try folder.write("", to: "output-\(name)"), try folder.write("", to: "errors-\(name)")
    )
    let client = try ChildProcess(
      [try Tool.required(words[0])] + words.dropFirst(),
      environment: CanonProcess.environment.merging(environment) { $1 }.map { "\($0)=\($1)" },
      files: ["/dev/null", output, errors])
    try waitUntil("\(words[0]) ends") { client.hasEnded }
    let text = [output, errors].map(Self.text).joined()
    return (client.exitStatus, text.trimmingCharacters(in: .newlines))
  }

  /// What is in a file, which may be empty: `String(contentsOfFile:)` leaks the memory into which it reads such a one.
  private static func text(of path: String) -> String {
    FileHandle(forReadingAtPath: path).map { String(decoding: $0.readDataToEndOfFile(), as: UTF8.self) } ?? ""
  }
}
