import Testing

@testable import CanonWeb

@Suite struct BrowserNameTests {
  @Test(
    "People recognise it",
    arguments: [
      (
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
        "iPhone, Safari"
      ),
      (
        "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36",
        "Android, Chrome"
      ),
      ("Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0", "Linux, Firefox"),
      (
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0",
        "Windows, Edge"
      ),
      ("curl/8.5.0", "curl"), ("", "?"), ("\u{1B}[2Jx", "\\u{1b}[2Jx"),
    ])
  func names(agent: String, name: String) { #expect(BrowserName.name(agent) == name) }

  @Test func whoSaysNothingHasNone() { #expect(BrowserName.name(nil) == "?") }

  @Test func aLongNameIsCut() { #expect(BrowserName.name(String(repeating: "x", count: 5000)).count == 30) }
}
