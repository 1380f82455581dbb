import NIOHTTP1
import Testing

@testable import CanonWeb

/// What is served, and to whom.
@Suite struct WebRequestTests {
  private func request(
    _ method: HTTPMethod, _ path: String, _ headers: (String, String)..., isOpen: Bool = false
  ) -> Result<WebRequest, WebRefusal> {
    var all = HTTPHeaders(headers)
    if !all.contains(name: "Host") { all.add(name: "Host", value: "127.0.0.1:8321") }
    let head = HTTPRequestHead(version: .http1_1, method: method, uri: path, headers: all)
    return Result { () throws(WebRefusal) in try WebRequest(head, isOpen: isOpen) }
  }

  @Test("The files of the page, what happens and the doors are read; a line is posted, by the page alone")
  func served() {
    for file in WebFile.allCases { #expect(request(.GET, file.rawValue) == .success(.file(file))) }
    #expect(request(.GET, "/events") == .success(.events))
    #expect(request(.GET, "/doors?again") == .success(.doors))
    #expect(request(.POST, "/line", ("X-Canon", "1"), ("Content-Length", "5")) == .success(.line))
    #expect(request(.POST, "/pair", ("X-Canon", "1"), ("Content-Length", "8")) == .success(.pair))
    #expect(request(.GET, "/role") == .success(.role))
    for path in ["/line", "/pair"] {
      #expect(request(.POST, path, ("Content-Length", "5")) == .failure(.foreign))
    }
  }

  @Test(
    "Nothing else is",
    arguments: ["/..", "/../../etc/passwd", "/page.html", "//", "", "*", "/line/", "/%2e%2e/"])
  func others(path: String) { #expect(request(.GET, path) == .failure(.unknownPath)) }

  @Test("Each path has one method")
  func methods() {
    #expect(request(.POST, "/", ("X-Canon", "1")) == .failure(.method("GET")))
    #expect(request(.GET, "/line", ("X-Canon", "1")) == .failure(.method("POST")))
    #expect(request(.OPTIONS, "/line") == .failure(.method("POST")))
    #expect(request(.GET, "/", ("Upgrade", "websocket")) == .failure(.upgrade))
  }

  @Test(
    "A browser that asks for another host than this machine was led here by somebody",
    arguments: [
      ("localhost:8321", true), ("LOCALHOST", true), ("127.0.0.1:9999", true), ("[::1]:8321", true),
      ("canon.example:8321", false), ("localhost.example", false), ("127.0.0.1:8321:1", false),
      ("127.0.0.1:x", false), ("[::1]x", false), ("[::1", false), ("", false), ("127.0.0.2:8321", true),
      ("localhost:x", false), ("localhost:", false), ("localhost5:80", false), ("10.0.0.1:8321", false),
    ])
  func hosts(host: String, isOwn: Bool) {
    #expect(request(.GET, "/", ("Host", host)) == (isOwn ? .success(.file(.page)) : .failure(.otherHost)))
  }

  @Test(
    "A page that other machines reach is asked for by digits, which nobody can have point elsewhere",
    arguments: [
      ("192.168.1.20:8321", true), ("10.0.0.1", true), ("[2001:db8::1]:8321", true), ("localhost:8321", true),
      ("canon.example:8321", false), ("kitchen.local", false), ("192.168.1:8321", false),
    ])
  func openHosts(host: String, isOwn: Bool) {
    let expected: Result<WebRequest, WebRefusal> = isOwn ? .success(.file(.page)) : .failure(.otherHost)
    #expect(request(.GET, "/", ("Host", host), isOpen: true) == expected)
  }

  @Test("No host, and two hosts, are none")
  func oneHost() throws {
    let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/")
    #expect(throws: WebRefusal.otherHost) { try WebRequest(head, isOpen: false) }
    #expect(
      request(.GET, "/", ("Host", "localhost"), ("Host", "localhost")) == .failure(.otherHost))
  }

  @Test("Another site may ask for nothing")
  func origins() {
    #expect(request(.GET, "/events", ("Origin", "http://127.0.0.1:8321")) == .success(.events))
    for origin in ["http://canon.example", "https://127.0.0.1:8321", "http://127.0.0.1:1", "null"] {
      #expect(request(.GET, "/events", ("Origin", origin)) == .failure(.foreign))
    }
  }

  @Test("Heads and bodies have a greatest length, and bodies tell it")
  func lengths() {
    #expect(request(.GET, "/", ("Cookie", String(repeating: "x", count: 9000))) == .failure(.longHead))
    #expect(request(.POST, "/line", ("X-Canon", "1"), ("Content-Length", "2049")) == .failure(.longBody))
    for length in ["9223372036854775808", "18446744073709551615", "-1", "x", "5, 5"] {
      #expect(request(.POST, "/line", ("X-Canon", "1"), ("Content-Length", length)) == .failure(.longBody))
      #expect(request(.GET, "/", ("Content-Length", length)) == .failure(.longBody))
    }
    #expect(
      request(.POST, "/line", ("X-Canon", "1"), ("Transfer-Encoding", "chunked")) == .failure(.longBody))
  }
}
