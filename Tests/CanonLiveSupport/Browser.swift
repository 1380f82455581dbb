import Foundation
import Glibc
import Testing

/// A headless Chromium in New York with one page, driven over two pipes (https://chromedevtools.github.io/devtools-protocol/).
public final class Browser {
  private let process = Process()
  private let folder: TestFolder
  /// What it reads and what it writes.
  private let (input, output): (Int32, Int32)
  private var unread: [UInt8] = []
  private var number = 0
  private var session: String?

  public static var isTested: Bool { Tool.isTested("chromium") }

  /// Opens a page.
  /// - Parameters:
  ///   - size: Of its window, in pixels.
  ///   - language: Of its user, as `en` or `ja`.
  public init(_ address: String, size: (width: Int, height: Int) = (360, 740), language: String = "en") throws
  {
    let folder = try TestFolder()
    self.folder = folder
    let pipes = ["in", "out"].map { folder.file($0) }
    for pipe in pipes { try #require(mkfifo(pipe, 0o600) == 0) }
    // Both ends, so that neither waits for the other program.
    (input, output) = (open(pipes[0], O_RDWR | O_CLOEXEC), open(pipes[1], O_RDWR | O_CLOEXEC))
    try #require(input >= 0 && output >= 0)
    let chromium = try #require(Tool.path("chromium"), "chromium is not installed")
    let options = [
      "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
      "--remote-debugging-pipe", "--user-data-dir=\(folder.file("profile"))", "--lang=\(language)",
      "--accept-lang=\(language)", "--window-size=\(size.width),\(size.height)", "about:blank",
    ]
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", "exec \"$@\" 3<\"$0/in\" 4>\"$0/out\"", folder.path, chromium] + options
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.environment = ProcessInfo.processInfo.environment.merging([
      "HOME": folder.path, "TZ": "America/New_York",
    ]) { $1 }
    try process.run()
    let target = try call("Target.createTarget", ["url": "about:blank"])["targetId"] as? String
    let attached = try call(
      "Target.attachToTarget", ["targetId": try #require(target), "flatten": true])
    session = attached["sessionId"] as? String
    // A window has a least width, which a phone is below.
    _ = try call(
      "Emulation.setDeviceMetricsOverride",
      ["width": size.width, "height": size.height, "deviceScaleFactor": 1, "mobile": size.width < 600])
    try go(to: address)
  }

  deinit {
    kill(process.processIdentifier, SIGTERM)
    close(input)
    close(output)
  }

  public func go(to address: String) throws { _ = try call("Page.navigate", ["url": address]) }

  /// The value of an expression of JavaScript as text; a promise is awaited.
  @discardableResult
  public func value(_ expression: String) throws -> String {
    let reply = try call(
      "Runtime.evaluate", ["expression": "(async () => String(\(expression)))()", "awaitPromise": true])
    let result = reply["result"] as? [String: Any]
    return result?["value"] as? String ?? "\(reply)"
  }

  /// Waits until an expression is true.
  public func wait(_ comment: String, until expression: String) throws {
    try waitUntil("\(comment): \(expression)") { try self.value(expression) == "true" }
  }

  public func click(_ selector: String) throws { try value("document.querySelector(`\(selector)`).click()") }

  // MARK: - The protocol: objects that end with a byte of 0

  private func call(_ method: String, _ parameters: [String: Any]) throws -> [String: Any] {
    number += 1
    var request: [String: Any] = ["id": number, "method": method, "params": parameters]
    if let session { request["sessionId"] = session }
    let bytes = Array(try JSONSerialization.data(withJSONObject: request)) + [0]
    try #require(write(input, bytes, bytes.count) == bytes.count)
    while true {
      // What is asked of a page that is just being left is never answered.
      guard let reply = try next() else { return [:] }
      guard reply["id"] as? Int == number else { continue }
      return reply["result"] as? [String: Any] ?? reply
    }
  }

  /// - Returns: nil if nothing comes for a while.
  private func next() throws -> [String: Any]? {
    while true {
      if let end = unread.firstIndex(of: 0) {
        defer { unread.removeSubrange(...end) }
        return try #require(
          JSONSerialization.jsonObject(with: Data(unread[..<end])) as? [String: Any])
      }
      var poll = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      if Glibc.poll(&poll, 1, 3000) == 0 { return nil }
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = read(output, &buffer, buffer.count)
      try #require(count > 0)
      unread += buffer[..<count]
    }
  }
}
