import CanonLiveSupport
import Foundation
import Testing

/// canon played from a browser.
extension LiveTests.Web {
  @Test("A tile that is tapped is heard: what is played from a page is what its journal renders, bit for bit")
  func heard() throws {
    let server = try DummyServer.started("canon-test-web")
    defer { server.stop() }
    let play = try CapturedPlay(on: server, "--web", "--web-address", "127.0.0.1:0")
    let browser = try Browser(try play.canon.webAddress())
    try browser.wait("there is a tile", until: "!!document.querySelector('[data-stem=violin-a]')")
    try browser.value("document.getElementById('quantum').value = 'beat'")
    try browser.click("[data-stem=violin-a]")
    let event = try play.canon.waitForEvent("changed", stem: "violin-a", state: "play")
    #expect(event["by"] as? String == "web")
    try browser.wait(
      "it shows", until: "document.querySelector('[data-stem=violin-a]').dataset.state === 'play'")
    try browser.wait(
      "its meter moves",
      until: "!/scaleX\\(0\\)/.test(document.querySelector('[data-stem=violin-a] .meter').style.transform)")
    try browser.value("document.getElementById('gain').value = -12")
    try browser.value("document.getElementById('gain').dispatchEvent(new Event('input'))")
    try play.canon.waitForEvent("level", stem: "master")
    try browser.wait(
      "the gain shows", until: "document.getElementById('gain-text').textContent === '-12.0 dB'")
    try browser.click("#panic")
    try play.canon.waitForEvent("changed", stem: "violin-a", state: "stop")
    _ = try play.end()
    try browser.wait(
      "the end shows", until: "document.getElementById('server').classList.contains('away')")
  }

