import CanonLiveSupport
import CanonSession
import Foundation
import Glibc
import Testing

@testable import CanonControl
@testable import CanonSocket

/// Each client of a socket chooses its language, and whether it gets lines for people or objects for programs.
@Suite struct SocketLanguageTests {
  private let bench: SocketBench

  init() throws { bench = try SocketBench() }

  @Test("A view that is wanted as text has the lines of the client's language", arguments: ["en", "ja"])
  func views(lang: String) async throws {
    let view = View.help(at: .socket)
    let wish = #"{"line":"help","text":true,"lang":"\#(lang)"}"#
    let language = try SocketRequest(wish).language
    var reply = SocketReply(nil, .view(view), language)
    reply.text = try await OpenSocket.makeDesk().text(view, language)
    let expected = reply.json
    try await bench.serve(runs: true) { path in
      let client = try UnixSocket.waiting(at: path)
      #expect(client.write(line: wish))
      #expect(client.readLine() == expected)
      // The next request of the same client may want the object.
      #expect(client.write(line: #"{"line":"help"}"#))
      #expect(client.readLine()?.hasPrefix(#"{"answer":"#) == true)
    }
  }

  @Test("A client that watches and will say nothing more is told what happens until it leaves")
  func watchesOnly() async throws {
    try await bench.serve(runs: true) { path in
      let watcher = try UnixSocket.waiting(at: path)
      #expect(watcher.write(line: "watch"))
      #expect(watcher.readLine()?.contains("watching") == true && watcher.readLine() != nil)
      shutdown(watcher.descriptor, Int32(SHUT_WR))
      let speaker = try UnixSocket.waiting(at: path)
      for number in 0..<50 {
        #expect(speaker.write(line: "prss \(number)") && speaker.readLine() != nil)
        guard let told = watcher.readLine() else { throw TimedOut(description: "nothing is told") }
        #expect(told.contains("prss"))
      }
    }
  }

  @Test("Clients that watch are told the same event, each in its language and form")
  func events() async throws {
    try await bench.serve(runs: true) { path in
      let problem = CommandProblem.unknownWord("prss", .socket)
      var watchers: [UnixSocket] = []
      for options in [#""lang":"ja""#, #""lang":"ja","text":true"#, #""lang":"en","text":true"#] {
        let watcher = try UnixSocket.waiting(at: path)
        #expect(watcher.write(line: #"{"line":"watch",\#(options)}"#))
        #expect(watcher.readLine() == #"{"reply":"watching","status":0}"#)
        let status = try #require(watcher.readLine())
        #expect(status.hasPrefix(options.contains("text") ? #"{"text":["# : #"{"event":"status""#))
        watchers.append(watcher)
      }
      let speaker = try UnixSocket.waiting(at: path)
      #expect(speaker.write(line: "prss") && speaker.readLine() != nil)
      let told = try watchers.map { try #require($0.readLine()) }
      #expect(told[0].contains(problem.text(.japanese)) && !told[0].hasPrefix(#"{"text":"#))
      #expect(told[1].contains(problem.text(.japanese)) && told[1].hasPrefix(#"{"text":["#))
      #expect(told[2].contains("prss") && told[2].hasPrefix(#"{"text":["#))
      #expect(told[2].utf8.count == told[2].count, "\(told[2])")
    }
  }
}
