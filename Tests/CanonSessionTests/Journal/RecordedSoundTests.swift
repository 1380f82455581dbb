import CanonControl
import CanonEngine
import CanonFiles
import CanonStems
import CanonStemsSupport
import CanonTestSupport
import Foundation
import Testing

@testable import CanonSession

/// The sounds of a journal: those that were played, wherever they are by then, and no others.
@Suite struct RecordedSoundTests {
  private static let loop = SmallSet.loop

  /// Plays a loop, reloads other samples of the cello, and plays another loop.
  private func playOtherSamples(_ small: SmallSet, inWindows: Bool = false) async throws -> (
    score: Score, heard: CanonTestSupport.Output
  ) {
    let journal = small.folder.file("evening.journal")
    let session =
      inWindows ? try await small.windowedSession(journal: journal) : try small.session(journal: journal)
    var bench = try await SessionBench(session)
    #expect(await session.buffer(StemIndex(0))?.isPaged == inWindows)
    var heard = await bench.run(5000)
    try SmallSet.write(SmallSet.rising(Self.loop).reversed(), to: small.folder.file("cello.wav"))
    #expect(try await bench.say("reload", at: .lines) == [])
    heard += await bench.run(2 * Self.loop)
    await session.finish()
    return (try Score.load(small.folder.file("evening.journal")), heard)
  }

  @Test(
    "What a reload has dropped is kept beside the journal, and rendered from there", arguments: [false, true])
  func keptSounds(inWindows: Bool) async throws {
    let small = try SmallSet(sounds: ["cello": SmallSet.rising(Self.loop)])
    let (score, heard) = try await playOtherSamples(small, inWindows: inWindows)
    let kept = try FileManager.default.contentsOfDirectory(atPath: small.folder.file("evening.files"))
    let sounds = try #require(score.header?.sounds)
    #expect(kept.count == 1 && sounds.count == 2 && sounds[1]?.count == 4 && sounds[2]?.count == 1)
    #expect(
      kept == sounds[1]?[RecordedSounds.Key(stem: "cello", file: "cello.wav")]?.map { "\($0.hash).wav" })
    let again = try await small.rendering(of: score, period: 1000)
    #expect(again.output.master == heard.master && again.refused == [])
  }

  @Test(
    "A sound that is not what was played is not rendered, and canon says where it should be",
    arguments: [
      "changed", "missing", "nothing kept", "another one kept",
    ])
  func otherSounds(what: String) async throws {
    let small = try SmallSet(sounds: ["cello": SmallSet.rising(Self.loop)])
    let (score, heard) = try await playOtherSamples(small)
    let folder = small.folder.file("evening.files"), cello = small.folder.file("cello.wav")
    let kept = try folder + "/" + #require(FileManager.default.contentsOfDirectory(atPath: folder).first)
    switch what {
    case "changed": try SmallSet.write(.init(repeating: 0.5, count: Self.loop), to: cello)
    case "missing": try FileManager.default.removeItem(atPath: cello)
    case "nothing kept": try FileManager.default.removeItem(atPath: kept)
    default: try SmallSet.write(.init(repeating: 0.5, count: Self.loop), to: kept)
    }
    do {
      let again = try await small.rendering(of: score, period: 1000)
      // The first sound is kept; the second one is refused when the reload is received.
      #expect(["changed", "missing"].contains(what) && again.refused.count == 1)
      #expect(again.refused.joined().contains("evening.files/"), "\(again.refused)")
      #expect(again.output.master[..<11_000] == heard.master[..<11_000])
    } catch let problems as FileProblems {
      #expect(!["changed", "missing"].contains(what))
      let text = problems.text(.english)
      #expect(text.contains("evening.files/"), "\(text)")
    }
  }

  /// The journal cannot say which of them was played when.
  @Test("A file that was changed between two replacements in one edition is refused, and canon says why")
  func changedBetweenReplacements() async throws {
    let small = try SmallSet()
    let session = try small.session(journal: small.folder.file("evening.journal"))
    var bench = try await SessionBench(session)
    for value: Float in [0.25, 0.125] {
      try SmallSet.write(.init(repeating: value, count: Self.loop), to: small.folder.file("take.wav"))
      #expect(try await bench.say("replace cello take.wav now", at: .lines) == [])
      await bench.run(Self.loop)
    }
    await session.finish()
    let score = try Score.load(small.folder.file("evening.journal"))
    let key = RecordedSounds.Key(stem: "cello", file: "take.wav")
    #expect(score.header?.sounds[1]?[key]?.count == 2)
    let again = try await small.rendering(of: score, period: 1000)
    #expect(again.refused.count == 2, "\(again.refused)")
    #expect(
      again.refused.allSatisfy { $0.contains("take.wav") && $0.contains("changed while") }, "\(again.refused)"
    )
  }

  @Test("What another reader has read is rendered with the readers that a rendering is given")
  func otherReader() async throws {
    let small = try SmallSet()
    let samples = [Float](repeating: 0.0625, count: Self.loop)
    _ = try small.folder.write(TallyReader.text(samples, frames: nil), to: "cello.wav")
    let session = try small.session(
      journal: small.folder.file("evening.journal"), readers: .withTally)
    var bench = try await SessionBench(session)
    let heard = await bench.run(Self.loop)
    await session.finish()
    let score = try Score.load(small.folder.file("evening.journal"))
    let again = try await small.rendering(of: score, period: 1000, readers: .withTally)
    #expect(again.refused == [] && again.output.master == heard.master)
    #expect(heard.master.last == 0.0625)
    await #expect(throws: FileProblems.self) { try await small.rendering(of: score, period: 1000) }
  }
}
