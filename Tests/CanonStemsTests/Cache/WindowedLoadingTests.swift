import CanonEngine
import CanonFiles
import CanonStemsSupport
import CanonTestSupport
import Foundation
import Testing

@testable import CanonStems

/// Which stems get a window when they are loaded. All have 40,000 frames of 16 bits, which are 80,000 bytes.
@Suite struct WindowedLoadingTests {
  private let folder = TemporaryFolder()
  private var cacheFolder: String { folder["cache/samples"] }
  private static let signal = (0..<40_000).map { (place: Int) -> Float in
    Float((place * 7919) % 1000) / 1000 - 0.5
  }

  private func load(
    _ file: String = "a.wav", head: String = "", above bytes: Int?, at rate: SampleRate = .studio,
    in cache: SampleCache?
  ) async throws -> StemBuffer {
    if file.hasSuffix(".wav") {
      try folder.sound(file, Self.signal, channels: 1, rate: .studio, format: .wav16)
    }
    try folder.write(
      "\(head)\n[[stem]]\nid = \"a\"\nbase = true\nfile = \"\(file)\"\n", to: "set.toml")
    let set = try StemSetFile.load(.path(folder.path), .withTally.keeping(in: cache))
    let stem = try StemLoader.load(
      StemIndex(0), of: set, timing: SetTiming(of: set), at: rate,
      holding: bytes.map(SampleHolding.windowed) ?? .whole)
    await cache?.settle()
    return stem.buffer
  }

  private func cache(atMost size: Int64 = SampleCache.usualSize, calls: DiskCalls = DiskCalls())
    -> SampleCache
  {
    SampleCache(folder: cacheFolder, largestSize: size, calls: calls)
  }

  private var entries: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: cacheFolder)) ?? []).filter {
      !$0.hasSuffix(".sound")
    }
  }

  @Test("A long one has, with all of its samples, also of a file that is not opened again")
  func long() async throws {
    let whole = try await load(above: nil, in: nil)
    #expect(whole.window == nil)
    let windowed = try await load(above: 79_999, in: cache())
    #expect(windowed.window != nil && windowed.isSame(as: whole))
    // Floating-point numbers, which are 160,000 bytes: those of a file that is not opened are what its entry says.
    try folder.write(TallyReader.text(Self.signal, frames: nil), to: "a.tally")
    for (bytes, hasWindow) in [(200_000, false), (150_000, true), (150_000, true)] {
      let tally = try await load("a.tally", above: bytes, in: cache())
      #expect((tally.window != nil) == hasWindow)
    }
  }

  @Test("One that is not, another rate, a treatment, no cache and a full disk have all samples in memory")
  func whole() async throws {
    let whole = try await load(above: nil, in: nil)
    let short = try await load(above: 80_000, in: cache())
    #expect(short.window == nil && short.isSame(as: whole))
    #expect(try await load(above: 0, at: .compactDisc, in: cache()).window == nil)
    #expect(try await load(head: "[playback]\nkey = -2", above: 0, in: cache()).window == nil)
    #expect(try await load(above: 0, in: nil).window == nil)
    var calls = DiskCalls()
    calls.write = { _, _ throws(DiskError) in throw DiskError(code: ENOSPC) }
    try FileManager.default.removeItem(atPath: folder["cache"])
    let full = try await load(above: 0, in: cache(calls: calls))
    #expect(full.window == nil && full.isSame(as: whole))
  }

  @Test("While it is read, its entry is no part of the cache, which has a limit; after that it is")
  func limit() async throws {
    let cache = cache(atMost: 100_000)
    func keepOther(_ seed: Float) async throws {
      try folder.sound(
        "b.flac", Self.signal[..<1000].map { $0 * seed }, channels: 1, rate: .studio, format: .flac)
      try folder.write("[[stem]]\nid = \"b\"\nbase = true\nfile = \"b.flac\"\n", to: "set.toml")
      let set = try StemSetFile.load(.path(folder.path), .standard.keeping(in: cache))
      _ = try StemLoader.load(StemIndex(0), of: set, timing: SetTiming(of: set), at: .compactDisc)
      await cache.settle()
    }
    var long: StemBuffer? = try await load(above: 0, in: cache)
    let name = try #require(entries.first)
    let old = Date(timeIntervalSince1970: 1_000_000_000)
    try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: cacheFolder + "/" + name)
    for seed in 1...8 { try await keepOther(Float(seed) / 8) }
    #expect(long?.window != nil && entries.contains(name) && entries.count == 9)
    long = nil
    for seed in 1...8 { try await keepOther(Float(seed) / 9) }
    #expect(!entries.contains(name))
  }
}
