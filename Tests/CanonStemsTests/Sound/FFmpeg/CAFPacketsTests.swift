import CanonTestSupport
import Foundation
import Testing

@testable import CanonStems

/// AAC in CAF: the file's table of packets says which of the decoded frames are music.
@Suite struct CAFPacketsTests {
  private let folder = TemporaryFolder()

  /// Packs the packets of `aac.m4a`, which has 132,423 frames of music after a packet of priming, into a CAF file whose table says this.
  /// (ffmpeg writes no such file.)
  /// - Parameter excess: Frames that the table has too many.
  private func pack(frames: Int, priming: Int, excess: Int = 0) throws {
    try folder.encode(FFmpegEncoding.exact[0])
    try folder.ffmpeg(["-i", "aac.m4a", "-c", "copy", "packets.aac"])
    let packets = try packets(ofADTS: "packets.aac")
    let rest = packets.count * 1024 - frames - priming + excess
    let sizes = packets.flatMap { [UInt8($0.count >> 7 | 0x80), UInt8($0.count & 0x7f)] }
    func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
      Array(name.utf8) + Pieces.big(body.count, 8) + body
    }
    let rate = Pieces.big(Int((44_100.0).bitPattern), 8)
    let numbers = [2, 0, 1024, 2, 0].flatMap { Pieces.big($0, 4) }
    let file =
      [Array("caff".utf8), [0, 1, 0, 0], chunk("desc", rate + Array("aac ".utf8) + numbers)]
      + [chunk("kuki", try descriptor(ofMPEG4: "aac.m4a"))]
      + [
        chunk(
          "pakt",
          Pieces.big(packets.count, 8) + Pieces.big(frames, 8) + Pieces.big(priming, 4) + Pieces.big(rest, 4)
            + sizes)
      ]
      + [chunk("data", [0, 0, 0, 1] + packets.joined())]
    try folder.write(Data(file.joined()), to: "packed.caf")
  }

  /// The content of each packet of an ADTS stream, which says its length and whether it has a checksum.
  private func packets(ofADTS name: String) throws -> [ArraySlice<UInt8>] {
    let bytes = [UInt8](try folder.bytes(name))
    var packets: [ArraySlice<UInt8>] = [], start = 0
    while start < bytes.count {
      let size = Int(bytes[start + 3] & 3) << 11 | Int(bytes[start + 4]) << 3 | Int(bytes[start + 5]) >> 5
      packets.append(bytes[(start + (bytes[start + 1] & 1 == 1 ? 7 : 9))..<(start + size)])
      start += size
    }
    return packets
  }

  /// What the decoder must know: the content of the box `esds`.
  private func descriptor(ofMPEG4 name: String) throws -> [UInt8] {
    let bytes = [UInt8](try folder.bytes(name))
    let start = try #require(Data(bytes).range(of: Data("esds".utf8))).lowerBound
    let size = Int(bytes[(start - 4)..<start].bigEndian)
    return Array(bytes[(start + 8)..<(start - 4 + size)])
  }

  @Test("What comes before and after the music is left out, to the frame")
  func exact() throws {
    try pack(frames: 132_423, priming: 1024)
    let packed = try SoundFile.read(folder["packed.caf"])
    #expect(packed.info.frameCount == 132_423)
    #expect(packed.channels == (try SoundFile.read(folder["aac.m4a"]).channels))
    // Any other priming counts too.
    try pack(frames: 100_000, priming: 1024 + 777)
    let later = try SoundFile.read(folder["packed.caf"])
    #expect(later.channels == packed.channels.map { Array($0[777..<100_777]) })
  }

  @Test("A table that says otherwise than the file is not believed")
  func contradictory() throws {
    try pack(frames: 132_423, priming: 1024, excess: 1)
    let info = try SoundFile.info(folder["packed.caf"])
    #expect(info.frameCount > 132_423 && info.frameCount % 1024 == 0)
  }
}
