import CanonEngine
import CanonFiles
import CanonTestSupport
import Foundation
import Testing

@testable import CanonStems

/// Stems of a set that is played in another tempo and key, as the engine gets them.
@Suite struct StretchedStemTests {
  private let folder = TemporaryFolder()

  /// A loop of two seconds, four beats at tempo 120.
  private func set(_ playback: String, stem: String = "", sound: [Float]? = nil) throws -> StemSet {
    try folder.sound("a.wav", sound ?? sine(880, frames: 96_000))
    let text = "tempo = 120\nloop = \"4 beats\"\n[playback]\n\(playback)\n"
    try folder.write(text + BrokenSet.stem() + "\n" + stem, to: "set.toml")
    return try StemSetFile.load(folder.path)
  }

  private func load(_ set: StemSet, at rate: SampleRate = .studio) throws -> StemBuffer {
    try StemLoader.load(StemIndex(0), of: set, timing: SetTiming(of: set), at: rate).buffer
  }

  @Test("Grid and samples have the length of the tempo, exactly, also if that is no whole number of frames")
  func lengths() throws {
    for (tempo, line) in [
      ("60", (192_000, 1)), ("92", (2_880_000, 23)), ("\"33.333 %\"", (9_600_000_000, 33_333)),
    ] {
      let set = try set("tempo = \(tempo)")
      let configuration = try set.engineConfiguration(timing: SetTiming(of: set), at: .studio)
      let expected = try #require(GridLine(numerator: Int64(line.0), denominator: Int64(line.1)))
      #expect(configuration.grid.loop == expected && configuration.grid.beatsPerLoop == 4)
      #expect(configuration.stems[0].line == nil)
      #expect(try load(set).layout == StemLayout(loop: expected.longestDistance))
    }
  }

  @Test("At another rate of the server it is as long in time")
  func rates() throws {
    let buffer = try load(try set("tempo = 60"), at: .compactDisc)
    #expect(buffer.layout.loop == 176_400)
  }

  @Test("A stem that is not stretched keeps its samples, and its length as one of its own")
  func off() throws {
    let set = try set("tempo = 60\nkey = 2", stem: "stretch = \"off\"")
    #expect(try load(set).decoded == sine(880, frames: 96_000))
    let configuration = try set.engineConfiguration(timing: SetTiming(of: set), at: .studio)
    #expect(configuration.stems[0].line == GridLine(numerator: 96_000, denominator: 1))
  }

  @Test("A tape is slower and lower: the same wave on more frames")
  func tape() throws {
    let buffer = try load(try set("tempo = 60\nkey = 2", stem: "stretch = \"tape\""))
    #expect(buffer.layout.loop == 192_000)
    #expect(largestDifference(buffer.decoded, sine(880, frames: 192_000)) < 1e-5)
  }

  @Test("An intro and a release are stretched with the loop, and follow on without a click")
  func parts() throws {
    // A tone through all of the file: intro of one second, loop of two, release of a half.
    let sound = (0..<168_000).map { Float(0.5 * sin(2 * .pi * 220 * Double($0) / 48_000)) }
    let set = try set(
      "tempo = 60", stem: "region = \"1 s .. 3 s\"\nintro = \"boundary\"\noffset = \"1 beat\"", sound: sound)
    let buffer = try load(set)
    #expect(buffer.layout == StemLayout(intro: 96_000, loop: 192_000, release: 48_000))
    let samples = buffer.decoded
    let steps = (1..<samples.count).map { abs(samples[$0] - samples[$0 - 1]) }
    for join in [96_000, 288_000] {
      let around = steps[(join - 1000)..<(join + 1000)].max()!
      #expect(around < 1.3 * steps[20_000..<90_000].max()!, "\(join)")
    }
    let configuration = try set.engineConfiguration(timing: SetTiming(of: set), at: .studio)
    #expect(configuration.stems[0].offset == 48_000 + 96_000)
  }

  @Test("Two channels stay two, and each has its own sound")
  func stereo() throws {
    let (left, right) = (sine(880, frames: 96_000), sine(1320, frames: 96_000))
    let set = try set("key = -12")
    try folder.sound("a.wav", zip(left, right).flatMap { [$0, $1] }, channels: 2)
    let buffer = try load(set)
    #expect(buffer.channelCount == 2 && buffer.layout.loop == 96_000)
    func rises(_ channel: Int) -> Int {
      (1..<96_000).count {
        buffer.sample($0 - 1, channel: channel) < 0 && buffer.sample($0, channel: channel) >= 0
      }
    }
    #expect(abs(rises(0) - 440) <= 1 && abs(rises(1) - 660) <= 1)
  }

  @Test("A loop that is too short to be stretched is refused, with what helps; as a tape it plays")
  func tooShort() throws {
    func short(_ stem: String) throws -> StemSet {
      try folder.sound("a.wav", sine(4, frames: 1920))
      try folder.write("[playback]\ntempo = \"50 %\"\n" + BrokenSet.stem() + "\n" + stem, to: "set.toml")
      return try StemSetFile.load(folder.path)
    }
    let problem = #expect(throws: FileProblem.self) { try load(short("")) }
    #expect(problem?.message.contains("at least 50 ms") == true)
    #expect(problem?.message.contains("stretch = \"tape\"") == true)
    #expect(try load(short("stretch = \"tape\"")).layout.loop == 3840)
  }

  @Test("What was made is kept: another tempo, another key and another file are made anew")
  func cache() async throws {
    let cache = SampleCache(folder: folder["cache"])
    func made(_ playback: String) async throws -> (buffer: StemBuffer, kept: Int) {
      var set = try set(playback)
      set.readers = .standard.keeping(in: cache)
      let buffer = try load(set)
      await cache.settle()
      return (buffer, Folder.names(in: folder["cache"]).count { $0.hasSuffix(".samples") })
    }
    let first = try await made("tempo = 60")
    let again = try await made("tempo = 60")
    #expect(first.kept == 1)
    #expect(again.kept == 1)
    #expect(first.buffer.isSame(as: again.buffer))
    #expect(try await made("tempo = 90").kept == 2)
    #expect(try await made("tempo = 60\nkey = 1").kept == 3)
    #expect(try await made("").kept == 3, "a plain file is read as it is")
  }
}
