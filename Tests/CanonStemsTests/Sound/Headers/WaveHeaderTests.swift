import CanonEngine
import CanonTestSupport
import Foundation
import Testing

@testable import CanonStems

/// What a WAV file and its relatives say of their samples.
@Suite struct WaveHeaderTests {
  private let folder = TemporaryFolder()

  private func wave(
    _ kind: String = "RIFF", encoding: Int = 1, block: Int = 4, framesPerBlock: Int? = nil,
    before: [UInt8] = [],
    size: Int = 20
  ) throws -> String {
    let number = kind == "RIFX" ? Pieces.big : Pieces.little
    let more = framesPerBlock.map { Pieces.join(number(2, 2), number($0, 2)) } ?? []
    let format = Pieces.join(
      Pieces.name("fmt "), number(16 + more.count, 4), number(encoding, 2), Pieces.zeros(10),
      number(block, 2),
      number(16, 2), more)
    let file = Pieces.join(
      Pieces.name(kind), number(0, 4), Pieces.name("WAVE"), format, before, Pieces.name("data"),
      number(size, 4))
    return try Pieces.describe(folder.header(file, WaveHeader.samples))
  }

  @Test("A WAV file says how many bytes a frame has, or a block of frames")
  func blocks() throws {
    for encoding in [1, 3, 6, 7, 0xfffe] {
      #expect(try wave(encoding: encoding) == "44+20 by 4 of 1, not counted", "\(encoding)")
    }
    #expect(try wave("RIFX") == "44+20 by 4 of 1, not counted")
    for encoding in [2, 0x11, 0x31] {
      #expect(
        try wave(encoding: encoding, framesPerBlock: 9) == "48+20 by 4 of 9, not counted", "\(encoding)")
      #expect(try wave(encoding: encoding) == "44+20 by 0 of 1, not counted", "\(encoding)")
    }
    #expect(try wave(encoding: 0x55) == "44+20 by 0 of 1, not counted")
  }

  @Test("Frames that are counted besides count where they are in blocks, and as many as there can be")
  func counted() throws {
    func fact(_ frames: Int, framesPerBlock: Int?) throws -> String {
      try wave(
        encoding: 2, framesPerBlock: framesPerBlock,
        before: Pieces.join(Pieces.name("fact"), Pieces.little(4, 4), Pieces.little(frames, 4)))
    }
    #expect(try fact(45, framesPerBlock: 9) == "60+20 by 4 of 9, 45 frames")
    #expect(try fact(46, framesPerBlock: 9) == "60+20 by 4 of 9, not counted")
    #expect(try fact(0, framesPerBlock: 9) == "60+20 by 4 of 9, not counted")
    #expect(try fact(5, framesPerBlock: nil) == "56+20 by 0 of 1, not counted")
  }

  @Test("A WAV file of no known length says nothing; an RF64 file has its length elsewhere")
  func lengths() throws {
    #expect(try wave(size: 0) == "nothing")
    #expect(try wave(size: 0x7ffe_ffff) != "nothing")
    #expect(try wave(size: 0x7fff_0000) == "nothing")
    #expect(try wave(size: 0xffff_ffff) == "nothing")
    let long = Pieces.join(
      Pieces.name("ds64"), Pieces.little(16, 4), Pieces.little(7, 8), Pieces.little(1 << 33, 8))
    #expect(try wave("RF64", before: long, size: 0xffff_ffff) == "68+8589934592 by 4 of 1, not counted")
    #expect(try wave("RF64", before: long) == "68+20 by 4 of 1, not counted")
    #expect(try wave("RIFF", before: long, size: 0xffff_ffff) == "nothing")
    let odd = Pieces.join(Pieces.name("junk"), Pieces.little(3, 4), [1, 2, 3, 0])
    #expect(try wave(before: odd) == "56+20 by 4 of 1, not counted")
  }
}
