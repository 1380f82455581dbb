import CanonEngine
import CanonTestSupport
import Foundation
import Testing

@testable import CanonStems

/// What the boxes of MPEG-4 files say of their length.
@Suite struct MPEG4BoxesTests {
  private let folder = TemporaryFolder()

  // MARK: - Boxes made of pieces

  private func box(_ name: String, _ body: [UInt8]...) -> [UInt8] {
    let bytes = body.flatMap(\.self)
    return Pieces.join(Pieces.big(8 + bytes.count, 4), Pieces.name(name), bytes)
  }

  private func tag(_ name: String, _ text: String) -> [UInt8] {
    box(
      "----", box("mean", Pieces.zeros(4), Pieces.name("com.apple.iTunes")),
      box("name", Pieces.zeros(4), Pieces.name(name)), box("data", Pieces.zeros(8), Pieces.name(text)))
  }

  private func tags(_ tags: [UInt8]...) -> [UInt8] {
    box("udta", box("meta", Pieces.zeros(4), box("ilst", tags.flatMap(\.self))))
  }

  /// A track of so many packets of 1024 units in a second of 44,100, and one edit in a movie of 1000 units a second.
  private func track(
    packets: Int, edit: (duration: Int, start: Int)? = nil, handler: String = "soun", entries: Int? = nil
  ) -> [UInt8] {
    let list = edit.map {
      box(
        "edts",
        box(
          "elst", Pieces.zeros(4), Pieces.big(1, 4), Pieces.big($0.duration, 4), Pieces.big($0.start, 4),
          Pieces.big(65_536, 4)))
    }
    return box(
      "trak", list ?? [],
      box(
        "mdia", box("mdhd", Pieces.zeros(12), Pieces.big(44_100, 4), Pieces.zeros(8)),
        box("hdlr", Pieces.zeros(8), Pieces.name(handler), Pieces.zeros(12)),
        box(
          "minf",
          box(
            "stbl",
            box(
              "stts", Pieces.zeros(4), Pieces.big(entries ?? 1, 4), Pieces.big(packets, 4),
              Pieces.big(1024, 4))))))
  }

  private func movie(_ children: [UInt8]...) -> [UInt8] {
    Pieces.join(
      box("ftyp", Pieces.name("M4A isom")), box("mdat", Pieces.zeros(100)),
      box(
        "moov", box("mvhd", Pieces.zeros(12), Pieces.big(1000, 4), Pieces.zeros(80)), children.flatMap(\.self)
      ))
  }

  private func frames(_ bytes: [UInt8], at rate: Int = 44_100) throws -> Int? {
    try folder.header(bytes) { MPEG4Boxes($0)?.frames(at: rate) }
  }

  @Test("The edit list leaves out the start; what it says of the end counts beyond one of its ticks")
  func edits() throws {
    #expect(try frames(movie(track(packets: 100))) == 102_400)
    // 102,400 - 1024 frames are 2298.77 ms.
    #expect(try frames(movie(track(packets: 100, edit: (2299, 1024)))) == 101_376)
    #expect(try frames(movie(track(packets: 100, edit: (2298, 1024)))) == 101_376)
    #expect(try frames(movie(track(packets: 100, edit: (2000, 1024)))) == 88_200)
    #expect(try frames(movie(track(packets: 100, edit: (0, 1024)))) == 101_376)
    #expect(try frames(movie(track(packets: 100, edit: (2299, 200_000)))) == nil, "beyond the end")
  }

  @Test("In fragments, and with several edits, the boxes do not tell the length")
  func unknown() throws {
    #expect(try frames(movie(track(packets: 100), box("mvex", Pieces.zeros(20)))) == nil)
    for start in [0xffff_ffff, 0xffff_fffe + 0] {
      let length = try frames(movie(track(packets: 100, edit: (500, start))))
      #expect(length == nil, "an empty edit, or one beyond the end")
    }
    let several = box(
      "edts",
      box(
        "elst", Pieces.zeros(4), Pieces.big(2, 4), Pieces.big(500, 4), Pieces.big(0xffff_ffff, 4),
        Pieces.zeros(16)))
    let plain = track(packets: 100)
    // The list comes first in the track.
    let edited = box("trak", several, Array(plain.dropFirst(8)))
    #expect(try frames(movie(plain)) == 102_400 && frames(movie(edited)) == nil)
    let none = box("trak", box("edts", box("elst", Pieces.zeros(8))), Array(plain.dropFirst(8)))
    #expect(try frames(movie(none)) == 102_400)
  }

  @Test("Units are those of the decoder's rate; the first track of sound counts")
  func scales() throws {
    #expect(try frames(movie(track(packets: 100)), at: 88_200) == 204_800)
    #expect(try frames(movie(track(packets: 100)), at: 48_000) == nil, "not whole frames")
    #expect(try frames(movie(track(packets: 7, handler: "vide"), track(packets: 100))) == 102_400)
    #expect(try frames(movie(track(packets: 7, handler: "vide"))) == nil)
  }

