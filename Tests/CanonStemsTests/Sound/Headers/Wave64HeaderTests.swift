import CanonTestSupport
import Testing

@testable import CanonStems

/// What a W64 file says of its samples.
@Suite struct Wave64HeaderTests {
  private let folder = TemporaryFolder()

  private func chunk(_ name: String, _ content: [UInt8], size: Int? = nil) -> [UInt8] {
    Pieces.join(
      Pieces.name(name), Pieces.zeros(12), Pieces.little(size ?? 24 + content.count, 8), content,
      Pieces.zeros((8 - content.count % 8) % 8))
  }

  private func wave64(
    encoding: Int = 1, framesPerBlock: Int? = nil, before: [UInt8] = [], size: Int = 44, kind: String = "wave"
  ) throws -> String {
    let more = framesPerBlock.map { Pieces.join(Pieces.little(2, 2), Pieces.little($0, 2)) } ?? []
    let format = chunk(
      "fmt ",
      Pieces.join(
        Pieces.little(encoding, 2), Pieces.zeros(10), Pieces.little(4, 2), Pieces.little(16, 2), more))
    let file = Pieces.join(
      Pieces.name("riff"), Pieces.zeros(20), Pieces.name(kind), Pieces.zeros(12), format, before,
      chunk("data", [], size: size))
    return try Pieces.describe(folder.header(file, Wave64Header.samples))
  }

  @Test("Lengths count the head of a chunk, and chunks begin at multiples of 8 bytes")
  func lengths() throws {
    #expect(try wave64() == "104+20 by 4 of 1, not counted")
    #expect(try wave64(before: chunk("junk", [1, 2, 3])) == "136+20 by 4 of 1, not counted")
    #expect(try wave64(size: 24 + (1 << 33)) == "104+8589934592 by 4 of 1, not counted")
  }

  @Test("Blocks have frames, which are counted besides")
  func blocks() throws {
    #expect(try wave64(encoding: 0x11, framesPerBlock: 9) == "112+20 by 4 of 9, not counted")
    let fact = chunk("fact", Pieces.little(45, 8))
    #expect(try wave64(encoding: 0x11, framesPerBlock: 9, before: fact) == "144+20 by 4 of 9, 45 frames")
  }

  @Test("A file of no known length, or of another kind, says nothing")
  func nothing() throws {
    #expect(try wave64(size: 0) == "nothing")
    #expect(try wave64(size: 23) == "nothing")
    #expect(try wave64(size: Int.max) == "nothing")
    #expect(try wave64(kind: "levl") == "nothing")
  }
}
