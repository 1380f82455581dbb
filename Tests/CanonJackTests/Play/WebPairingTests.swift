import CanonLiveSupport
import Foundation
import Testing

/// Browsers that are paired before they play.
extension LiveTests.Web {
  private func start(on server: DummyServer, _ address: String = "127.0.0.1:0") throws -> CanonProcess {
    try CanonProcess.play(on: server, "--no-connect", "--web-pairing", "--web-address", address)
  }

  /// What `pair` answers.
  private func invitation(to role: String, by canon: CanonProcess) throws -> (code: String, link: String) {
    canon.say("pair \(role)")
    let answer = try canon.waitForEvent("pair") { $0["role"] as? String == role }
    return (try #require(answer["code"] as? String), try #require(answer["link"] as? String))
  }

  @Test(
    "A browser is paired by typing the code or by its link, stays so when canon comes again, and is let go by unpair"
  )
  func paired() throws {
    let server = try DummyServer.started("canon-test-web-pair")
    defer { server.stop() }
    let first = try start(on: server)
    let address = try first.webAddress()
    let typing = try Browser(address)
    try typing.wait("it asks for the code", until: "document.body.dataset.role === 'none'")
    try typing.wait(
      "there is nothing to play", until: "document.querySelector('main').checkVisibility() === false")
    #expect(try typing.value("document.querySelectorAll('.stem').length") == "0", "nothing is shown before")
    func type(_ code: String) throws {
      try typing.value("document.getElementById('code').value = '\(code)'")
      try typing.click("#pairing button")
    }
    try type("AAAA-AAAA")
    try typing.wait(
      "it is a wrong one",
      until: "document.getElementById('answer').textContent.includes('This code is wrong.')")
    try type(try invitation(to: "play", by: first).code.lowercased())
    try typing.wait("there are tiles", until: "document.querySelectorAll('.stem').length > 1")
    try typing.value("document.getElementById('quantum').value = 'now'")
    try typing.click("[data-stem=violin-a]")
    let event = try first.waitForEvent("changed", stem: "violin-a", state: "play")
    #expect(event["by"] as? String == "web 1")

    let link = try invitation(to: "look", by: first).link
    let looking = try Browser(link)
    try looking.wait(
      "it sees what plays", until: "document.querySelector('[data-stem=violin-a]')?.dataset.state === 'play'")
    #expect(
      try looking.value(
        "document.querySelector('[data-stem=violin-a]').disabled && document.getElementById('panic').disabled"
      ) == "true")
    #expect(try looking.value("location.href") == address, "the code does not stay in the address")

    first.signal(SIGTERM)
    try #expect(first.finish() == 0)
    let port = try #require(URL(string: address)?.port)
    let second = try start(on: server, "127.0.0.1:\(port)")
    for browser in [typing, looking] {
      try browser.wait(
        "it goes on",
        until: "!document.getElementById('server').classList.contains('away') && motion.place > 0")
    }
    second.say("pairings")
    let browsers = try second.waitForEvent("pairings")["browsers"] as? [[String: Any]]
    #expect(browsers?.map { $0["role"] as? String } == ["play", "look"])
    #expect(browsers?.first?["name"] as? String == "Linux, Chrome")
    // Who looks may play by another link, in the page that is open.
    let code = try invitation(to: "play", by: second).code
    try looking.value("location.hash = '\(code)'")
    try looking.wait(
      "it may play",
      until: "document.body.dataset.role === 'play' && !document.getElementById('panic').disabled")
    try looking.wait(
      "it goes on as such",
      until: "!document.getElementById('server').classList.contains('away') && location.hash === ''")
    try looking.click("#panic")
    #expect(try second.waitForEvent("changed", stem: "cello", state: "stop")["by"] as? String == "web 2")
    second.say("unpair 1")
    try typing.wait("it is let go", until: "document.body.dataset.role === 'none'")
    #expect(
      try typing.value(
        "document.getElementById('server').textContent + document.querySelectorAll('.stem').length") == "0",
      "nothing of what it saw stays")
    try looking.wait("the other one stays", until: "document.body.dataset.role === 'play'")
    try #expect(second.quit() == 0)
  }

  @Test(
    "A phone of 360 pixels has room for the code, with parts as large as a thumb, in its language",
    arguments: ["en", "ja"])
  func form(language: String) throws {
    let server = try DummyServer.started("canon-test-web-form")
    defer { server.stop() }
    let canon = try start(on: server)
    let browser = try Browser(try canon.webAddress(), language: language)
    try browser.wait(
      "it asks for the code",
      until: "document.readyState === 'complete' && document.body.dataset.role === 'none'")
    #expect(try browser.value("document.documentElement.scrollWidth <= innerWidth") == "true")
    #expect(try browser.smallParts("#pairing button, #code") == "")
    #expect(try browser.smallParts("#pairing label") == "LABEL", "smaller parts are told")
    #expect(try browser.value("document.querySelector('#pairing p').textContent").contains("pair play"))
    try #expect(canon.quit() == 0)
  }
}
