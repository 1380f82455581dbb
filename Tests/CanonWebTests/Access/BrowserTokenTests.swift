import NIOHTTP1
import Testing

@testable import CanonWeb

@Suite struct BrowserTokenTests {
  @Test("A browser that sends its cookie back is known by its hash, among other cookies too")
  func back() throws {
    let token = BrowserToken()
    let cookie = token.cookie(port: 8321)
    let pair = try #require(cookie.split(separator: ";").first)
    let headers: HTTPHeaders = ["Cookie": "other=1; \(pair); canon=2"]
    #expect(BrowserToken(headers, port: 8321)?.hash == token.hash)
    #expect(BrowserToken(["Cookie": "x=1", "cookie": "\(pair)"], port: 8321)?.hash == token.hash)
  }

  @Test("No script reads the cookie, and no other site has it sent")
  func attributes() {
    let cookie = BrowserToken().cookie(port: 8321)
    #expect(cookie.contains("; HttpOnly") && cookie.contains("; SameSite=Strict"))
  }

  @Test("Another page of this machine has another cookie")
  func otherPort() throws {
    let pair = try #require(BrowserToken().cookie(port: 8321).split(separator: ";").first)
    #expect(BrowserToken(["Cookie": "\(pair)"], port: 8322) == nil)
  }

  @Test(
    "What is no cookie is none", arguments: ["", ";", "=", "canon-8321", "canon-8321;x=y", "canon-83210=1"])
  func none(text: String) { #expect(BrowserToken(["Cookie": text], port: 8321) == nil) }

  @Test("The hash is the SHA-256 of what is sent")
  func hash() throws {
    // sha256sum of "abc"
    let token = try #require(BrowserToken(["Cookie": "canon-1=abc"], port: 1))
    #expect(token.hash == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }
}
