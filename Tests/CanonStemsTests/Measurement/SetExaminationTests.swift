import CanonEngine
import CanonFiles
import CanonStemsSupport
import CanonTestSupport
import Foundation
import Testing

@testable import CanonStems

/// What is measured of a set.
@Suite struct SetExaminationTests {
  private let folder = TemporaryFolder()

  private func tone(_ level: Float, frames: Int = 48_000, hertz: Double = 1000) -> [Float] {
    (0..<frames).map { level * Float(sin(2 * .pi * hertz * Double($0) / 48_000)) }
  }

  private func load(_ stems: [(id: String, keys: String)], head: String, _ readers: SoundReaders = .standard)
    throws -> StemSet
  {
    let tables = stems.map { "[[stem]]\nid = \"\($0.id)\"\nfile = \"\($0.id).wav\"\n\($0.keys)\n" }
    try folder.write(head + "\n" + tables.joined(), to: "set.toml")
    return try StemSetFile.load(.path(folder.path), readers)
  }

  private func measure(_ set: StemSet) async throws -> SetMeasurement {
    let examination = await SetExamination(of: set)
    return try #require(examination.measurement, "\(examination.problems)")
  }

  @Test("Each stem has the numbers of its file and of its loop")
  func stems() async throws {
    let silence = [Float](repeating: 0, count: 12_000)
    try folder.sound("a.wav", tone(0.5), format: .wav24)
    try folder.sound("b.wav", silence + tone(0.25, frames: 24_000) + silence, format: .wav16)
    let set = try load(
      [("a", "base = true"), ("b", "region = \"6000 .. 42000\"\nlength = \"free\"")], head: "tempo = 240")
    let measured = try await measure(set)
    let (a, b) = (measured.stems[0], measured.stems[1])
    #expect(a.encoding == FileEncoding(container: "WAV", codec: "pcm", bits: 24))
    #expect(a.loop == 0..<48_000 && a.loops == 1 && a.bars == 1 && a.seconds == 1)
    #expect(abs(a.peak - 0.5) < 1e-4 && abs(a.loudness.truePeak - 0.5) < 0.005)
    #expect(try abs(#require(a.loudness.integrated) + 6) < 0.1)
    #expect(a.silenceAtStart <= 1 && a.silenceAtEnd == 0 && a.clippedPlaces == 0 && abs(a.mean) < 1e-5)
    #expect(try #require(a.seam).besideIt < 1.1)
    #expect(a.bytes == 4 * 48_000, "24 bits become floating-point numbers")
    #expect(b.info.frameCount == 48_000 && b.loop == 6000..<42_000 && b.loops == 0.75 && b.bars == 0.75)
    #expect((6000...6001).contains(b.silenceAtStart) && b.silenceAtEnd == 6000)
    #expect(b.bytes == 2 * 48_000 && measured.sampleBytes == 6 * 48_000)
  }

  @Test("A stem that plays once has no seam")
  func once() async throws {
    try folder.sound("a.wav", tone(0.5))
    let set = try load([("a", "repeat = 1")], head: "loop = \"1 s\"")
    #expect(try await measure(set).stems[0].seam == nil)
  }

  @Test("Together stems have the loudness of their sum, with their gains; of a group the loudest one")
  func loudness() async throws {
    for (id, level) in [("a", 0.1), ("b", 0.1), ("c", 0.05)] as [(String, Float)] {
      try folder.sound("\(id).wav", tone(level))
    }
    func measured(_ keys: [String]) async throws -> Double {
      let stems = zip(["a", "b", "c"], keys).map { (id: $0, keys: $1) }
      return try #require(await measure(load(stems, head: "loop = \"1 s\"")).loudness)
    }
    #expect(try await abs(measured([""]) + 20) < 0.1)
    #expect(try await abs(measured(["", ""]) + 14) < 0.1)
    #expect(try await abs(measured(["gain = -6", "gain = -6"]) + 20) < 0.1)
    // The third of a group with the second: it is softer, unless its gain makes it louder.
    let group = "group = \"g\""
    #expect(try await abs(measured(["", group, group]) + 14) < 0.1)
    #expect(try await abs(measured(["", group + "\ngain = -20", group]) + 16.5) < 0.1)
  }

