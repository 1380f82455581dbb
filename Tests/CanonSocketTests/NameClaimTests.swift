import CanonSocket
import CanonTestSupport
import Testing

/// Names that canons under PipeWire choose, where libjack does not keep them apart.
@Suite struct NameClaimTests {
  @Test("Each canon has another name, and a name is free again when its canon ends")
  func unique() throws {
    let folder = TemporaryFolder()
    let place = SocketPlace(folder: folder.file("canon"))
    let first = try NameClaim("canon", in: place)
    var second: NameClaim? = try NameClaim("canon", in: place)
    let third = try NameClaim("canon", in: place), other = try NameClaim("a/b", in: place)
    #expect([first, third, other].map(\.name) == ["canon", "canon-3", "a/b"])
    #expect(second?.name == "canon-2")
    second = nil
    #expect(try NameClaim("canon", in: place).name == "canon-2")
    #expect(place.living() == [])
  }

  @Test("A name is no longer than JACK allows")
  func long() throws {
    let folder = TemporaryFolder()
    let place = SocketPlace(folder: folder.file("canon"))
    let name = String(repeating: "é", count: 31)
    let first = try NameClaim(name, in: place), second = try NameClaim(name, in: place)
    #expect(first.name == name && second.name == String(name.dropLast()) + "-2")
  }
}
