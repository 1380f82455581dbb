import Testing

@testable import CanonNetwork

@Suite struct NetworkPlaceTests {
  @Test("A port alone is one of this machine", arguments: ["9000", "0", "65535"])
  func ports(text: String) throws {
    let place = try #require(NetworkPlace(text))
    #expect(place.isOfThisMachine && place.description == "127.0.0.1:\(text)")
  }

  @Test(
    "An address in digits stands before it",
    arguments: [
      ("0.0.0.0:9000", false), ("192.168.1.20:1", false), ("[::1]:9000", true), ("127.0.0.2:9000", true),
    ])
  func addresses(text: String, isOfThisMachine: Bool) throws {
    let place = try #require(NetworkPlace(text))
    #expect(place.description == text && place.isOfThisMachine == isOfThisMachine)
  }

  @Test(
    "Anything else is none",
    arguments: [
      "", "x", "-1", "+9000", "65536", "localhost:9000", ":9000", "1.2.3:9000", "127.0.0.1", "::1:9000",
      "[127.0.0.1]:9000",
      "[::1]", "9000 ", "127.0.0.1:9000:1",
    ])
  func others(text: String) { #expect(NetworkPlace(text) == nil) }

  @Test(
    "An address may stand without a port, or nothing at all, where there is a usual one",
    arguments: [
      (nil, "127.0.0.1:8321"), ("127.0.0.1", "127.0.0.1:8321"), ("[::1]", "[::1]:8321"),
      ("10.0.0.2:9000", "10.0.0.2:9000"), ("[::1]:1", "[::1]:1"),
    ])
  func usualPort(address: String?, place: String) {
    #expect(NetworkPlace(address: address, usualPort: 8321)?.description == place)
  }

  @Test(
    "There a port alone is none",
    arguments: ["", "8321", "x", "localhost", "::1", "[127.0.0.1]", "[::ffff:127.0.0.1]"])
  func noAddress(text: String) { #expect(NetworkPlace(address: text, usualPort: 8321) == nil) }

  @Test("Other machines are told one address, not all of them", arguments: ["0.0.0.0:9000", "[::]:9000"])
  func reachable(text: String) throws {
    let place = try #require(NetworkPlace(text)).reachable
    #expect(place.port == 9000 && !["0.0.0.0", "::"].contains(place.host))
    let own = try #require(NetworkPlace("192.168.1.20:1"))
    #expect(own.reachable == own)
  }

  @Test("A request names one host, and that is canon's")
  func hosts() {
    #expect(NetworkPlace.ownHost(of: ["localhost:9000"], isOpen: false) == "localhost:9000")
    #expect(NetworkPlace.ownHost(of: ["192.168.1.20"], isOpen: true) == "192.168.1.20")
    for hosts in [[], ["192.168.1.20"], ["canon.example"], ["localhost", "localhost"]] {
      #expect(NetworkPlace.ownHost(of: hosts, isOpen: false) == nil, "\(hosts)")
    }
  }
}