  @Test("The tag of iTunes comes before the packets")
  func stated() throws {
    let text = " 00000000 00000840 00000160 0000000000102660 00000000 00000000"
    #expect(try frames(movie(track(packets: 1036), tags(tag("iTunSMPB", text)))) == 1_058_400)
    #expect(try frames(movie(track(packets: 1037), tags(tag("iTunSMPB", text)))) == 1_058_400)
    #expect(try frames(movie(track(packets: 1036), tags(tag("iTunNORM", text)))) == 1_060_864)
    #expect(
      try frames(movie(track(packets: 1038), tags(tag("iTunSMPB", text)))) == 1_062_912,
      "the tag of another file")
    #expect(
      try frames(movie(track(packets: 1036), tags(tag("iTunSMPB", text))), at: 88_200) == 2_116_800,
      "HE-AAC: the tag counts as the packets do")
    #expect(
      try frames(movie(track(packets: 518), tags(tag("iTunSMPB", text))), at: 88_200) == 1_058_400,
      "HE-AAC: the tag counts what is decoded")
    for bad in ["", " 0 0 0", " 0 0 0 xyz", " 0 0 0 0"] {
      #expect(try frames(movie(track(packets: 100), tags(tag("iTunSMPB", bad)))) == 102_400, "\(bad)")
    }
  }

  @Test("The tempo is a number of two bytes")
  func tempo() throws {
    func tempo(_ data: [UInt8]) throws -> Int? {
      try folder.header(movie(tags(box("tmpo", box("data", data))))) { MPEG4Boxes($0)?.tempo }
    }
    #expect(try tempo(Pieces.zeros(8) + Pieces.big(96, 2)) == 96)
    #expect(try tempo(Pieces.zeros(8)) == nil)
  }

  @Test("Boxes that lie tell nothing: every beginning, and 2000 mutants")
  func broken() throws {
    let whole = movie(track(packets: 100, edit: (2299, 1024)), tags(tag("iTunSMPB", " 0 840 160 17000")))
    for size in whole.indices { _ = try frames(Array(whole[..<size])) }
    #expect(try frames(movie(track(packets: 100, entries: 0x7fff_ffff))) == nil)
    #expect(try frames(movie(track(packets: 0xffff_ffff))) == 0xffff_ffff * 1024)
    var random = SplitMix64(seed: 1)
    for _ in 0..<2000 {
      var bytes = whole
      for _ in 0...2 {
        bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      let frames = try frames(bytes)
      #expect(frames ?? 1 > 0)
    }
  }

  // MARK: - A file of an Apple encoder

  /// As the files of the original app: 2112 frames of priming, 1,058,400 of music and 352 of padding, which only the tag tells.
  @Test("The files of the original app have exactly 24 seconds")
  func original() throws {
    // ffmpeg's encoder has 1024 frames of priming: another 1088 of silence make 2112.
    var samples = [Float](repeating: 0, count: 1088 + 1_058_400 + 352)
    for frame in 0..<40 { samples[1088 + 500_000 + frame] = sin(Float(frame) * .pi / 40) * 0.9 }
    let rate = SampleRate(hertz: 44_100)!
    try folder.sound("source.wav", samples, rate: rate, format: .wav16)
    try folder.ffmpeg([
      "-i", "source.wav", "-c:a", "aac", "-b:a", "96k", "-use_editlist", "0", "-metadata", "title=Cello",
      "0_cello.m4a",
    ])
    let plain = [UInt8](try folder.bytes("0_cello.m4a"))
    #expect(Data(plain).range(of: Data("elst".utf8)) == nil)
    let tagged = try inserting(
      tag("iTunSMPB", " 00000000 00000840 00000160 0000000000102660 00000000 00000000"), into: plain)
    try folder.write(tagged, to: "0_cello.m4a")
    let data = try SoundFile.read(folder["0_cello.m4a"])
    #expect(data.info == SoundInfo(sampleRate: rate, channelCount: 1, frameCount: 1_058_400))
    let heard = data.channels[0]
    #expect(heard.count == 1_058_400)
    let top = try #require(heard.indices.max { heard[$0] < heard[$1] })
    #expect(abs(top - 500_020) <= 2, "\(top)")
  }

  /// Appends a tag to the last box of a file whose `moov` comes last.
  private func inserting(_ tag: [UInt8], into bytes: [UInt8]) throws -> [UInt8] {
    var bytes = bytes
    for name in ["moov", "udta", "meta", "ilst"] {
      let range = try #require(Data(bytes).range(of: Data(name.utf8), options: .backwards))
      let place = range.lowerBound - 4
      let size = Int(bytes[place..<(place + 4)].bigEndian)
      try #require(place + size == bytes.count, "\(name) is the last")
      bytes.replaceSubrange(place..<(place + 4), with: Pieces.big(size + tag.count, 4))
    }
    return bytes + tag
  }
}
