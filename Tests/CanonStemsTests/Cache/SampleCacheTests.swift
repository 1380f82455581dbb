import CanonEngine
import CanonFiles
import CanonStemsSupport
import CanonTestSupport
import Foundation
import Testing

@testable import CanonStems

/// What was decoded or converted once is taken from the disk at the next start.
@Suite struct SampleCacheTests {
  let folder = TemporaryFolder()
  private var cacheFolder: String { folder["cache/samples"] }

  private func cache(atMost size: Int64 = SampleCache.usualSize, calls: DiskCalls = DiskCalls())
    -> SampleCache
  {
    SampleCache(folder: cacheFolder, largestSize: size, calls: calls)
  }

  /// Loads a file as a stem with this line, as a new process does, and waits for the cache.
  private func load(
    _ file: String, _ line: String = "", at rate: SampleRate = .studio, in cache: SampleCache? = nil
  ) async throws -> StemBuffer {
    try folder.write("[[stem]]\nid = \"a\"\nbase = true\nfile = \"\(file)\"\n" + line + "\n", to: "set.toml")
    let cache = cache ?? self.cache()
    let set = try StemSetFile.load(.path(folder.path), .withTally.keeping(in: cache))
    let stem = try StemLoader.load(StemIndex(0), of: set, timing: SetTiming(of: set), at: rate)
    await cache.settle()
    return stem.buffer
  }

  /// The same without a cache.
  private func plain(_ file: String, _ line: String = "", at rate: SampleRate = .studio) throws -> StemBuffer
  {
    try folder.write("[[stem]]\nid = \"a\"\nbase = true\nfile = \"\(file)\"\n" + line + "\n", to: "set.toml")
    let set = try StemSetFile.load(.path(folder.path), .withTally)
    return try StemLoader.load(StemIndex(0), of: set, timing: SetTiming(of: set), at: rate).buffer
  }

