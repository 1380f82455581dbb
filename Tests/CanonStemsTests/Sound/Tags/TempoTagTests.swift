import CanonEngine
import CanonTestSupport
import Testing

@testable import CanonStems

/// The tempo that sound files state of themselves, in files as other programs write them.
@Suite struct TempoTagTests {
  let folder = TemporaryFolder()

  private func tempo(_ bytes: [UInt8]) throws -> Double? {
    try folder.header(bytes) { TempoTag.read($0)?.beatsPerMinute }
  }

  // MARK: - Chunks

  private func acid(_ tempo: Float, flags: Int = 0) -> [UInt8] {
    Pieces.chunk(
      "acid",
      Pieces.join(
        Pieces.little(flags, 4), Pieces.little(60, 2), Pieces.zeros(6), Pieces.little(8, 4),
        Pieces.little(4, 2), Pieces.little(4, 2), Pieces.little(Int(tempo.bitPattern), 4)))
  }

  @Test(
    "A WAV's acid chunk, before or after the samples, to thousandths", arguments: [96, 96.1, 120, 87.125])
  func acid(value: Double) throws {
    let samples = Pieces.chunk("data", [1, 2, 3])
    #expect(try tempo(Pieces.wave(acid(Float(value)), samples)) == value)
    #expect(try tempo(Pieces.wave(samples, acid(Float(value)))) == value)
  }

  @Test("A sound that is no loop has no tempo, nor has one whose tempo cannot be")
  func oneShot() throws {
    #expect(try tempo(Pieces.wave(acid(96, flags: 1))) == nil)
    for value in [0, -1, 1001, .nan, .infinity] as [Float] {
      #expect(try tempo(Pieces.wave(acid(value))) == nil)
    }
    #expect(try tempo(Pieces.wave(Pieces.chunk("acid", Pieces.zeros(20)))) == nil)
  }

  @Test("An ID3 tag in a chunk of WAV and AIFF")
  func chunkOfID3() throws {
    #expect(
      try tempo(Pieces.wave(Pieces.chunk("data", [1, 2]), Pieces.chunk("id3 ", id3("TBPM", "96")))) == 96)
    let aiff = Pieces.aiff(
      Pieces.chunk("SSND", [1, 2, 3], isBigEndian: true),
      Pieces.chunk("ID3 ", id3("TBPM", "96"), isBigEndian: true))
    #expect(try tempo(aiff) == 96)
  }

  // MARK: - ID3

  private func sevenBits(_ number: Int) -> [UInt8] {
    (0..<4).reversed().map { UInt8(number >> (7 * $0) & 0x7f) }
  }

  private func id3(_ name: String, _ text: String, version: UInt8 = 3, isWide: Bool = false) -> [UInt8] {
    let value: [UInt8] =
      isWide ? [1, 0xff, 0xfe] + text.utf8.flatMap { [$0, 0] } : [0] + Array(text.utf8)
    func frame(_ name: String, _ value: [UInt8]) -> [UInt8] {
      switch version {
      case 2: Pieces.join(Pieces.name(String(name.prefix(3))), Pieces.big(value.count, 3), value)
      case 3: Pieces.join(Pieces.name(name), Pieces.big(value.count, 4), [0, 0], value)
      default: Pieces.join(Pieces.name(name), sevenBits(value.count), [0, 0], value)
      }
    }
    let frames = Pieces.join(frame("TIT2", Pieces.zeros(200)), frame(name, value), Pieces.zeros(20))
    return Pieces.join(Pieces.name("ID3"), [version, 0, 0], sevenBits(frames.count), frames)
  }

  @Test("ID3 of each version, also in UTF-16", arguments: [2, 3, 4] as [UInt8])
  func versions(version: UInt8) throws {
    for isWide in [false, true] {
      #expect(try tempo(id3("TBPM", "128", version: version, isWide: isWide)) == 128)
    }
    #expect(try tempo(id3("TBPM", "fast", version: version)) == nil)
    #expect(try tempo(id3("TALB", "128", version: version)) == nil)
  }

  // MARK: - Comments

  @Test("FLAC's comments, in any case, with a point or a comma")
  func flac() throws {
    #expect(try tempo(Pieces.flac(Pieces.comments("TITLE=bpm=1", "BPM=96.5"))) == 96.5)
    #expect(try tempo(Pieces.flac(Pieces.comments("bpm=96,5"))) == 96.5)
    #expect(try tempo(Pieces.flac(Pieces.comments("Tempo=90", "bpm=96"))) == 96, "the usual name comes first")
    #expect(try tempo(Pieces.flac(Pieces.comments("TEMPO=Allegro"))) == nil)
  }

  @Test("Comments in Ogg, over pages with those of another stream between them")
  func ogg() throws {
    let long = Pieces.comments("A=" + String(repeating: "x", count: 300), "BPM=96")
    for start in [[3] + Pieces.name("vorbis"), Pieces.name("OpusTags"), [0x84, 0, 0, 0]] as [[UInt8]] {
      let parts = Pieces.segments(start + long)
      #expect(try tempo(Pieces.page([[1, 2]]) + Pieces.page(parts)) == 96)
      #expect(
        try tempo(
          Pieces.page([[1, 2]]) + Pieces.page([[9]], stream: 2) + Pieces.page([parts[0]])
            + Pieces.page([[9]], stream: 2)
            + Pieces.page([parts[1]]))
          == 96)
    }
    #expect(
      try tempo(Pieces.page([[1, 2]]) + Pieces.page(Pieces.segments(Pieces.name("other") + long))) == nil)
  }

  @Test("Bytes that lie, and each beginning of a file, state something or nothing, and harm nobody")
  func damaged() throws {
    let files = [
      Pieces.wave(Pieces.chunk("data", [1, 2]), acid(96)), id3("TBPM", "96"), id3("TBPM", "96", version: 2),
      Pieces.flac(Pieces.comments("BPM=96")),
      Pieces.page([[1]])
        + Pieces.page(Pieces.segments([3] + Pieces.name("vorbis") + Pieces.comments("BPM=96"))),
    ]
    var random = SplitMix64(seed: 7)
    for file in files {
      #expect(try tempo(file) == 96)
      for count in 0..<file.count { _ = try tempo(Array(file.prefix(count))) }
      var stated = 0
      for _ in 0..<300 {
        var mutant = file
        for _ in 0..<3 {
          mutant[Int.random(in: 0..<file.count, using: &random)] = [0, 0x7f, 0x80, 0xff].randomElement(
            using: &random)!
        }
        if let tempo = try tempo(mutant) {
          #expect(Tempo.range.contains(tempo))
          stated += 1
        }
      }
      #expect(stated > 0 && stated < 300, "some mutants are refused, and some understood")
    }
  }
}
