import CanonControl
import CanonEngine
import CanonLiveSupport
import CanonStemsSupport
import CanonTestSupport
import Foundation
import Testing

@testable import CanonSession
@testable import CanonStems

/// A journal holds the loops that sound files have named, so that it sounds the same whatever becomes of the files.
@Suite struct LoopPointJournalTests {
  private static let loop = SmallSet.loop

  private func name(_ loop: Range<Int>, in small: SmallSet) throws {
    try SamplerChunk.name(loop, inWAV: small.folder.file("violin-a.wav"))
  }

  /// Plays one stem for some loops.
  private func play(_ small: SmallSet) async throws -> CanonTestSupport.Output {
    var bench = try await SessionBench(small.session(journal: small.folder.file("evening.journal")))
    try await bench.say("start violin-a")
    let heard = await bench.run(4 * Self.loop)
    await bench.session.finish()
    return heard
  }

  /// - Parameter edit: Changes the text of the journal.
  private func score(_ small: SmallSet, _ edit: (String) -> String = { $0 }) throws -> Score {
    let path = small.folder.file("evening.journal")
    let text = edit(try String(contentsOfFile: path, encoding: .utf8))
    return try Score.parse(path: path, text: text)
  }

  @Test(
    "The loop that played is rendered, also when the file names another one or none",
    arguments: [1, 64, 4096])
  func rendered(period: Int) async throws {
    let small = try SmallSet(sounds: ["violin-a": SmallSet.rising(Self.loop + 1000)])
    try name(400..<(400 + Self.loop), in: small)
    let heard = try await play(small)
    let key = RecordedSounds.Key(stem: "violin-a", file: "violin-a.wav")
    #expect(
      try score(small).header?.sounds[1]?[key]?.map(\.source.loop) == [400..<FrameCount(400 + Self.loop)])
    try name(100..<(100 + Self.loop), in: small)
    let again = try await small.rendering(of: score(small), period: period)
    #expect(again.refused == [] && again.output.master == heard.master)
    try SmallSet.write(SmallSet.rising(Self.loop + 1000), to: small.folder.file("violin-a.wav"))
    let plain = try await small.rendering(of: score(small), period: period)
    #expect(plain.refused == [] && plain.output.master == heard.master)
  }

  @Test("In a journal of a canon that knew no loop points, files are loops as a whole")
  func older() async throws {
    let small = try SmallSet(sounds: ["violin-a": SmallSet.rising(Self.loop)])
    let heard = try await play(small)
    try name(0..<(Self.loop / 2), in: small)
    let again = try await small.rendering(of: score(small), period: 1000)
    #expect(again.refused == [] && again.output.master == heard.master, "the journal has no loop points")
    // Without the line of its sound the file alone says what is played.
    func version(_ number: Int) throws -> Score {
      try score(small) {
        $0.replacing(/# sound: 1 violin-a .*\n/, with: "")
          .replacing("# canon journal 5", with: "# canon journal \(number)")
      }
    }
    #expect(try await small.rendering(of: version(3), period: 1000).output.master == heard.master)
    #expect(try await small.rendering(of: version(4), period: 1000).output.master != heard.master)
  }

  private static let hash = String(repeating: "0a", count: 32)

  private func sounds(_ frames: String) throws -> Set<RecordedSound>? {
    let text =
      "# canon journal 4\n# source: x\n# sample rate: 48000\n# loop: 100\n"
      + "# sound: 1 a \(Self.hash) 48000 2 \(frames) 1..2 x.wav\n@0 quit\n"
    return try Score.parse(path: "", text: text).header?.sounds[1]?[.init(stem: "a", file: "1..2 x.wav")]
  }

  @Test(
    "A sound with a loop is read as it was written",
    arguments: [nil, 0..<1, 480..<9600] as [Range<FrameCount>?])
  func roundTrip(loop: Range<FrameCount>?) throws {
    let sound = RecordedSound(
      hash: try #require(SoundHash(Self.hash)),
      source: SoundInfo(sampleRate: .studio, channelCount: 2, frameCount: 9600, loop: loop))
    let line = JournalText.comment(sound, for: .init(stem: "a", file: "1..2 x.wav"), in: 1)
    let frames = line.split(separator: " ")[7]
    #expect(frames == (loop.map { "9600/\($0.lowerBound)..\($0.upperBound)" } ?? "9600"))
    #expect(try sounds(String(frames)) == [sound])
  }

  @Test(
    "A sound whose loop cannot be is not read",
    arguments: [
      "9600/", "9600/1", "9600/1..", "9600/..2", "9600/2..2", "9600/5..2", "9600/-1..2", "9600/0..9601",
      "9600/1...2",
      "0/0..1", "/0..1", "9600/1..99999999999999999999",
    ])
  func wrong(frames: String) throws {
    #expect(try sounds(frames) == nil)
  }
}
