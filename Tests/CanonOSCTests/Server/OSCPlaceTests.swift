import Testing

@testable import CanonOSC

@Suite struct OSCPlaceTests {
  @Test("A port alone is one of this machine", arguments: ["9000", "0", "65535"])
  func ports(text: String) throws {
    let place = try #require(OSCPlace(text))
    #expect(place.isOfThisMachine && place.description == "127.0.0.1:\(text)")
  }

  @Test(
    "An address in digits stands before it",
    arguments: [
      ("0.0.0.0:9000", false), ("192.168.1.20:1", false), ("[::1]:9000", true), ("127.0.0.2:9000", true),
    ])
  func addresses(text: String, isOfThisMachine: Bool) throws {
    let place = try #require(OSCPlace(text))
    #expect(place.description == text && place.isOfThisMachine == isOfThisMachine)
  }

  @Test(
    "Anything else is none",
    arguments: [
      "", "x", "-1", "+9000", "65536", "localhost:9000", ":9000", "1.2.3:9000", "127.0.0.1", "::1:9000",
      "[127.0.0.1]:9000",
      "[::1]", "9000 ", "127.0.0.1:9000:1",
    ])
  func others(text: String) { #expect(OSCPlace(text) == nil) }
}
