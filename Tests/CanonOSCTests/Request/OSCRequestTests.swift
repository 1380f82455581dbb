import CanonControl
import CanonFiles
import CanonNetwork
import Testing

@testable import CanonOSC

/// What messages mean.
@Suite struct OSCRequestTests {
  private func request(_ address: String, _ arguments: OSCValue...) throws(OSCRefusal) -> OSCRequest {
    try OSCRequest(OSCMessage(address, arguments))
  }

  private func refusal(_ address: String, _ arguments: OSCValue...) -> OSCRefusal? {
    do throws(OSCRefusal) { _ = try OSCRequest(OSCMessage(address, arguments)) } catch { return error }
    return nil
  }

  @Test(
    "A word has its address, alone, of a stem, or of the master",
    arguments: [
      (OSCMessage("/canon/press", .text("violin-a"), .text("bar")), "press violin-a bar"),
      (OSCMessage("/canon/press", .text("violin-a"), .text("cello")), "press violin-a cello"),
      (OSCMessage("/canon/stem/violin-a/press"), "press violin-a"),
      (OSCMessage("/canon/stem/violin-a/press", .text("loop:2")), "press violin-a loop:2"),
      (OSCMessage("/canon/gain", .text("violin-a"), .int(-6)), "gain violin-a -6"),
      (OSCMessage("/canon/stem/violin-a/gain", .float(-6.5)), "gain violin-a -6.5"),
      (OSCMessage("/canon/stem/violin-a/gain", .double(-6)), "gain violin-a -6"),
      (
        OSCMessage("/canon/stem/violin-a/gain", .float(-6), .text("over"), .int(2), .text("bars")),
        "gain violin-a -6 over 2 bars"
      ),
      (OSCMessage("/canon/master/gain", .float(-3)), "gain master -3"),
      (OSCMessage("/canon/stem/violin-a/toggle", .text("mute")), "toggle mute violin-a"),
      (OSCMessage("/canon/stem/violin-a/solo", .text("off")), "solo violin-a off"),
      (OSCMessage("/canon/solo", .text("off")), "solo off"),
      (
        OSCMessage("/canon/fade", .text("all"), .text("over"), .float(4), .text("bars")),
        "fade all over 4 bars"
      ),
      (OSCMessage("/canon/scene", .text("grand finale")), "scene \"grand finale\""),
      (
        OSCMessage("/canon/at", .text("bar"), .int(9), .text("scene"), .text("finale")),
        "at bar 9 scene finale"
      ),
      (OSCMessage("/canon/start", .text("violin-a"), .text("from"), .int(96)), "start violin-a from 96"),
      (OSCMessage("/canon/cancel", .text("at"), .int(3)), "cancel at 3"),
      (OSCMessage("/canon/panic"), "panic"), (OSCMessage("/canon/status"), "status"),
      (OSCMessage("/canon/line", .text("press violin-a bar")), "press violin-a bar"),
      (OSCMessage("/canon/press", .text("violin-a quit")), "press \"violin-a quit\""),
    ])
  func lines(message: OSCMessage, line: String) throws {
    #expect(try OSCRequest(message) == .line(line))
    #expect(throws: Never.self) { try CommandParser.read(line, at: .network) }
  }

