import CanonEngine
import CanonTestSupport
import Foundation
import Testing

@testable import CanonStems

/// What a CAF file says of its samples.
@Suite struct CAFHeaderTests {
  private let folder = TemporaryFolder()

  private func caf(_ size: Int, frames: Int = 1, before: [UInt8] = []) throws -> String {
    let description = Pieces.join(
      Pieces.name("desc"), Pieces.big(32, 8), Pieces.zeros(16), Pieces.big(6, 4), Pieces.big(frames, 4),
      Pieces.zeros(8))
    let file = Pieces.join(
      Pieces.name("caff"), [0, 1, 0, 0], description, before, Pieces.name("data"), Pieces.big(size, 8))
    return try Pieces.describe(folder.header(file, CAFHeader.samples))
  }

  @Test("A CAF file has four bytes before its samples, and may leave its length open")
  func caf() throws {
    #expect(try caf(24) == "68+20 by 6 of 1, not counted")
    #expect(try caf(24, frames: 3) == "68+20 by 6 of 3, not counted")
    #expect(try caf(24, frames: 0) == "68+20 by 0 of 1, not counted")
    #expect(try caf(5) == "68+1 by 6 of 1, not counted")
    #expect(try caf(4) == "nothing")
    #expect(try caf(-1) == "nothing")
    #expect(
      try caf(24, before: Pieces.join(Pieces.name("free"), Pieces.big(3, 8), [0, 0, 0]))
        == "83+20 by 6 of 1, not counted"
    )
    #expect(try caf(24, before: Pieces.join(Pieces.name("free"), Pieces.big(.max, 8))) == "nothing")
  }
}