  @Test(
    "A locked stem stays silent, and its tile says when its door opens, as the calendar does",
    arguments: [
      ("en", "locked until 2015-12-20 00:00, in 12 days", "Panic"),
      ("ja", "2015-12-20 00:00まで閉、12 日後", "パニック"),
    ])
  func locked(language: String, state: String, panic: String) throws {
    let server = try DummyServer.started("canon-test-web-locked")
    defer { server.stop() }
    let canon = try CanonProcess.start(
      "Schedules/advent-2015.toml", on: server, "--as-of", "2015-12-07T12:00", "--no-connect", "--web",
      "--web-address", "127.0.0.1:0")
    let browser = try Browser(try canon.webAddress(), language: language)
    try browser.wait("there is a tile", until: "!!document.querySelector('[data-stem=violin-d]')")
    #expect(try browser.value("document.documentElement.lang") == language)
    #expect(try browser.value("document.getElementById('panic').textContent") == panic)
    // In the schedule's zone, not in the browser's.
    try browser.wait(
      "the tile says when its door opens",
      until: "document.querySelector('[data-stem=violin-d] .state').textContent === '\(state)'")
    #expect(try browser.value("document.getElementById('preview').textContent").contains("2015-12-07"))
    try browser.click("[data-stem=violin-d]")
    try browser.wait(
      "the refusal shows", until: "document.getElementById('answer').textContent.includes('2015-12-20')")
    #expect(try canon.waitForEvent("refused")["by"] as? String == "web")
    try browser.wait("the calendar shows", until: "document.getElementById('calendar').childElementCount > 3")
    #expect(
      try browser.value("document.querySelector('#calendar .locked small').textContent").contains("2015-12"))
    #expect(try browser.value("document.getElementById('doors-title').textContent").contains("Asia/Tokyo"))
    try #expect(canon.quit() == 0)
  }

  @Test(
    "A page fits on a phone and on a tablet, and every tile is as large as a thumb",
    arguments: [360, 1280])
  func size(width: Int) throws {
    let server = try DummyServer.started("canon-test-web-size")
    defer { server.stop() }
    let canon = try CanonProcess.play(on: server, "--no-connect", "--web", "--web-address", "127.0.0.1:0")
    let browser = try Browser(try canon.webAddress(), size: (width, 740))
    try browser.wait("there are tiles", until: "document.querySelectorAll('.stem').length > 1")
    #expect(try browser.value("innerWidth") == "\(width)")
    #expect(try browser.value("document.documentElement.scrollWidth <= innerWidth") == "true")
    #expect(try browser.smallParts("button, select, #gain") == "")
    #expect(
      try browser.value("[...document.querySelectorAll('button')].every(e => e.textContent.trim() !== '')")
        == "true", "a screen reader has words for each")
    let tasks = "/proc/\(canon.pid)/task"
    let threads = try FileManager.default.contentsOfDirectory(atPath: tasks).filter {
      try String(contentsOfFile: "\(tasks)/\($0)/comm", encoding: .utf8).contains(/NIO-SGLTN-[0-9]/)
    }
    #expect(threads.count == 1, "one thread serves all sockets")
    try #expect(canon.quit() == 0)
  }

  @Test("A pause is one, whatever sounds; a change that is asked for is said to who does not see it")
  func pause() throws {
    let server = try DummyServer.started("canon-test-web-pause")
    defer { server.stop() }
    let canon = try CanonProcess.play(on: server, "--no-connect", "--web", "--web-address", "127.0.0.1:0")
    let browser = try Browser(try canon.webAddress())
    // Before that no button is heard.
    try browser.wait("there are tiles", until: "document.querySelectorAll('.stem').length > 1")
    func pauses(_ isOn: Bool) throws {
      try browser.wait(
        "the button shows it", until: "document.getElementById('pause').ariaPressed === '\(isOn)'")
    }
    try pauses(false)
    try browser.click("#pause")
    try pauses(true)
    canon.say("start violin-a now")
    try pauses(false)
    try browser.click("#pause")
    try pauses(true)
    try browser.click("#pause")
    try pauses(false)
    try browser.value("document.getElementById('quantum').value = 'loop'")
    try browser.click("[data-stem=violin-b]")
    try browser.wait(
      "it is said",
      until: "document.querySelector('[data-stem=violin-b] .unseen').textContent === 'plays soon'")
    try browser.wait(
      "it is counted",
      until: "/plays in \\d+ beat/.test(document.querySelector('[data-stem=violin-b] .next').textContent)")
    #expect(try browser.value("document.getElementById('doors').hidden") == "true", "there are none")
    try #expect(canon.quit() == 0)
  }

  @Test("A page goes on by itself when canon comes back, and shows that a server is away")
  func comesBack() throws {
    let server = try DummyServer.started("canon-test-web-back")
    defer { server.stop() }
    let first = try CanonProcess.play(on: server, "--no-connect", "--web", "--web-address", "127.0.0.1:0")
    let address = try first.webAddress()
    let browser = try Browser(address)
    try browser.wait("there are tiles", until: "document.querySelectorAll('.stem').length > 1")
    first.signal(SIGTERM)
    try #expect(first.finish() == 0)
    try browser.wait("it says so", until: "document.getElementById('server').classList.contains('away')")
    let port = try #require(URL(string: address)?.port)
    let second = try CanonProcess.play(
      on: server, "--no-connect", "--web", "--web-address", "127.0.0.1:\(port)")
    try browser.wait(
      "it goes on", until: "!document.getElementById('server').classList.contains('away') && motion.place > 0"
    )
    try browser.value("document.getElementById('quantum').value = 'now'")
    try browser.click("[data-stem=violin-a]")
    try second.waitForEvent("changed", stem: "violin-a", state: "play")
    server.kill()
    try browser.wait(
      "it says that the server is away", until: "document.getElementById('server').classList.contains('away')"
    )
    second.say("quit")
    try #expect(second.finish() == 0)
  }
}

extension CanonProcess {
  /// Where it listens for browsers, as it tells.
  func webAddress() throws -> String {
    let note = try waitForEvent("note") { ($0["code"] as? String) == "web" }
    let words = try #require(note["message"] as? String).split(separator: " ")
    return try String(#require(words.first { $0.hasPrefix("http://") }))
  }
}

extension Browser {
  /// The visible ones of these parts of the page that are smaller than a thumb, 44 pixels.
  func smallParts(_ selector: String) throws -> String {
    try value(
      "[...document.querySelectorAll('\(selector)')].filter(e => e.checkVisibility()).filter(e => { const r = e.getBoundingClientRect(); return r.width < 44 || r.height < 44 }).map(e => e.id || e.className || e.tagName).join()"
    )
  }
}
