import CSndFile
import CanonEngine
import CanonFiles
import CanonStemsSupport
import CanonTestSupport
import Foundation
import Testing

@testable import CanonStems

/// Stems whose set file says nothing of their region play the loop that their sound file names.
@Suite struct LoopPointLoadingTests {
  let folder = TemporaryFolder()

  private func set(_ file: String, _ lines: String = "", loop: String = "1 s") throws -> StemSet {
    try folder.write(
      "loop = \"\(loop)\"\n[[stem]]\nid = \"a\"\nfile = \"\(file)\"\n" + lines + "\n", to: "set.toml")
    return try StemSetFile.load(folder.path)
  }

  private func load(_ set: StemSet, _ file: String? = nil) throws -> LoadedStem {
    try StemLoader.load(StemIndex(0), file: file, of: set, timing: SetTiming(of: set), at: .studio)
  }

  private static let ramp = (0..<1000).map { Float($0) / 32_768 }

  private func wave(_ loop: Range<Int>, _ name: String = "a.wav") throws {
    try folder.sound(name, Self.ramp)
    try SamplerChunk.name(loop, inWAV: folder[name])
  }

  // MARK: - Files of each kind

  /// Appends chunks to a file of libsndfile's.
  private func append(_ chunks: [UInt8], to name: String) throws {
    try folder.write(try folder.bytes(name) + chunks, to: name)
  }