  @Test("A button acts when it is pressed, and not when it is let go")
  func buttons() throws {
    for pressed in [OSCValue.float(1), .int(127), .bool(true), .impulse] {
      #expect(try request("/canon/stem/violin-a/press", pressed) == .line("press violin-a"))
      #expect(
        try request("/canon/press", .text("violin-a"), .text("bar"), pressed) == .line("press violin-a bar"))
      #expect(try request("/canon/panic", pressed) == .line("panic"))
      #expect(try request("/canon/stem/violin-a/cancel", pressed) == .line("cancel violin-a"))
      #expect(try request("/canon/freeze", pressed) == .line("freeze"))
      #expect(try request("/canon/next", pressed) == .line("next"))
    }
    for released in [OSCValue.float(0), .int(0), .bool(false)] {
      #expect(try request("/canon/stem/violin-a/press", released) == .released)
      #expect(try request("/canon/panic", released) == .released)
      #expect(try request("/canon/freeze", released) == .released)
    }
    #expect(
      try request("/canon/stem/violin-a/gain", .float(0)) == .line("gain violin-a 0"), "a fader is none")
  }

  @Test("What is no address of canon is refused, patterns and words of other places included")
  func addresses() {
    for address in [
      "/", "/canon", "/canon/", "/canon/*", "/canon/{press,start}", "/canon/stem/*/press",
      "/canon/stem/violin-?/press", "/canon/stem//press", "/canon/stem/*/press/now", "/canon/quit",
      "/canon/replace",
      "/canon/record", "/canon/capture", "/canon/watch", "/other/press", "canon/press",
      "/canon/stem/violin-a",
      "/canon/press/violin-a", "/canon/open", "/Canon/press", "//canon/press", "/canon/stem/violin-a/press/",
    ] { #expect(refusal(address, .text("violin-a")) == .address(address)) }
    #expect(OSCRefusal.nearest(to: "/canon/prss") == "/canon/press")
    #expect(OSCRefusal.nearest(to: "/canon/stem/violin-a/pres") == "/canon/stem/violin-a/press")
    #expect(OSCRefusal.nearest(to: "/canon/stem/violin-a") == "/canon/stem/violin-a/press")
  }

  @Test("No word that ends canon or names a file has an address")
  func words() {
    for word in ["quit", "replace", "record", "capture", "keep", "learn"] {
      #expect(refusal("/canon/\(word)", .text("violin-a")) == .address("/canon/\(word)"))
      #expect(refusal("/canon/stem/violin-a/\(word)") == .address("/canon/stem/violin-a/\(word)"))
    }
  }

  @Test("An argument of another type is refused by its number")
  func arguments() {
    let address = "/canon/press"
    #expect(refusal(address, .float(1), .text("bar")) == .argument(address: address, number: 1, type: "f"))
    #expect(refusal(address, .text("cello"), .blob([1])) == .argument(address: address, number: 2, type: "b"))
    #expect(refusal(address, .bool(true), .text("a")) == .argument(address: address, number: 1, type: "T"))
    #expect(refusal("/canon/stem/cello/panic") == .notOfStems("/canon/stem/cello/panic", word: "panic"))
    #expect(refusal("/canon/line") == .lineExpected("/canon/line"))
    #expect(refusal("/canon/line", .text("a"), .text("b")) == .lineExpected("/canon/line"))
  }

  @Test("A subscription has a topic, and an interval in its range")
  func subscriptions() throws {
    #expect(try request("/canon/subscribe", .text("state")) == .subscribe(.state, interval: 100))
    #expect(try request("/canon/subscribe", .text("meters"), .float(40)) == .subscribe(.meters, interval: 40))
    #expect(try request("/canon/unsubscribe") == .unsubscribe(nil))
    #expect(try request("/canon/unsubscribe", .text("clock")) == .unsubscribe(.clock))
    let address = "/canon/subscribe"
    for wrong in [OSCValue.int(9), .int(10_001), .float(.nan), .float(.infinity), .text("fast")] {
      #expect(refusal(address, .text("state"), wrong) == .interval(address))
    }
    #expect(refusal(address) == .topic(address))
    #expect(refusal(address, .text("all")) == .topic(address))
  }

  @Test("Every refusal is told in every language", arguments: Language.allCases)
  func refusals(language: Language) {
    let all: [OSCRefusal] = [
      .format(.length(3)), .format(.noAddress), .format(.noTypes), .format(.short), .format(.notText),
      .format(.type("x")),
      .format(.tooDeep), .format(.tooMany), .address("/canon/prss"),
      .notOfStems("/canon/stem/a/panic", word: "panic"),
      .argument(address: "/canon/press", number: 2, type: "b"), .topic("/canon/subscribe"),
      .interval("/canon/subscribe"), .lineExpected("/canon/line"), .keyExpected("/canon/hello"), .wrongKey,
      .unproven,
      .tooManySubscribers, .tooLong(bytes: 70_000), .busy, .tooFarAhead, .noClock,
    ]
    let texts = all.map { $0.text(language) }
    #expect(Set(texts).count == all.count)
    for text in texts {
      #expect(text.last == "." || text.last == "。" || text.last == "?" || text.hasSuffix("か。"))
    }
    #expect(Set(all.map(\.code)).allSatisfy { !$0.contains(" ") })
  }
}
