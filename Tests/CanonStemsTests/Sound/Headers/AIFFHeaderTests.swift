import CanonEngine
import CanonTestSupport
import Foundation
import Testing

@testable import CanonStems

/// What an AIFF file says of its samples.
@Suite struct AIFFHeaderTests {
  private let folder = TemporaryFolder()

  private func aiff(
    _ kind: String, channels: Int = 2, frames: Int = 5, bits: Int = 16, encoding: String? = nil,
    skipped: Int = 0,
    size: Int = 28, before: [UInt8] = []
  ) throws -> String {
    let more = encoding.map { Pieces.join(Pieces.name($0), [0, 0]) } ?? []
    let common = Pieces.join(
      Pieces.name("COMM"), Pieces.big(18 + more.count, 4), Pieces.big(channels, 2), Pieces.big(frames, 4),
      Pieces.big(bits, 2), Pieces.zeros(10), more)
    let sound = Pieces.join(
      Pieces.name("SSND"), Pieces.big(size, 4), Pieces.big(skipped, 4), Pieces.big(0, 4))
    let file = Pieces.join(Pieces.name("FORM"), Pieces.big(0, 4), Pieces.name(kind), before, common, sound)
    return try Pieces.describe(folder.header(file, AIFFHeader.samples))
  }

  @Test(
    "Samples of an AIFF file fill whole bytes",
    arguments: [(8, 2), (12, 4), (16, 4), (17, 6), (24, 6), (32, 8)])
  func wholeBytes(bits: Int, frameSize: Int) throws {
    #expect(try aiff("AIFF", bits: bits) == "54+20 by \(frameSize) of 1, 5 frames")
  }

  @Test("What stands before the samples of an AIFF file is passed over")
  func passedOver() throws {
    #expect(try aiff("AIFF", skipped: 4) == "58+16 by 4 of 1, 5 frames")
    let odd = Pieces.join(Pieces.name("NAME"), Pieces.big(3, 4), [65, 66, 67, 0])
    #expect(try aiff("AIFF", before: odd) == "66+20 by 4 of 1, 5 frames")
  }

  @Test("An AIFF-C file has frames only where its encoding is plain")
  func encodings() throws {
    for encoding in [
      "NONE", "twos", "sowt", "raw ", "in24", "in32", "ni24", "42ni", "23ni", "fl32", "FL32", "fl64", "FL64",
    ] {
      #expect(try aiff("AIFC", encoding: encoding) == "60+20 by 4 of 1, 5 frames", "\(encoding)")
    }
    for encoding in ["ima4", "ulaw", "alaw", "none"] {
      #expect(try aiff("AIFC", encoding: encoding) == "60+20 by 0 of 1, not counted", "\(encoding)")
    }
    #expect(try aiff("AIFF", encoding: "ima4") == "60+20 by 4 of 1, 5 frames", "AIFF has no encodings")
  }

  @Test("An AIFF file of no known length, or of another kind, says nothing")
  func noAIFF() throws {
    #expect(try aiff("AIFF", size: 8) == "nothing")
    #expect(try aiff("AIFF", size: 9) == "54+1 by 4 of 1, 5 frames")
    #expect(try aiff("AIFF", size: 0x7ffe_ffff) != "nothing")
    #expect(try aiff("AIFF", size: 0x7fff_0000) == "nothing")
    #expect(try aiff("8SVX") == "nothing")
    #expect(try aiff("AIFF", skipped: 20) == "nothing", "no more than what is skipped")
    #expect(try aiff("AIFF", skipped: 19) == "73+1 by 4 of 1, 5 frames")
    #expect(try aiff("AIFF", skipped: 1000) == "nothing")
  }
}
