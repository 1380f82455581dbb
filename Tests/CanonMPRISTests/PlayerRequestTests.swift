import Foundation
import Testing

@testable import CanonMPRIS

/// What calls of D-Bus ask for.
@Suite struct PlayerRequestTests {
  private func request(
    _ member: String, _ arguments: BusValue..., interface: String = MPRIS.player
  ) throws(PlayerRefusal) -> PlayerRequest {
    try PlayerRequest(BusCall(interface: interface, member: member, arguments: arguments))
  }

  @Test("The methods of a player")
  func methods() throws {
    #expect(try request("PlayPause") == .playPause)
    #expect(try request("Play") == .play)
    #expect(try request("Pause") == .pause)
    #expect(try request("Stop") == .stop)
    #expect(try request("Next") == .next)
    #expect(try request("Previous") == .previous)
    #expect(try request("Seek", .integer(-5)) == .seek(-5))
    #expect(
      try request("SetPosition", .path(MPRIS.track), .integer(7))
        == .setPosition(track: MPRIS.track, 7))
    #expect(
      try request("Set", .text(MPRIS.player), .text("Volume"), .number(0.5), interface: BusCall.properties)
        == .setVolume(0.5))
  }

  @Test("Nobody on the bus ends canon, or gives it a file")
  func harmless() throws {
    #expect(try request("Quit", interface: MPRIS.root) == .nothing)
    #expect(throws: PlayerRefusal.self) { try request("OpenUri", .text("file:///etc/passwd")) }
    #expect(MPRIS.rootProperties["CanQuit"] == .bool(false))
  }

  @Test("What canon does not have is refused by name, and so are other types")
  func unknown() {
    #expect(throws: PlayerRefusal.self) { try request("Explode") }
    #expect(throws: PlayerRefusal.self) { try request("Seek", .text("5")) }
    #expect(throws: PlayerRefusal.self) { try request("Seek") }
    #expect(throws: PlayerRefusal.self) { try request("Play", interface: "org.example") }
    let readOnly = #expect(throws: PlayerRefusal.self) {
      try request(
        "Set", .text(MPRIS.player), .text("Metadata"), .text("x"), interface: BusCall.properties)
    }
    #expect(readOnly == .readOnly("Metadata"))
    let none = #expect(throws: PlayerRefusal.self) {
      try request("Set", .text(MPRIS.player), .text("Colour"), .text("x"), interface: BusCall.properties)
    }
    #expect(none == .unknownProperty("Colour"))
  }

  @Test("Every property has its type in what canon says of itself, and no other")
  func introspection() {
    for (name, value) in MPRIS.rootProperties.merging(
      PlayerPicture.empty.properties, uniquingKeysWith: { $1 })
    {
      let access = name == "Volume" ? "readwrite" : "read"
      #expect(
        MPRIS.introspection.contains(
          "<property name=\"\(name)\" type=\"\(value.signature)\" access=\"\(access)\"/>"))
    }
    let count = MPRIS.introspection.components(separatedBy: "<property ").count - 1
    #expect(count == MPRIS.rootProperties.count + PlayerPicture.names.count)
  }
}
