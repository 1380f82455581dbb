import CanonEngine
import CanonTestSupport
import Testing

@testable import CanonStems

/// The tempo that sound files state of themselves, in files as other programs write them.
@Suite struct TempoTagTests {
  let folder = TemporaryFolder()

  private func tempo(_ bytes: [UInt8]) throws -> Double? {
    try folder.header(bytes) { file in
      guard case .tempo(let tempo) = TempoTag.read(file) else { return nil }
      return tempo.beatsPerMinute
    }
  }

  private func statement(_ bytes: [UInt8]) throws -> TempoStatement? {
    try folder.header(bytes) { TempoTag.read($0) }
  }

  // MARK: - Chunks

  private func acid(_ tempo: Float, flags: Int = 0) -> [UInt8] {
    Pieces.chunk("acid", acidBody(tempo, flags))
  }

  private func acidBody(_ tempo: Float, _ flags: Int = 0) -> [UInt8] {
    Pieces.join(
      Pieces.little(flags, 4), Pieces.little(60, 2), Pieces.zeros(6), Pieces.little(8, 4),
      Pieces.little(4, 2), Pieces.little(4, 2), Pieces.little(Int(tempo.bitPattern), 4))
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

  private func id3(_ name: String, _ text: String, version: UInt8 = 3, isWide: Bool = false) -> [UInt8] {
    Pieces.id3((name, text), version: version, isWide: isWide)
  }

  @Test("ID3 of each version, also in UTF-16", arguments: [2, 3, 4] as [UInt8])
  func versions(version: UInt8) throws {
    for isWide in [false, true] {
      #expect(try tempo(id3("TBPM", "128", version: version, isWide: isWide)) == 128)
    }
    #expect(try tempo(id3("TBPM", "fast", version: version)) == nil)
    #expect(try tempo(id3("TALB", "128", version: version)) == nil)
  }

  // MARK: - W64, CAF and Apple Loops

  @Test("The same chunk in W64, under its name there alone")
  func wave64() throws {
    let samples = Pieces.chunk64("data", [1, 2, 3])
    #expect(try tempo(Pieces.wave64(samples, Pieces.chunk64("acid", acidBody(96)))) == 96)
    let other = Pieces.chunk64("acid", acidBody(96), rest: "000000000000000000000000")
    #expect(try tempo(Pieces.wave64(samples, other)) == nil)
    #expect(try tempo(Pieces.wave64(samples, Pieces.name("acid"), Pieces.zeros(60))) == nil, "a size of 0")
  }

  private static let appleLoop = Pieces.hexadecimal("29819273b5bf4aefb78d62d1ef90bb2c")

  @Test("CAF names its tempo; an Apple Loop the number of its beats, which counts where no tempo is named")
  func caf() throws {
    let info = Pieces.chunkCAF("info", Pieces.texts([("artist", "tempo"), ("tempo", "96.5")]))
    let loop = Pieces.chunkCAF(
      "uuid",
      Self.appleLoop + Pieces.texts([("category", ""), ("beat count", "16"), ("time signature", "4/4")]))
    #expect(try tempo(Pieces.caf(info)) == 96.5)
    #expect(try statement(Pieces.caf(loop)) == .beats(16))
    #expect(try tempo(Pieces.caf(loop, info)) == 96.5)
    let other = Pieces.chunkCAF("uuid", Pieces.zeros(16) + Pieces.texts([("beat count", "16")]))
    #expect(try statement(Pieces.caf(other)) == nil)
    for count in ["0", "-4", "many", "99999999999999999999"] {
      let wrong = Pieces.chunkCAF("uuid", Self.appleLoop + Pieces.texts([("beat count", count)]))
      #expect(try statement(Pieces.caf(wrong)) == nil)
    }
  }

  private func basic(_ beats: Int) -> [UInt8] {
    let numbers = Pieces.big(1, 4) + Pieces.big(beats, 4)
    return Pieces.chunk("basc", numbers + Pieces.zeros(76), isBigEndian: true)
  }

  @Test("An Apple Loop in AIFF has its beats in its chunk basc; a tempo in the same file counts before them")
  func basicChunk() throws {
    #expect(try statement(Pieces.aiff(basic(8))) == .beats(8))
    #expect(try statement(Pieces.aiff(basic(0))) == nil, "no loop")
    let tag = Pieces.chunk("ID3 ", id3("TBPM", "96"), isBigEndian: true)
    #expect(try tempo(Pieces.aiff(basic(8), tag)) == 96)
  }

  @Test(
    "Beats make a tempo with the file's length: a whole number within half a frame, else to thousandths",
    arguments: [(8, 352_800, 60), (8, 218_227, 97), (4, 60_828, 174), (4, 60_900, 173.793), (4, 1, nil)]
      as [(Int, FrameCount, Double?)])
  func beats(count: Int, frames: FrameCount, tempo: Double?) {
    let info = SoundInfo(sampleRate: .init(hertz: 44_100)!, channelCount: 2, frameCount: frames)
    #expect(TempoStatement.beats(count).tempo(of: info)?.beatsPerMinute == tempo)
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
      Pieces.wave64(Pieces.chunk64("data", [1]), Pieces.chunk64("acid", acidBody(96))),
      Pieces.caf(Pieces.chunkCAF("info", Pieces.texts([("tempo", "96")]))),
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