  private var all: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: cacheFolder)) ?? []).sorted()
  }

  /// Without those of what files say of themselves, which take some hundred bytes.
  private var entries: [String] { all.filter { !$0.hasSuffix(".sound") } }

  private static let signal: [Float] = (0..<882).map { (place: Int) -> Float in
    Float((place * 7919) % 1000) / 1000 - 0.5
  }

  private func tally(_ name: String = "a.tally", _ samples: [Float] = signal, rate: Int = 44_100) throws {
    try folder.write(
      TallyReader.text(samples, rate: rate, channels: 2, frames: samples.count / 2), to: name)
  }

  private func readings(of name: String) -> Int { TallyReader.uses(of: folder[name]).readings }

  private var readings: Int { readings(of: "a.tally") }

  @Test("The second start does not decode: it gets the same bits")
  func hit() async throws {
    try tally()
    let first = try await load("a.tally")
    let readings = readings
    let second = try await load("a.tally")
    #expect(self.readings == readings && readings > 0)
    #expect(second.isSame(as: first))
    #expect(first.isSame(as: try plain("a.tally")))
    #expect(entries.count == 1)
  }

  @Test(
    "Every format, with and without another rate, has the same bits from the cache",
    arguments: [
      ("a.flac", SoundFormat.flac, 1), ("a.flac", .flac, 2), ("a.wav", .wav16, 1), ("a.wav", .wav16, 2),
      ("a.wav", .wav32f, 2),
    ], [SampleRate.studio, .compactDisc])
  func exact(file: (name: String, format: SoundFormat, channels: Int), rate: SampleRate) async throws {
    try folder.sound(
      file.name, Array(Self.signal.prefix(441 * file.channels)), channels: file.channels, rate: .compactDisc,
      format: file.format)
    for line in [
      "", "region = \"100 frames .. 300 frames\"",
      "region = \"100 frames .. 300 frames\"\nintro = \"none\"",
    ] {
      let fresh = try plain(file.name, line, at: rate)
      #expect(try await load(file.name, line, at: rate).isSame(as: fresh))
      let again = try await load(file.name, line, at: rate)
      #expect(again.isSame(as: fresh))
    }
    // A plain file at its own rate is read as fast as its copy.
    #expect(entries.count == (file.format != .flac && rate == .compactDisc ? 0 : 3))
  }

  @Test("Integers stay integers")
  func integers() async throws {
    try folder.write(
      TallyReader.text([0.5, -0.25, 0.125], "integers16", frames: 3), to: "a.tally")
    let first = try await load("a.tally")
    #expect(first.format == .int16)
    let readings = readings
    #expect(try await load("a.tally").isSame(as: first))
    #expect(self.readings == readings)
  }

  @Test("Other bytes, channels, parts and rates are other samples")
  func keys() async throws {
    try tally()
    _ = try await load("a.tally")
    _ = try await load("a.tally", "channels = [2]")
    _ = try await load("a.tally", "channels = [1]")
    _ = try await load("a.tally", "region = \"0 frames .. 200 frames\"")
    _ = try await load("a.tally", at: SampleRate(hertz: 96_000)!)
    #expect(entries.count == 5)
    try tally("a.tally", Self.signal.reversed())
    let new = try await load("a.tally")
    #expect(entries.count == 6)
    #expect(new.isSame(as: try plain("a.tally")))
  }

  @Test("A copy, and a file with another name or time, is the same content")
  func content() async throws {
    try tally()
    let first = try await load("a.tally")
    try FileManager.default.copyItem(atPath: folder["a.tally"], toPath: folder["b.tally"])
    try FileManager.default.removeItem(atPath: folder["a.tally"])
    #expect(try await load("b.tally").isSame(as: first))
    #expect(entries.count == 1)
  }

  @Test(
    "What is damaged is not trusted, and made again",
    arguments: ["flip", "head", "cut", "longer", "empty", "other", "link", "folder"])
  func damage(kind: String) async throws {
    try tally()
    let first = try await load("a.tally")
    let entry = try #require(entries.first), path = cacheFolder + "/" + entry
    let intact = try Data(contentsOf: URL(fileURLWithPath: path))
    var bytes = intact
    switch kind {
    case "flip": bytes[bytes.count / 2] ^= 1
    case "head": bytes[40] ^= 1
    case "cut": bytes.removeLast(4)
    case "longer": bytes.append(contentsOf: [0, 0, 0, 0])
    case "empty": bytes = Data()
    case "other":
      // The samples of another key under this name.
      try tally("b.tally", Self.signal.reversed())
      _ = try await load("b.tally")
      let other = try #require(entries.first { $0 != entry })
      bytes = try Data(contentsOf: URL(fileURLWithPath: cacheFolder + "/" + other))
    default: break
    }
    try FileManager.default.removeItem(atPath: path)
    switch kind {
    case "link":
      try intact.write(to: URL(fileURLWithPath: folder["elsewhere"]))
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder["elsewhere"])
    case "folder": try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    default: try bytes.write(to: URL(fileURLWithPath: path))
    }
    let readings = readings
    let again = try await load("a.tally")
    #expect(again.isSame(as: first))
    #expect(self.readings > readings)
    if kind != "folder" { #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == intact) }
  }

  @Test("A changed sample does not survive in any byte of an entry")
  func everyByte() async throws {
    try tally("a.tally", Array(Self.signal.prefix(4)))
    let first = try await load("a.tally", at: .compactDisc)
    let path = cacheFolder + "/" + (try #require(entries.first))
    let intact = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(intact.count == 64 + 16)
    for index in intact.indices {
      var bytes = intact
      bytes[index] ^= 0x10
      try bytes.write(to: URL(fileURLWithPath: path))
      let readings = readings
      #expect(try await load("a.tally", at: .compactDisc).isSame(as: first), "byte \(index)")
      #expect(self.readings > readings, "byte \(index)")
    }
  }

  @Test("Its size has a limit: what was used longest ago goes first")
  func bounded() async throws {
    // 480 frames at 48 kHz of two channels.
    let size = Int64(64 + 480 * 8), few: Int64 = 1000
    func isKept(_ number: Int) async throws -> Bool {
      let before = readings(of: "\(number).tally")
      _ = try await load("\(number).tally", in: cache(atMost: 3 * size + few))
      return readings(of: "\(number).tally") == before
    }
    for number in 0..<5 {
      try tally("\(number).tally", Self.signal.map { $0 / Float(number + 1) })
    }
    for number in 0..<4 {
      #expect(try await !isKept(number))
      #expect(entries.count == min(3, number + 1))
    }
    // 1, 2, 3 are there; 1 is used once more.
    #expect(try await isKept(1))
    #expect(try await !isKept(4))
    #expect(try await isKept(1))
    #expect(try await isKept(3))
    #expect(try await isKept(4))
    #expect(try await !isKept(2))
    #expect(entries.count == 3)
  }

  @Test("What this process uses is not removed by itself, however small the limit is")
  func noThrashing() async throws {
    let cache = cache(atMost: 64 + 480 * 8 + 300)
    try tally()
    _ = try await load("a.tally", in: cache)
    let kept = entries
    try tally("a.tally", Self.signal.reversed())
    _ = try await load("a.tally", in: cache)
    #expect(entries == kept && kept.count == 1)
  }

  @Test("What a killed canon left is removed, other people's files are not")
  func leftovers() async throws {
    try tally()
    _ = try await load("a.tally")
    for name in [".canon-1a.part", "notes.txt"] { try folder.write("x", to: "cache/samples/" + name) }
    let old = Date(timeIntervalSinceNow: -60)
    for name in entries {
      try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: cacheFolder + "/" + name)
    }
    try tally("a.tally", Self.signal.reversed())
    _ = try await load("a.tally", in: cache(atMost: 64 + 480 * 8 + 300))
    #expect(entries.count == 2 && entries.contains("notes.txt"))
  }

  @Test("A disk without room, and a folder that cannot be made, do not matter to the music")
  func full() async throws {
    try tally()
    var calls = DiskCalls()
    calls.write = { _, _ throws(DiskError) in throw DiskError(code: ENOSPC) }
    let plain = try plain("a.tally")
    #expect(try await load("a.tally", in: cache(calls: calls)).isSame(as: plain))
    #expect(entries.isEmpty)
    try FileManager.default.removeItem(atPath: folder["cache"])
    try folder.write("a file", to: "cache")
    #expect(try await load("a.tally").isSame(as: plain))
    #expect(try String(contentsOfFile: folder["cache"], encoding: .utf8) == "a file")
  }

  @Test("It can be deleted at any time, and belongs to its user alone")
  func deleted() async throws {
    try tally()
    let cache = cache()
    let first = try await load("a.tally", in: cache)
    for place in [cacheFolder, cacheFolder + "/" + (try #require(entries.first))] {
      let mode = try #require(FileManager.default.attributesOfItem(atPath: place)[.posixPermissions] as? Int)
      #expect(mode & 0o077 == 0)
    }
    try FileManager.default.removeItem(atPath: folder["cache"])
    #expect(try await load("a.tally", in: cache).isSame(as: first))
    #expect(entries.count == 1)
  }

  @Test("A file that was changed while it was read is not kept")
  func changed() async throws {
    try tally()
    try folder.write("[[stem]]\nid = \"a\"\nbase = true\nfile = \"a.tally\"\n", to: "set.toml")
    let cache = cache()
    let readers = SoundReaders.withTally.keeping(in: cache)
    let set = try StemSetFile.load(.path(folder.path), readers)
    let timing = try SetTiming(of: set)
    let extent = try StemExtent(
      of: set.stems[0], in: set, info: set.info(of: StemIndex(0)), loop: timing.loop)
    let line = try #require(GridLine(numerator: 480, denominator: 1))
    let plan = try #require(StemPlan(extent.bounds, line: line, intro: .none, at: .studio))
    let stamp = FileStamp(folder["a.tally"])
    let sound = try OpenSound(folder["a.tally"], readers)
    // Another file takes its place.
    try FileManager.default.removeItem(atPath: folder["a.tally"])
    try tally("a.tally", Self.signal.reversed())
    _ = try readers.fill(plan, from: sound, nil, stamp)
    await cache.settle()
    #expect(entries.isEmpty)
  }

  @Test("A file whose frames have to be counted is opened once: the next start asks the cache alone")
  func facts() async throws {
    try folder.write(TallyReader.text([0.5, -0.25, 0.125], frames: nil), to: "a.tally")
    let first = try await load("a.tally", at: .compactDisc)
    #expect(all.count == 2 && entries.count == 1)
    let uses = TallyReader.uses(of: folder["a.tally"])
    let second = try await load("a.tally", at: .compactDisc)
    #expect(second.isSame(as: first))
    #expect(TallyReader.uses(of: folder["a.tally"]) == uses)
    // Each of the two may be damaged or gone.
    for entry in all {
      try Data([1, 2, 3]).write(to: URL(fileURLWithPath: cacheFolder + "/" + entry))
      #expect(try await load("a.tally", at: .compactDisc).isSame(as: first), "\(entry)")
      #expect(TallyReader.uses(of: folder["a.tally"]).opened > uses.opened)
    }
  }

  @Test("What a file says of itself comes back from the cache, and from no other text")
  func factsText() throws {
    try folder.sound("a.flac", [0, 0.5, 0.25, 0.125], rate: .compactDisc, format: .flac)
    let key = CacheKey(sound: [1, 2, 3], "x", nil), other = CacheKey(sound: [1, 2, 3], "y", nil)
    for (points, tempo) in [
      (nil, nil), (LoopPoints(start: 1, end: 3, .comments), Tempo(97.5)),
      (LoopPoints(start: -4, end: .max, .sampler), nil),
    ] as [(LoopPoints?, Tempo?)] {
      let facts = SoundFacts(
        sampleRate: .compactDisc, channelCount: 2, frameCount: 4, loopPoints: points, tempo: tempo)
      let text = facts.text(key)
      #expect(SoundFacts(text, key) == facts)
      #expect(SoundFacts(text, other) == nil)
      for index in text.utf8.indices {
        var bytes = Array(text.utf8)
        bytes[text.utf8.distance(from: text.utf8.startIndex, to: index)] ^= 1
        #expect(SoundFacts(String(decoding: bytes, as: UTF8.self), key) == nil)
      }
    }
    let facts = SoundFacts(
      sampleRate: .studio, channelCount: 1, frameCount: 100,
      loopPoints: LoopPoints(start: 10, end: 90, .cue), tempo: nil)
    #expect(facts.info(readsLoopPoints: true).loop == 10..<90)
    #expect(facts.info(readsLoopPoints: false).loop == nil)
  }

  @Test("Files are hashed as long as those that stems can have, and no longer ones")
  func longFiles() throws {
    // An hour of 32-bit floats in stereo has 1.3 GiB.
    #expect(Checksum.largestFile > SoundFile.largestDecodedSize)
    try folder.write("", to: "a.wav")
    #expect(Checksum.digest(ofFile: folder["a.wav"]) == Checksum().digest())
    // It takes no room.
    #expect(truncate(folder["a.wav"], off_t(Checksum.largestFile) + 1) == 0)
    #expect(Checksum.digest(ofFile: folder["a.wav"]) == nil)
  }
}