  @Test(
    "WAV of any kind, as libsndfile reads it",
    arguments: ["wav16", "wav24", "wavFloat", "wavExtensible", "wavIMAADPCM", "rifx", "rf64"])
  func waves(name: String) throws {
    try folder.encode(.named(name), frames: 20_000)
    try append(Pieces.sampler([(480, 9599, 0)], isBigEndian: name == "rifx"), to: name)
    #expect(try SoundFile.info(folder[name]).loop == 480..<9600)
    if name == "rf64" { return }
    // The fields of SF_INSTRUMENT, whose loops Swift does not see: behind five words the first frame and the one behind the last.
    var header = SF_INFO()
    var instrument = [UInt32](repeating: 0, count: MemoryLayout<SF_INSTRUMENT>.size / 4)
    let file = try #require(sf_open(folder[name], Int32(SFM_READ), &header))
    defer { sf_close(file) }
    #expect(
      sf_command(file, Int32(SFC_GET_INSTRUMENT), &instrument, Int32(instrument.count * 4)) == 1)
    #expect(instrument[5...6] == [480, 9600])
  }

  @Test("AIFF", arguments: ["aiff16", "aiffFloat", "aiffLittle"])
  func aiffs(name: String) throws {
    try folder.encode(.named(name), frames: 20_000)
    try append(Pieces.instrument([(1, 480, "in"), (2, 9600, "")], from: 1, to: 2), to: name)
    #expect(try SoundFile.info(folder[name]).loop == 480..<9600)
  }

  @Test(
    "FLAC and Ogg with comments; places in Opus are at 48 kHz, whatever was encoded",
    arguments: [
      ("a.flac", "flac", 44_100, 480..<9600), ("flac.ogg", "flac", 44_100, 480..<9600),
      ("a.ogg", "libvorbis", 44_100, 480..<9600), ("a.opus", "libopus", 48_000, 480..<9600),
      ("half.opus", "libopus", 24_000, 240..<4800),
    ] as [(String, String, Int, Range<FrameCount>)])
  func comments(name: String, codec: String, rate: Int, loop: Range<FrameCount>) throws {
    try folder.sound(
      "source.wav", sine(100, frames: 20_000), rate: .init(hertz: rate)!, format: .wav16)
    try folder.ffmpeg([
      "-i", "source.wav", "-c:a", codec, "-metadata", "LOOPSTART=480", "-metadata", "LOOPLENGTH=9120", name,
    ])
    let info = try SoundFile.info(folder[name])
    #expect(info.sampleRate.hertz == rate && info.loop == loop)
  }

  @Test("W64 and CAF, as libsndfile writes and reads them")
  func longWaves() throws {
    try folder.sound("source.wav", sine(100, frames: 20_000), format: .wav16)
    for (name, chunk) in [
      ("a.w64", Pieces.chunk64("smpl", Array(Pieces.sampler([(480, 9599, 0)]).dropFirst(8)))),
      ("a.caf", Pieces.regions(Pieces.region(1, Pieces.marker("rbeg", 480), Pieces.marker("rend", 9600)))),
      ("b.caf", Pieces.markers(Pieces.marker("slbg", 480), Pieces.marker("slen", 9600))),
    ] {
      try folder.ffmpeg(["-i", "source.wav", "-c:a", "pcm_s16le", name])
      try append(
        Pieces.zeros((8 - (try folder.bytes(name)).count % 8) % 8 * (name == "a.w64" ? 1 : 0)) + chunk,
        to: name)
      #expect(try SoundFile.info(folder[name]).loop == 480..<9600, "\(name)")
    }
  }

  @Test("MP3 with the comments that ffmpeg and lame write")
  func mp3() throws {
    try folder.sound("source.wav", sine(100, frames: 20_000), format: .wav16)
    try folder.ffmpeg([
      "-i", "source.wav", "-c:a", "libmp3lame", "-metadata", "LOOPSTART=480", "-metadata", "LOOPLENGTH=9120",
      "-metadata", "TBPM=96", "a.mp3",
    ])
    try folder.run(
      "lame",
      [
        "--quiet", "--tv", "TXXX=LOOPSTART=480", "--tv", "TXXX=LOOPEND=9600", "--tv", "TBPM=96",
        "source.wav", "b.mp3",
      ])
    for name in ["a.mp3", "b.mp3"] {
      let (info, points, tempo) = try SoundReaders.standard.description(folder[name])
      #expect(
        info.loop == 480..<9600 && points?.source == .comments && tempo?.beatsPerMinute == 96, "\(name)")
    }
  }

  /// A CAF file with AAC, which ffmpeg does not write: its packets from a stream, its description from MPEG-4.
  private func aacInCAF(_ source: String) throws -> [UInt8] {
    for file in ["a.aac", "a.m4a"] { try folder.ffmpeg(["-i", source, "-c:a", "aac", file]) }
    let stream = [UInt8](try folder.bytes("a.aac")), box = try folder.bytes("a.m4a")
    var packets: [ArraySlice<UInt8>] = [], place = 0
    while place + 7 <= stream.count {
      // Of each head of seven bytes, 13 bits are the length of both.
      let size = Int(stream[place + 3] & 3) << 11 | Int(stream[place + 4]) << 3 | Int(stream[place + 5]) >> 5
      packets.append(stream[(place + 7)..<(place + size)])
      place += size
    }
    let name = try #require(box.range(of: Data("esds".utf8)))
    let start = name.lowerBound - 4
    let size = Int(Array(box[start..<name.lowerBound])[...].bigEndian)
    let description = box[name.upperBound..<(start + size)]
    let frames = packets.count * 1024
    return Pieces.caf(
      Pieces.chunkCAF(
        "desc",
        Pieces.join(
          Pieces.big(Int(bitPattern: UInt(48_000.0.bitPattern)), 8), Pieces.name("aac "), Pieces.big(2, 4),
          Pieces.big(0, 4), Pieces.big(1024, 4), Pieces.big(1, 4), Pieces.big(0, 4))),
      Pieces.chunkCAF("kuki", Array(description)),
      Pieces.chunkCAF(
        "pakt",
        Pieces.join(
          Pieces.big(packets.count, 8), Pieces.big(frames, 8), Pieces.zeros(8),
          packets.flatMap {
            $0.count < 128 ? [UInt8($0.count)] : [UInt8($0.count >> 7) | 0x80, UInt8($0.count & 0x7f)]
          })),
      Pieces.chunkCAF("data", Pieces.zeros(4) + packets.flatMap(\.self)))
  }

  @Test("The length of an Apple Loop tells its tempo")
  func appleLoop() throws {
    try folder.sound("source.wav", sine(100, frames: 96_000), format: .wav16)
    try folder.ffmpeg(["-i", "source.wav", "-c:a", "pcm_s16le", "a.caf"])
    let name = Pieces.hexadecimal("29819273b5bf4aefb78d62d1ef90bb2c")
    try append(Pieces.chunkCAF("uuid", name + Pieces.texts([("beat count", "4")])), to: "a.caf")
    #expect(try SoundReaders.standard.description(folder["a.caf"]).tempo?.beatsPerMinute == 120)
    try folder.ffmpeg(["-i", "source.wav", "a.aiff"])
    try append(
      Pieces.chunk("basc", Pieces.big(1, 4) + Pieces.big(2, 4) + Pieces.zeros(76), isBigEndian: true),
      to: "a.aiff")
    #expect(try SoundReaders.standard.description(folder["a.aiff"]).tempo?.beatsPerMinute == 60)
    try folder.write(Data(try aacInCAF("source.wav")), to: "b.caf")
    try append(
      Pieces.chunkCAF("info", Pieces.texts([("tempo", "120")]))
        + Pieces.markers(Pieces.marker("slbg", 480), Pieces.marker("slen", 9600)), to: "b.caf")
    let (info, _, tempo) = try SoundReaders.standard.description(folder["b.caf"])
    #expect(info.loop == 480..<9600 && tempo?.beatsPerMinute == 120, "AAC in CAF, which ffmpeg decodes")
  }

  @Test("Other files that ffmpeg decodes name none, and the readers of old journals know none")
  func others() throws {
    try folder.sound("source.wav", sine(100, frames: 20_000), format: .wav16)
    try folder.ffmpeg([
      "-i", "source.wav", "-c:a", "wavpack", "-metadata", "LOOPSTART=4", "-metadata", "LOOPEND=9", "a.wv",
    ])
    #expect(try SoundFile.info(folder["a.wv"]).loop == nil)
    try wave(100..<700)
    #expect(try SoundReaders.standard.withoutLoopPoints.info(folder["a.wav"]).loop == nil)
  }

  // MARK: - What counts

  @Test(
    "The loop is divided like a region: what is before it is the intro, what is behind it the release",
    arguments: ["", "intro = \"none\"", "entry = \"top\""])
  func likeARegion(lines: String) throws {
    try wave(100..<700)
    let named = try load(set("a.wav", lines))
    #expect(named.source.loop == 100..<700)
    let written = try load(set("a.wav", lines + "\nregion = \"100 .. 700\""))
    #expect(named.buffer.layout == written.buffer.layout && named.buffer.decoded == written.buffer.decoded)
    #expect(named.buffer.layout.loop == 600)
  }

  @Test("At another rate too", arguments: [44_100, 96_000])
  func resampled(rate: Int) throws {
    try wave(100..<700)
    func load(_ lines: String) throws -> StemBuffer {
      let set = try set("a.wav", lines)
      return try StemLoader.load(
        StemIndex(0), of: set, timing: SetTiming(of: set), at: SampleRate(hertz: rate)!
      ).buffer
    }
    let (named, written) = (try load(""), try load("region = \"100 .. 700\""))
    #expect(named.layout == written.layout && named.decoded == written.decoded)
  }

  @Test("A region in the set file counts before the file's loop")
  func region() throws {
    try wave(100..<700)
    #expect(
      try load(set("a.wav", "region = \"200 .. 500\"")).buffer.layout
        == StemLayout(intro: 200, loop: 300, release: 500))
    #expect(try load(set("a.wav", "region = \"0 ..\"")).buffer.layout == StemLayout(intro: 0, loop: 1000))
  }

  @Test(
    "A loop outside of the file, or of all of it, is the whole file",
    arguments: [0..<1000, 0..<999, 0..<1001, 900..<1001])
  func whole(loop: Range<Int>) throws {
    try wave(loop)
    #expect(try load(set("a.wav")).buffer.layout == StemLayout(intro: 0, loop: 1000))
  }

  @Test("The loop of a base is the set's, and its tempo is held against it")
  func base() throws {
    try folder.sound("a.wav", [Float](repeating: 0.1, count: 60_000))
    try SamplerChunk.name(6000..<54_000, inWAV: folder["a.wav"])
    try folder.write("tempo = 120\n[[stem]]\nid = \"a\"\nfile = \"a.wav\"\nbase = true\n", to: "set.toml")
    let timing = try SetTiming(of: StemSetFile.load(folder.path))
    #expect(timing.loop == LoopLength(frames: 48_000, at: .studio) && timing.beatsPerLoop == 2)
    #expect(SetCheck.problems(folder.path, depth: .samples) == [])
  }

  @Test("A loop close to the set's is a mistake, told with both ways out")
  func nearMiss() throws {
    try folder.sound("a.wav", [Float](repeating: 0.1, count: 60_000))
    try SamplerChunk.name(6000..<53_900, inWAV: folder["a.wav"])
    let problem = #expect(throws: FileProblem.self) { try load(set("a.wav")) }
    #expect(
      problem?.message.replacing(folder.path + "/", with: "")
        == "set.toml:4: stem \"a\": file: found \"a.wav\": loop points with 47900 frames (0.998 s) between them, expected "
        + "48000 frames (1.000 s), the length of the loop. Correct them in the file, or write region = \"0 ..\" to loop all of it "
        + "(or length = \"free\", if the length is meant).")
    #expect(try load(set("a.wav", "length = \"free\"")).buffer.layout.loop == 47_900)
  }

  @Test("A replacement's own loop counts for it, and its length is told")
  func replacement() throws {
    try wave(100..<700)
    try wave(200..<800, "b.wav")
    try wave(200..<700, "c.wav")
    let set = try set("a.wav")
    #expect(try load(set, "b.wav").buffer.layout == StemLayout(intro: 200, loop: 600, release: 200))
    let problem = #expect(throws: FileProblem.self) { try load(set, "c.wav") }
    #expect(problem?.message.contains("loop points with 500 frames (0.010 s) between them") == true)
  }

  @Test(
    "While a set plays, its files' loops stay as the gate has seen them; a set that is read again has the new ones"
  )
  func remembered() throws {
    try wave(100..<700)
    let first = try set("a.wav")
    #expect(first.soundingFrames(of: StemIndex(0)).loop == 100..<700)
    try wave(300..<900)
    #expect(try load(first).source.loop == 100..<700, "as a file of its own")
    #expect(try load(first, "a.wav").source.loop == 100..<700, "as a replacement")
    #expect(try load(set("a.wav")).source.loop == 300..<900)
    try folder.sound("a.wav", Array(Self.ramp[..<500]))
    let problem = #expect(throws: FileProblem.self) { try load(first) }
    #expect(problem?.message.contains("\"100 .. 700\", which ends on frame 700") == true)
  }

  @Test("Mutated loops of real files never harm: what plays lies inside the file")
  func mutants() throws {
    var random = SplitMix64(seed: 11)
    try folder.sound("source.wav", Self.ramp, format: .wav16)
    try folder.ffmpeg([
      "-i", "source.wav", "-c:a", "flac", "-metadata", "LOOPSTART=100", "-metadata", "LOOPEND=700", "a.flac",
    ])
    try wave(100..<700)
    var files = [(name: "a.wav", bytes: [UInt8](try folder.bytes("a.wav")), from: 0)]
    files[0].from = files[0].bytes.count - 68
    let flac = [UInt8](try folder.bytes("a.flac"))
    files.append(("a.flac", Array(flac), 42))
    for (name, bytes, from) in files {
      var loops = Set<Range<FrameCount>?>()
      for _ in 0..<150 {
        var mutant = bytes
        for _ in 0..<2 {
          let place = Int.random(in: from..<min(bytes.count, from + 200), using: &random)
          mutant[place] = [0, 0x31, 0x7f, 0xff].randomElement(using: &random)!
        }
        try folder.write(Data(mutant), to: name)
        guard let stem = try? load(set(name)) else { continue }
        loops.insert(stem.source.loop)
        let frames = stem.source.frameCount, layout = stem.buffer.layout
        #expect(layout.intro + layout.loop + layout.release == frames)
        #expect(stem.source.loop.map { 0 <= $0.lowerBound && $0.upperBound <= frames } ?? true)
      }
      #expect(loops.count > 2 && loops.contains(nil) && loops.contains(100..<700), "\(name): \(loops.count)")
    }
  }
}
