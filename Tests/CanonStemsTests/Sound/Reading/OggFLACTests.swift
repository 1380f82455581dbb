import CanonEngine
import CanonTestSupport
import Foundation
import Testing

@testable import CanonStems

/// FLAC in Ogg, as `flac --ogg` writes it, is read sample by sample, and what is cut, damaged or mixed is named.
@Suite(.enabled(if: hasFLAC, "flac is not installed"))
struct OggFLACTests {
  private let folder = TemporaryFolder()

  /// Encodes noise as WAV, and that with `flac`.
  /// - Returns: The samples.
  @discardableResult
  private func make(
    _ name: String, from encoding: String = "wav16", channels: Int = 2, _ options: String...
  ) throws -> SoundData {
    try folder.encode(.named(encoding), frames: 30_000, channels: channels)
    try flac(["--ogg"] + options + ["-o", folder[name], folder[encoding]])
    return try SoundFile.read(folder[encoding])
  }

  private func flac(_ arguments: [String], input: FileHandle? = nil) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["flac", "--silent", "--force"] + arguments
    if let input { process.standardInput = input }
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }

  /// Where the pages begin.
  private func pages(_ name: String) throws -> [Int] {
    let bytes = try folder.bytes(name)
    var pages: [Int] = [], from = bytes.startIndex
    while let found = bytes.range(of: Data("OggS".utf8), in: from..<bytes.endIndex) {
      pages.append(found.lowerBound)
      from = found.upperBound
    }
    return pages
  }

  @Test("Every sample is that of the WAV", arguments: ["wav16", "wav24"], [1, 2])
  func whole(encoding: String, channels: Int) throws {
    let wave = try make("a.oga", from: encoding, channels: channels)
    let read = try SoundFile.read(folder["a.oga"])
    #expect(read.info == wave.info && read.channels == wave.channels)
  }

  @Test func aRegionIsReadFromItsFirstFrameOn() throws {
    let samples = try make("a.oga", channels: 1).channels[0]
    for start in [1, 4096, 20_001, 29_500] {
      var read = [Float](repeating: .nan, count: 500)
      try read.withUnsafeMutableBufferPointer { target in
        let sound = try OpenSound(folder["a.oga"], .standard)
        try sound.readFloats(from: FrameCount(start), count: 500, into: target, stride: 500)
      }
      #expect(read == Array(samples[start..<(start + 500)]), "\(start)")
    }
  }

  @Test("Samples of 16 bits stay what they are")
  func integers() throws {
    try make("a.oga")
    #expect(try OpenSound(folder["a.oga"], .standard).samples == .integers16)
  }

  @Test func aFileThatWasWrittenFromAPipeIsCounted() throws {
    try folder.encode(.named("wav16"), frames: 30_000)
    let raw = try folder.bytes("wav16").dropFirst(44)
    try folder.write(raw, to: "raw")
    let input = try FileHandle(forReadingFrom: URL(fileURLWithPath: folder["raw"]))
    try flac(
      [
        "--ogg", "--force-raw-format", "--endian=little", "--sign=signed", "--channels=1", "--bps=16",
        "--sample-rate=44100", "-o", folder["a.oga"], "-",
      ], input: input)
    #expect(try SoundFile.info(folder["a.oga"]).frameCount == FrameCount(raw.count / 2))
    let whole = try folder.bytes("a.oga")
    try folder.write(whole.prefix(whole.count / 2), to: "a.oga")
    #expect(folder.cause("a.oga") == .endMissing)
  }

  @Test("A cut file is refused, wherever it is cut")
  func cut() throws {
    try make("a.oga")
    let whole = try folder.bytes("a.oga"), pages = try pages("a.oga")
    for size in [whole.count - 1, whole.count / 2, pages[4], pages[3] + 40, pages[2]] {
      try folder.write(whole.prefix(size), to: "a.oga")
      #expect([.endMissing, .damaged].contains(folder.cause("a.oga")), "\(size) of \(whole.count) bytes")
      if size > pages[3] + 300 {
        #expect(folder.cause("a.oga") == .endMissing, "\(size) of \(whole.count) bytes")
      }
    }
    try folder.write(whole + Data("TAG".utf8) + Data(repeating: 32, count: 125), to: "a.oga")
    #expect(folder.cause("a.oga") == nil, "what follows the end is no sound")
  }

  @Test func aMissingPageIsNoticed() throws {
    try make("a.oga")
    let whole = try folder.bytes("a.oga"), pages = try pages("a.oga")
    try folder.write(whole[..<pages[4]] + whole[pages[5]...], to: "a.oga")
    #expect(folder.cause("a.oga") == .endMissing)
  }

  @Test func aDamagedByteIsNoticed() throws {
    try make("a.oga")
    var bytes = try folder.bytes("a.oga")
    bytes[bytes.count / 2] ^= 0x10
    try folder.write(bytes, to: "a.oga")
    #expect(folder.cause("a.oga") != nil)
  }

  @Test("Two streams in one file are not read as one", arguments: ["chained", "multiplexed"])
  func streams(kind: String) throws {
    try make("a.oga", "--serial-number=1")
    try make("b.oga", "--serial-number=2")
    let (a, b) = (try folder.bytes("a.oga"), try folder.bytes("b.oga"))
    let (inA, inB) = (try pages("a.oga"), try pages("b.oga"))
    var parts = [a, b]
    if kind == "multiplexed" { parts = [a[..<inA[1]], b[..<inB[1]], a[inA[1]...], b[inB[1]...]] }
    try folder.write(parts.flatMap(\.self), to: "a.oga")
    #expect(folder.cause("a.oga") == .unrecognised)
  }

  @Test func theTempoOfItsCommentsIsRead() throws {
    try make("a.oga", "--tag=BPM=97.5")
    #expect(try SoundReaders.standard.description(folder["a.oga"]).tempo == Tempo(97.5))
  }

  @Test func moreBitsThanLibsndfileReadsAreNamed() throws {
    try make("a.oga")
    var bytes = try folder.bytes("a.oga")
    // Behind the head of the page (28 bytes) and the mapping (9 bytes), as in a FLAC file; the page has no other check.
    bytes[28 + 9 + 20] |= 1
    bytes[28 + 9 + 21] |= 0xf0
    try folder.write(bytes, to: "a.oga")
    #expect(folder.cause("a.oga") == .sampleBits(32))
  }

  @Test func mutantsOfAFileAreReadOrRefused() throws {
    try make("a.oga", channels: 1)
    let whole = try folder.bytes("a.oga")
    var random = SplitMix64(seed: 10)
    for _ in 0..<200 {
      var bytes = whole
      for _ in 0..<3 {
        let place = Bool.random(using: &random) ? 0..<400 : 0..<whole.count
        bytes[Int.random(in: place, using: &random)] = [0, 1, 0x7f, 0xff].randomElement(using: &random)!
      }
      try folder.write(bytes.prefix(Int.random(in: 1...whole.count, using: &random)), to: "a.oga")
      _ = folder.cause("a.oga")
    }
  }
}

private let hasFLAC =
  ProcessInfo.processInfo.environment["CANON_LIVE_TESTS"] == "required"
  || FileManager.default.isExecutableFile(atPath: "/usr/bin/flac")
