import CanonLiveSupport
import Foundation
import Glibc
import Testing

@testable import CanonSocket

/// A socket serves its own user and root alone, whatever the permissions of its file are. Only root can be another user for a test.
@Suite(.enabled(if: getuid() == 0 && Tool.isTested("socat"), "only root can ask as another user"))
struct SocketUserTests {
  private let bench: SocketBench

  init() throws { bench = try SocketBench() }

  /// What a user is answered.
  private static func answer(_ path: String, as user: Int) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(Tool.path("setpriv")))
    process.arguments = [
      "--reuid=\(user)", "--clear-groups", try #require(Tool.path("socat")), "-t", "900", "-",
      "UNIX-CONNECT:\(path)",
    ]
    let (input, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (input, output)
    process.standardError = FileHandle.nullDevice
    try process.run()
    try? input.fileHandleForWriting.write(contentsOf: Data("prss\n".utf8))
    try input.fileHandleForWriting.close()
    let answer = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: answer, as: UTF8.self)
  }

  @Test("Another user who can open the socket is not answered, and root is")
  func others() async throws {
    let texts = try await bench.serve { [bench] path, _ in
      for file in [bench.folder.path, bench.place.folder] { chmod(file, 0o755) }
      chmod(path, 0o666)
      return try [65_534, 0].map { try Self.answer(path, as: $0) }
    }
    #expect(texts[0] == "")
    #expect(texts[1].contains("\"reply\":\"refused\""))
  }
}
