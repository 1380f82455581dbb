import CanonNetwork
import CanonSession
import CanonStems
import Foundation
import Glibc
import Synchronization
import Testing

@testable import CanonControl
@testable import CanonWeb

/// A server over a performance of one stem without a JACK server, and clients that are no browsers.
@Suite struct WebServerTests {
  private func serve(_ body: @escaping @Sendable (_ port: Int) throws -> Void) async throws {
    try await serve(pairs: false) { server in try body(server.place.port) }
  }

  private func serve(pairs: Bool, _ body: @escaping @Sendable (WebServer) throws -> Void) async throws {
    let set = try StemSetFile.parse(
      path: "set.toml",
      text: "title = \"<One>\"\nloop = \"1 s\"\n[[stem]]\nid = \"a\"\nfile = \"a.wav\"\n")
    let desk = Desk(try Performance(set: set, schedule: nil, now: { .now() }))
    let place = try #require(NetworkPlace(address: nil, usualPort: 0))
    // A browser that is silent for long is disconnected, and here it may be that the machine is busy.
    let server = try await WebServer.open(desk, at: place, pairs: pairs, keptIn: nil, patience: .hours(1))
    await desk.offer(server)
    let listening = Task { await server.listen() }
    let outcome = await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: Result { try body(server) }) }
    }
    listening.cancel()
    await listening.value
    await server.flush()
    try outcome.get()
  }

  private static let own = "Host: localhost\r\n"
  private static func post(_ line: String, to path: String = "/line", _ cookie: String = "") -> String {
    "POST \(path) HTTP/1.1\r\n\(own)\(cookie)X-Canon: 1\r\nContent-Length: \(line.utf8.count)\r\n\r\n\(line)"
  }

  @Test("Every file is served with its type, and nothing may be loaded from elsewhere")
  func files() async throws {
    try await serve { port in
      let client = try WebClient(port)
      for file in WebFile.allCases {
        client.send("GET \(file.rawValue) HTTP/1.1\r\n\(Self.own)\r\n")
        let answer = try client.answer()
        #expect(answer.status == 200 && answer.head.contains("Content-Type: \(file.type)"))
        #expect(answer.head.contains("default-src 'none'") && answer.head.contains("Cache-Control: no-store"))
        #expect(!answer.body.isEmpty && !answer.body.contains("https://"))
      }
    }
  }

  @Test(
    "A line is answered, also a wrong one, in the reader's language; what ends canon or names a file is refused"
  )
  func lines() async throws {
    try await serve { port in
      let client = try WebClient(port)
      client.send(Self.post("press a"))
      #expect(try client.answer().body == "{\"reply\":\"later\",\"status\":0}")
      for line in ["quit", "replace a b.wav", "record start x.wav", "nonsense"] {
        client.send(Self.post(line))
        let answer = try client.answer()
        #expect(answer.status == 200 && answer.body.contains("\"reply\":\"refused\""), "\(line)")
      }
      client.send(
        "POST /line HTTP/1.1\r\n\(Self.own)X-Canon: 1\r\nAccept-Language: ja\r\nContent-Length: 8\r\n\r\nnonsense"
      )
      #expect(try client.answer().body.contains("という語はありません"))
      client.send(Self.post("press a\nquit"))
      #expect(try client.answer().status == 400)
      client.send("GET /doors HTTP/1.1\r\n\(Self.own)\r\n")
      #expect(try client.answer().body.contains("\"doors\""))
    }
  }

  @Test("Who watches is sent the picture, then what is new, and the end")
  func events() async throws {
    let seen = Once()
    try await serve { port in
      let watcher = try WebClient(port)
      watcher.send("GET /events HTTP/1.1\r\n\(Self.own)\r\n")
      let picture = try watcher.event("picture")
      #expect(picture.contains("\"stem\":\"a\"") && picture.contains("\"title\":\"<One>\""))
      let other = try WebClient(port)
      other.send(Self.post("press a"))
      #expect(try other.answer().status == 200)
      #expect(try watcher.event("picture").contains("\"next\":\"play\""))
      seen.client = watcher
    }
    #expect(try #require(seen.client).event("end") == "{}")
  }

  private final class Once: @unchecked Sendable { var client: WebClient? }

  @Test("The thread of the pictures ends with the last browser that watches, and begins with the next")
  func pictureThread() async throws {
    try await serve(pairs: false) { server in
      #expect(!server.sight.isShown)
      for _ in 1...2 {
        do {
          let watcher = try WebClient(server.place.port)
          watcher.send("GET /events HTTP/1.1\r\n\(Self.own)\r\n")
          #expect(try watcher.event("picture").contains("\"stem\":\"a\""))
          withExtendedLifetime(watcher) { #expect(server.sight.isShown) }
        }
        #expect(try waitedUntil { !server.sight.isShown })
      }
    }
  }

  @Test("Who is not paired gets the page alone; who looks does not play; who is unpaired is let go")
  func paired() async throws {
    try await serve(pairs: true) { server in
      let port = server.place.port
      let client = try WebClient(port)
      func get(_ path: String, _ cookie: String = "") throws -> WebClient.Answer {
        client.send("GET \(path) HTTP/1.1\r\n\(Self.own)\(cookie)\r\n")
        return try client.answer()
      }
      func pair(as role: PairedBrowser.Role) throws -> String {
        client.send(Self.post(server.invitation(to: role).code, to: "/pair"))
        let answer = try client.answer()
        #expect(answer.status == 200 && answer.body == "{\"role\":\"\(role)\"}")
        return try #require(answer.cookie)
      }
      for file in WebFile.allCases { #expect(try get(file.rawValue).status == 200) }
      #expect(try get("/role").body == "{\"role\":\"none\"}")
      for path in ["/events", "/doors"] { #expect(try get(path).status == 403) }
      client.send(Self.post("press a"))
      #expect(try client.answer().status == 403)
      client.send(Self.post("AAAAAAAA", to: "/pair"))
      #expect(try client.answer().status == 422)

      let look = try pair(as: .look), play = try pair(as: .play)
      #expect(try get("/role", look).body == "{\"role\":\"look\"}" && get("/doors", look).status == 200)
      client.send(Self.post("press a", look))
      #expect(try client.answer().status == 403)
      client.send(Self.post("panic", look))
      #expect(try client.answer().status == 403, "not even that")
      client.send(Self.post("press a", play))
      #expect(try client.answer().body == "{\"reply\":\"later\",\"status\":0}")
      // A browser cannot let others in.
      for line in ["pair play", "pairings", "unpair 1"] {
        client.send(Self.post(line, play))
        #expect(try client.answer().body.contains("\"not-here\""), "\(line)")
      }

      // One browser has not all the places.
      let windows = try (1...WebSight.mostOfOne).map { _ in try WebClient(port) }
      for window in windows {
        window.send("GET /events HTTP/1.1\r\n\(Self.own)\(play)\r\n")
        _ = try window.event("picture")
      }
      let another = try WebClient(port)
      another.send("GET /events HTTP/1.1\r\n\(Self.own)\(play)\r\n")
      #expect(try another.answer().status == 503)

      let watcher = try WebClient(port)
      watcher.send("GET /events HTTP/1.1\r\n\(Self.own)\(look)\r\n")
      #expect(try watcher.event("picture").contains("\"stem\":\"a\""))
      #expect(Self.wait { await server.unpair(1)?.role } == .look)
      watcher.waitForEnd()
      #expect(try get("/events", look).status == 403 && get("/doors", play).status == 200)
    }
  }

  /// Waits for what takes time, on a thread that may.
  private static func wait<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) -> Value? {
    let done = DispatchSemaphore(value: 0), value = Answer<Value>()
    Task {
      let made = await body()
      value.made.withLock { $0 = made }
      done.signal()
    }
    done.wait()
    return value.made.withLock { $0 }
  }

  private final class Answer<Value: Sendable>: Sendable { let made = Mutex<Value?>(nil) }

  @Test(
    "Who sends nonsense, too much, or for somebody else, is told so and disconnected; others notice nothing")
  func hostile() async throws {
    try await serve { port in
      let good = try WebClient(port)
      for (text, status) in [
        ("nonsense\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: canon.example\r\n\r\n", 421),
        ("GET / HTTP/1.1\r\n\(Self.own)Cookie: \(String(repeating: "x", count: 9000))\r\n\r\n", 431),
        ("POST /line HTTP/1.1\r\n\(Self.own)X-Canon: 1\r\nContent-Length: 3000000000\r\n\r\n", 413),
        ("POST /pair HTTP/1.1\r\n\(Self.own)X-Canon: 1\r\nContent-Length: 9223372036854775808\r\n\r\n", 413),
        ("POST /line HTTP/1.1\r\n\(Self.own)X-Canon: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 413),
        ("POST /line HTTP/1.1\r\n\(Self.own)Content-Length: 5\r\n\r\npanic", 403),
        ("DELETE / HTTP/1.1\r\n\(Self.own)\r\n", 405), ("GET /etc/passwd HTTP/1.1\r\n\(Self.own)\r\n", 404),
      ] {
        let bad = try WebClient(port)
        bad.send(text)
        #expect(try bad.answer().status == status, "\(text.prefix(60))")
        #expect(bad.hasEnded())
      }
      good.send(Self.post("press a"))
      #expect(try good.answer().status == 200)
      // More connections than there is room for are closed; those that are there stay.
      let crowd = try (0..<80).map { _ in try WebClient(port) }
      #expect(try waitedUntil { crowd.filter { $0.hasEnded(within: 0) }.count >= 17 })
      good.send(Self.post("press a"))
      #expect(try good.answer().status == 200)
    }
  }

  @Test("Who is not paired and asks without end is told to send fewer; who is paired is served meanwhile")
  func strangers() async throws {
    try await serve(pairs: true) { server in
      let paired = try WebClient(server.place.port)
      paired.send(Self.post(server.invitation(to: .play).code, to: "/pair"))
      let cookie = try #require(try paired.answer().cookie)
      // Seconds may end between the requests.
      var refused: WebClient.Answer?
      while refused == nil {
        let stranger = try WebClient(server.place.port)
        for _ in 0...StrangerRate.most { stranger.send("GET /role HTTP/1.1\r\n\(Self.own)\r\n") }
        for _ in 0...StrangerRate.most where refused == nil {
          let answer = try stranger.answer()
          if answer.status != 200 { refused = answer }
        }
      }
      #expect(refused?.status == 429 && refused?.head.contains("Connection: close") == true)
      paired.send(Self.post("press a", cookie))
      #expect(try paired.answer().status == 200)
    }
  }

  @Test("All lines of a flood are answered, and a panic comes through")
  func flood() async throws {
    try await serve { port in
      let client = try WebClient(port)
      var statuses: [Int: Int] = [:]
      for _ in 1...300 { client.send(Self.post("status")) }
      for _ in 1...300 { try statuses[client.answer().status, default: 0] += 1 }
      #expect(
        statuses[200] ?? 0 >= LineRate.most && statuses.keys.allSatisfy([200, 429].contains), "\(statuses)")
      client.send(Self.post("panic"))
      #expect(try client.answer().status == 200)
    }
  }

  @Test(
    "Who sends thousands of requests at once is answered; who reads no answer is disconnected, and takes no memory"
  )
  func unread() async throws {
    try await serve { port in
      let many = try WebClient(port)
      let count = 5000
      DispatchQueue.global().async {
        for _ in 1...count / 50 {
          many.send(String(repeating: "GET /manifest.json HTTP/1.1\r\n\(Self.own)\r\n", count: 50))
        }
      }
      for _ in 1...count { #expect(try many.answer().status == 200) }
      let deaf = try WebClient(port)
      #expect(try waitedUntil { !deaf.send("GET /page.js HTTP/1.1\r\n\(Self.own)\r\n") })
      let closing = try WebClient(port)
      closing.send("GET /icon.svg HTTP/1.1\r\n\(Self.own)Connection: close\r\n\r\n")
      #expect(try closing.answer().status == 200 && closing.hasEnded())
    }
  }

  private func waitedUntil(_ isTrue: () -> Bool) throws -> Bool {
    let end = ContinuousClock.now + .seconds(900)
    while !isTrue() {
      if .now > end { return false }
      usleep(500)
    }
    return true
  }
}
