import CanonNetwork
import Testing

@testable import CanonNSM

/// What a session manager says, and where it listens.
@Suite struct NSMRequestTests {
  @Test("An address is a host and a port, over UDP")
  func address() {
    #expect(NSMAddress("osc.udp://studio:14812/")?.host == "studio")
    #expect(NSMAddress("osc.udp://127.0.1.1:65535")?.port == 65_535)
    for wrong in [
      "", "osc.tcp://studio:14812/", "osc.udp://studio/", "osc.udp://:14812/", "osc.udp://studio:0/",
      "osc.udp://studio:65536/", "osc.udp://studio:x/", "osc.udp://[::1]:14812/", "studio:14812",
    ] {
      #expect(NSMAddress(wrong) == nil, "\(wrong)")
    }
  }

  @Test("An open has a path, a title and a name; one that JACK or the disk would not take is none")
  func open() {
    let whole = OSCMessage("/nsm/client/open", .text("/s/canon.nA"), .text("Advent"), .text("canon.nA"))
    guard case .open(let project?) = NSMRequest(whole) else {
      Issue.record("not read")
      return
    }
    #expect(project.path == "/s/canon.nA" && project.client == "canon.nA")
    let longest = String(repeating: "n", count: 63)
    for wrong: [OSCValue] in [
      [], [.text("/s"), .text("t")], [.text("/s"), .int(3), .text("c")],
      [.text("s"), .text("t"), .text("c")],
      [.text("/"), .text("t"), .text("c")], [.text("/s"), .text("t"), .text("")],
      [.text("/s"), .text("t"), .text("a:b")], [.text("/s"), .text("t"), .text(longest + "n")],
      [.text("/s\u{1B}[2J"), .text("t"), .text("c")],
    ] {
      #expect(NSMRequest(OSCMessage("/nsm/client/open", wrong)) == .open(nil), "\(wrong)")
    }
    #expect(
      NSMRequest(OSCMessage("/nsm/client/open", .text("/s"), .text("t"), .text(longest))) != .open(nil))
  }

  @Test("Answers count only if they are to the announcement, and what canon does not act upon is nothing")
  func others() {
    let name = NSMRequest.announcing
    #expect(
      NSMRequest(OSCMessage("/reply", .text(name), .text("Hello"), .text("nsmd"), .text(":")))
        == .welcome)
    #expect(NSMRequest(OSCMessage("/error", .text(name), .int(-2), .text("No."))) == .refused("No."))
    #expect(NSMRequest(OSCMessage("/reply", .text("/nsm/server/list"), .text(""))) == nil)
    #expect(NSMRequest(OSCMessage("/nsm/client/save")) == .save)
    #expect(NSMRequest(OSCMessage("/nsm/client/session_is_loaded")) == nil)
    #expect(NSMRequest(OSCMessage("/reply")) == nil)
  }
}
