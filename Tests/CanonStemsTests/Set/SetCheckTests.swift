import CanonEngine
import CanonFiles
import CanonTestSupport
import Foundation
import Testing

@testable import CanonStems

@Suite struct SetCheckTests {
  let folder = TemporaryFolder()

  private func check(_ depth: SetCheck.Depth = .headers) -> [String] {
    SetCheck.problems(folder.path, depth: depth).map { $0.message.replacing(folder.path + "/", with: "") }
  }

  @Test func aGoodSetHasNoProblems() throws {
    _ = try folder.set(["a": 100, "b": 100])
    #expect(check() == [])
    #expect(check(.samples) == [])
  }

  @Test func aWrongLineOfTheSetFileDoesNotHideAMissingFile() throws {
    try folder.write("title = 3\n" + BrokenSet.cello, to: "set.toml")
    #expect(check().count == 2)
    #expect(check()[0].hasPrefix("set.toml:1: title: found 3"))
    #expect(check()[1].hasPrefix("set.toml:4: stem \"cello\": file: found \"cello.wav\": no such file"))
  }

  @Test func everySoundFileIsLookedAt() throws {
    _ = try folder.set(["a": 100, "b": 99, "c": 100, "d": 100, "e": 100])
    try folder.sound("c.wav", [Float](repeating: 0, count: 600), channels: 6)
    try FileManager.default.removeItem(atPath: folder["d.wav"])
    try folder.write("no sound", to: "e.wav")
    #expect(
      check() == [
        "set.toml:8: stem \"b\": file: found \"b.wav\": 99 frames (0.002 s), expected 100 frames (0.002 s), "
          + "the length of the loop. Add silence (or write length = \"free\", if it is meant), e.g.: sox b.wav b-long.wav pad 0 1s",
        "set.toml:12: stem \"c\": file: found \"c.wav\": 6 channels, expected 1 or 2 channels, or a choice of one or two. "
          + "Write e.g. channels = [1, 2] for this stem in a set.toml, or mix it down, e.g.: sox c.wav c-stereo.wav channels 2",
        "set.toml:16: stem \"d\": file: found \"d.wav\": no such file, "
          + "expected a sound file (WAV, AIFF, CAF, FLAC, Ogg or MP3; with ffmpeg also AAC and others). Check the name; large and small letters differ.",
        "set.toml:20: stem \"e\": file: found \"e.wav\": not a sound file that canon can read, "
          + "expected a sound file (WAV, AIFF, CAF, FLAC, Ogg or MP3; with ffmpeg also AAC and others). Check what it is, e.g.: file e.wav",
      ])
  }

  @Test func aBaseThatCannotBeReadIsSaidOnce() throws {
    _ = try folder.set(["a": 100, "b": 100])
    try folder.write("no sound", to: "a.wav")
    let problems = check()
    #expect(problems.count == 1, "\(problems)")
  }

  @Test func samplesAreLookedAtOnlyOnRequest() throws {
    _ = try folder.set(["a": 100, "b": 100])
    try folder.sound("b.wav", [Float](repeating: 0, count: 99) + [.nan])
    #expect(check() == [])
    #expect(
      check(.samples) == [
        "set.toml:8: stem \"b\": file: found \"b.wav\": 1 samples that are no numbers (NaN or infinite), "
          + "the first in frame 99, expected finite samples. Export it again; a plug-in may have failed."
      ])
  }

  @Test("A sample far into the file is found on its frame, be it checked or loaded", arguments: [1, 2])
  func farSamples(channels: Int) throws {
    _ = try folder.set(["a": 40_000])
    for frame in [16_383, 16_384, 16_385, 39_999] {
      var samples = [Float](repeating: 0, count: 40_000 * channels)
      samples[frame * channels + channels - 1] = .nan
      samples[39_999 * channels] = .infinity
      try folder.sound("a.wav", samples, channels: channels)
      let count = frame < 39_999 || channels == 2 ? 2 : 1
      let message =
        "\"a.wav\": \(count) samples that are no numbers (NaN or infinite), the first in frame \(frame), "
      #expect(check(.samples).first?.contains(message) == true, "\(check(.samples))")
      let problem = #expect(throws: SoundProblem.self) { try SoundFile.read(folder["a.wav"]) }
      #expect(problem?.cause == .notFinite(count: count, firstFrame: FrameCount(frame)))
    }
  }

  @Test("Samples that are missing are found on request")
  func missingSamples() throws {
    _ = try folder.set(["a": 50_000])
    var random = SystemRandomNumberGenerator()
    try folder.sound(
      "a.wav", (0..<50_000).map { _ in Float.random(in: -1...1, using: &random) }, format: .flac)
    try folder.truncate("a.wav", to: 60_000)
    #expect(check() == [])
    #expect(check(.samples).count == 1)
    #expect(check(.samples).first?.contains(" of 50000 frames, expected as many frames") == true)
  }

  @Test func withoutALoopRegionsAreHeldAgainstTheirFilesAllTheSame() throws {
    _ = try folder.set(["a": 100, "b": 100])
    try folder.write(
      String(decoding: folder.bytes("set.toml"), as: UTF8.self) + "region = \"200 ..\"\n", to: "set.toml")
    try FileManager.default.removeItem(atPath: folder["a.wav"])
    let problems = check()
    #expect(problems.count == 2)
    #expect(
      problems.last?.contains("stem \"b\": region: found \"200 ..\", which begins on frame 200") == true)
  }

  @Test func aTempoThatDoesNotFitIsSaidBesideTheFiles() throws {
    _ = try folder.set(["a": 48_001, "b": 48_000], head: "tempo = 60")
    let messages = check()
    #expect(messages.count == 2)
    #expect(
      messages[0].hasPrefix(
        "set.toml:1: tempo: found 60, at which the loop of 48001 frames (1.000 s) is 1.00002"))
    #expect(messages[1].hasPrefix("set.toml:8: stem \"b\": file: found \"b.wav\": 48000 frames"))
  }
}