  @Test("The waveform of all stems is that of their sum over the common cycle")
  func outline() async throws {
    try folder.sound("a.wav", tone(0.25, frames: 9600))
    try folder.sound("b.wav", [Float](repeating: 0, count: 9600) + tone(0.5, frames: 9600))
    let measured = try await measure(load([("a", "base = true"), ("b", "")], head: ""))
    let outline = try #require(measured.outline)
    #expect(outline.frameCount == 19_200)
    #expect(try abs(#require(outline.highest[..<390].max()) - 0.25) < 0.01)
    #expect(try abs(#require(outline.highest[410...].max()) - 0.75) < 0.01)
    #expect(measured.stems.map(\.outline.frameCount) == [9600, 19_200])
  }

  @Test("The suggested change brings the true peak of the loudest choice to -1 dBTP at most, and close to it")
  func suggestion() async throws {
    try folder.sound("a.wav", tone(0.9))
    try folder.sound("b.wav", tone(0.9))
    for (stems, sum) in [(["a"], 0.9), (["a", "b"], 1.8)] {
      let measured = try await measure(load(stems.map { ($0, "") }, head: "loop = \"1 s\""))
      let change = try #require(measured.suggestedChange)
      let after = 20 * log10(Double(measured.truePeak.worst)) + change
      #expect(after <= -1 && after > -1.11)
      #expect(abs(20 * log10(Double(measured.truePeak.worst)) - 20 * log10(sum)) < 0.05)
    }
    try folder.sound("a.wav", [Float](repeating: 0, count: 48_000))
    let silent = try await measure(load([("a", "")], head: "loop = \"1 s\""))
    #expect(silent.suggestedChange == nil && silent.loudness == nil)
  }

  @Test("Each file is decoded once")
  func decodedOnce() async throws {
    let samples = (0..<4800).map { $0 % 100 < 50 ? Float(0.25) : -0.25 }
    for id in ["a", "b"] {
      try folder.write(TallyReader.text(samples, frames: 4800), to: "\(id).wav")
    }
    let set = try load([("a", "base = true"), ("b", "")], head: "", .withTally)
    _ = try await measure(set)
    for id in ["a", "b"] { #expect(TallyReader.uses(of: folder["\(id).wav"]).readings == 1) }
  }

  @Test("What shows only in the samples is an error, and nothing is measured")
  func errors() async throws {
    try folder.sound("a.wav", tone(0.5))
    try folder.sound("b.wav", tone(0.5).map { $0 > 0.49 ? .nan : $0 })
    let set = try load([("a", "base = true"), ("b", "")], head: "")
    let examination = await SetExamination(of: set)
    #expect(examination.measurement == nil)
    #expect(examination.problems.map(\.code) == ["sound.not-finite"])
    #expect(examination.problems == SetCheck.problems(of: set, depth: .samples))
  }

  @Test("What does not fit into memory has upper bounds, and no loudness of all stems")
  func large() async throws {
    for id in ["a", "b"] { try folder.sound("\(id).wav", tone(0.5)) }
    func measured(_ size: Int64) async throws -> SetMeasurement {
      let readers = SoundReaders([SndfileReader.self], largestDecodedSize: size)
      return try await measure(load([("a", "base = true"), ("b", "gain = -6")], head: "", readers))
    }
    let exact = try await measured(1 << 21), large = try await measured(200_000)
    #expect(!exact.peak.isBound && !exact.truePeak.isBound)
    #expect(exact.loudness != nil && large.loudness == nil)
    #expect(large.peak.isBound && large.truePeak.isBound)
    #expect(large.peak.worst >= exact.peak.worst && large.truePeak.worst >= exact.truePeak.worst - 0.01)
    // Between both: the stems fit, and not four times as many samples.
    let medium = try await measured(400_000)
    #expect(!medium.peak.isBound && medium.truePeak.isBound)
  }
}
