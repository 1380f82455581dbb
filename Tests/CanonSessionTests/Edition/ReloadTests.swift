import CanonControl
import CanonEngine
import CanonFiles
import CanonStems
import CanonStemsSupport
import CanonTestSupport
import Foundation
import Testing

@testable import CanonSession

/// A set that is edited while it plays, and read again.
@Suite struct ReloadTests {
  private static let loop = SmallSet.loop

  private func bench(_ small: SmallSet) async throws -> SessionBench {
    try await SessionBench(small.session(journal: small.folder.file("evening.journal")), after: 100)
  }

  @Test("An edited gain takes effect on the boundary; everything else stays as it was")
  func editedGain() async throws {
    let small = try SmallSet()
    var bench = try await bench(small)
    let session = bench.session
    try await bench.say("start violin-a now")
    try await bench.say("gain violin-b -3", then: 100)
    try small.edit("id = \"cello\"", "id = \"cello\"\ngain = -6")
    #expect(try await bench.say("reload", at: .lines) == [])
    await bench.run(200)
    #expect(await session.stem("cello").gain.value == 0)
    await bench.run(Self.loop)
    #expect(await session.stem("cello").gain.value == -6)
    #expect(await session.stem("violin-a").status == .play)
    #expect(await session.stem("violin-b").gain.value == -3)
    #expect(
      await session.told().filter { $0.contains("reload") } == [
        "reloads @11520 by input", "@11520 reloaded ~cello by input",
      ])
    #expect(try small.folder.journal().contains("@200 edition 2 loop"))
  }

  @Test(
    "Reloads that are read at the same time have numbers of their own, by which the journal has their texts")
  func atTheSameTime() async throws {
    var bench = try await bench(SmallSet())
    let session = bench.session
    let reload = try CommandParser.parse("reload", at: .lines)
    await withTaskGroup(of: Int.self) { group in
      for _ in 0..<4 { group.addTask { await session.perform(reload, by: .input).count } }
      for await problems in group { #expect(problems == 0) }
    }
    #expect(await Set(session.numbersOfEditions) == [2, 3, 4, 5])
    await bench.run(2 * Self.loop)
  }

  @Test(
    "A stem that is new can be started, one that is gone is not there any more, and the others keep their names"
  )
  func stemsComeAndGo() async throws {
    let small = try SmallSet()
    var bench = try await bench(small)
    let session = bench.session
    try await bench.say("start violin-a violin-b violin-c now", then: 100)
    try SmallSet.write(.init(repeating: 1.0 / 32, count: Self.loop), to: small.folder.file("horn.wav"))
    // In the place of the cello's neighbour, and first in the file.
    try small.edit("[[stem]]\nid = \"violin-a\"\nfile = \"violin-a.wav\"\nbase = false\n", "")
    try small.edit(
      "[[stem]]\nid = \"cello\"",
      "[[stem]]\nid = \"horn\"\nfile = \"horn.wav\"\n[[stem]]\nid = \"cello\"")
    #expect(try await bench.say("reload now", at: .lines) == [])
    await bench.run(1000)
    #expect(session.set.stems.map(\.id) == ["horn", "cello", "violin-b", "violin-c"])
    #expect(try await bench.say("start violin-a now").count == 1)
    #expect(try await bench.say("start horn now") == [])
    let output = await bench.run(1000)
    #expect(output.master.last == 0.71875)
    #expect(await session.snapshot().stems.map(\.status) == [.play, .play, .play, .play])
    let told = await session.told()
    #expect(told.contains("@440 reloaded +horn -violin-a by input"), "\(told)")
  }

  @Test("A fade that was asked for before a reload keeps the ramp of then, as is shown")
  func rampOfFades() async throws {
    let small = try SmallSet()
    var bench = try await bench(small)
    try await bench.say("gain cello -40 loop over 10 ms", then: 10)
    try small.edit("meter = \"2/4\"", "meter = \"2/4\"\nramp = \"100 ms\"")
    #expect(try await bench.say("reload now", at: .lines) == [])
    await bench.run(Self.loop - 110)
    await bench.run(200)
    let shown = await bench.session.stem("cello").gain.value
    let heard = await bench.run(1).ports[0][0]
    #expect(abs(20 * log10(Double(heard / 0.5)) - shown) < 0.1)
  }

  @Test("Other samples in the same file are heard from the boundary on")
  func otherSamples() async throws {
    let small = try SmallSet()
    var bench = try await bench(small)
    await bench.run(100)
    try SmallSet.write(.init(repeating: 0.25, count: Self.loop), to: small.folder.file("cello.wav"))
    #expect(try await bench.say("reload", at: .lines) == [])
    let output = await bench.run(Self.loop + 1000)
    #expect(output.master[5000] == 0.5 && output.master.last == 0.25)
    #expect(await bench.session.told().contains("@11520 reloaded ~cello by input"))
  }

  @Test("Other channels of the same file are heard from the boundary on, and its journal renders to that")
  func otherChannels() async throws {
    let small = try SmallSet(keys: ["cello": "channels = [1]"])
    try SmallSet.write(
      (0..<Self.loop).flatMap { _ in [0.25, 0.5, 0.125] }, channels: 3, to: small.folder.file("cello.wav"))
    var bench = try await SessionBench(small.session(journal: small.folder.file("evening.journal")))
    var heard = await bench.run(100)
    try small.edit("channels = [1]", "channels = [3, 2]")
    #expect(try await bench.say("reload", at: .lines) == [])
    heard += await bench.run(Self.loop + 1000)
    #expect(heard.master[5000] == 0.25 && heard.master.last == 0.125 && heard.right.last == 0.5)
    #expect(await bench.session.told().contains("@11520 reloaded ~cello by input"))
    await bench.session.finish()
    try await small.expectRendering(is: heard)
  }

  @Test(
    "Nothing that is wrong is taken over: it is told, and the music goes on",
    arguments: [
      ("loop = \"2 bars\"", "loop = \"no bars\"", "loop"), ("violin-b.wav", "violin-x.wav", "violin-x.wav"),
      ("id = \"violin-b\"", "id = \"cello\"", "cello"), ("loop = \"2 bars\"", "loop = \"0 bars\"", "loop"),
    ])
  func wrong(old: String, new: String, named: String) async throws {
    let small = try SmallSet()
    var bench = try await bench(small)
    let session = bench.session
    try await bench.say("start violin-b now", then: 100)
    try small.edit(old, new)
    let refused = try await bench.say("reload", at: .lines)
    #expect(refused.count == 1 && refused[0].contains("nothing was reloaded") && refused[0].contains(named))
    let output = await bench.run(2 * Self.loop)
    #expect(output.master.last == 0.625)
    #expect(session.program.number == 1)
    #expect(try !small.folder.journal().contains { $0.contains("edition") })
  }

  @Test("A slower set goes on at the same bar and beat")
  func tempo() async throws {
    let small = try SmallSet()
    var bench = try await bench(small)
    let session = bench.session
    try await bench.say("start violin-a bar", then: 8000)
    try small.halveTempo()
    #expect(try await bench.say("reload beat", at: .lines) == [])
    await bench.run(1000)
    // Frame 8640 was the fourth beat of the first loop.
    let snapshot = await session.snapshot()
    #expect(snapshot.place(of: 8640).map { [$0.loop, $0.bar, $0.beat] } == [1, 2, 2])
    #expect(snapshot.place(of: 8640 + 5760).map { [$0.loop, $0.bar, $0.beat] } == [2, 1, 1])
    #expect(await session.stem("violin-a").status == .play)
  }

  @Test(
    "What waits for the boundary on which a reload takes effect is received there, and starts on it",
    arguments: [0, 1])
  func waitsForTheBoundary(late: Int) async throws {
    let small = try SmallSet()
    var bench = try await bench(small)
    let session = bench.session
    // The engine has it before the edition.
    try await bench.say("at @\(Self.loop + late) start violin-a \(late == 0 ? "loop" : "now")")
    try small.edit("id = \"cello\"", "id = \"cello\"\ngain = -6")
    #expect(try await bench.say("reload", at: .lines) == [])
    let heard = await bench.run(Self.loop)
    let begin = Int(await session.snapshot().position) - Self.loop
    #expect(await session.stem("violin-a").status == .play)
    #expect(await session.stem("cello").gain.value == -6)
    let journal = try small.folder.journal()
    #expect(journal.contains { $0.hasPrefix("@\(Self.loop + late) start violin-a") }, "\(journal)")
    await session.finish()
    let score = try Score.load(small.folder.file("evening.journal"))
    for period in [64, 1000] {
      let rendering = try await small.rendering(of: score, period: period)
      #expect(rendering.refused == [])
      #expect(rendering.output.ports[1].dropFirst(begin).prefix(Self.loop) == heard.ports[1][...])
    }
  }

  @Test("After reloads at several tempos a loop that a command waits for is that of the music, to the frame")
  func waitsAtSeveralTempos() async throws {
    // Lengths of a beat that are no whole numbers of frames.
    func head(_ tempo: Int) -> String { "tempo = \(tempo)\nmeter = \"1/4\"\nloop = \"2 beats\"" }
    func write(_ tempo: Int, _ small: SmallSet) throws {
      let frames = Int((2 * 60 * 48_000 / Double(tempo)).rounded())
      for stem in SmallSet.stems {
        try SmallSet.write(
          .init(repeating: stem.value, count: frames), to: small.folder.file("\(stem.id).wav"))
      }
      try small.folder.write(SmallSet.text(head: head(tempo), keys: [:]), to: "set.toml")
    }
    for (first, others) in [(113, [97, 132]), (997, [983, 761, 883]), (307, [211, 401, 127])] {
      let small = try SmallSet()
      try write(first, small)
      let session = try small.session()
      var bench = try await SessionBench(session, after: 100)
      try await bench.say("at loop 41 gain violin-a -6 loop")
      for tempo in others {
        try write(tempo, small)
        let problems = try await bench.say("reload beat", at: .lines)
        #expect(problems == [], "\(problems)")
        await bench.run(70_000)
      }
      let snapshot = await session.snapshot()
      let waiting = try #require(snapshot.waiting.first), grid = try #require(snapshot.grid)
      #expect(waiting.at - snapshot.origin == grid.loop.position(of: 40), "\(first) \(others)")
    }
  }

  @Test("A relocation and a halt that are announced lead to the same bar of the next tempo")
  func announced() async throws {
    let small = try SmallSet()
    var bench = try await bench(small)
    let session = bench.session
    await bench.run(8280)
    try small.halveTempo()
    #expect(try await bench.say("reload beat", at: .lines) == [])
    await bench.run(120)
    try await bench.say("seek bar 5")
    try await bench.say("freeze bar 7")
    // Both are due on frame 8740; the edition takes over on frame 8640.
    await bench.run(8700 - 8500)
    #expect(await session.snapshot().music(on: 8740) == 4 * 11_520)
    #expect(await session.placeOfDueHalt == 6 * 11_520)
    await bench.run(100)
    let snapshot = await session.snapshot()
    #expect(snapshot.isFrozen && snapshot.place == 6 * 11_520)
  }

  @Test(
    "What was heard across reloads is what the journal renders, also when the files have changed since",
    arguments: [64, 1024])
  func journal(period: Int) async throws {
    let small = try SmallSet(sounds: ["cello": SmallSet.rising(Self.loop)])
    let session = try small.session(journal: small.folder.file("evening.journal"))
    var bench = try await SessionBench(session)
    var heard = Output(stems: 4)
    heard += await bench.run(3000, periods: .constant(period))
    for (line, old, new) in [
      ("start violin-a now", "", ""), ("reload", "id = \"cello\"", "id = \"cello\"\ngain = -6"),
      ("start violin-b loop", "", ""),
      ("reload bar", "id = \"violin-b\"\nfile = \"violin-b.wav\"\nbase = false\n\n[[stem]]\n", ""),
      ("start violin-c", "", ""),
      ("reload", "id = \"violin-a\"", "id = \"violin-a\"\ngroup = \"violins\""),
      ("reload bar", "id = \"violin-c\"", "id = \"violin-c\"\ngroup = \"violins\""),
      ("mute violin-c now", "", ""), ("start violin-c", "", ""),
      (
        "reload now", "meter = \"2/4\"\nloop = \"2 bars\"",
        "meter = \"4/4\"\nloop = \"1 bar\"\nramp = \"20 ms\""
      ),
    ] {
      if !old.isEmpty { try small.edit(old, new) }
      let refused = try await bench.say(line, at: .lines)
      #expect(refused == [], "\(line)")
      heard += await bench.run(Self.loop + 1777, periods: .constant(period))
    }
    await session.finish()
    let text = try String(contentsOfFile: small.folder.file("evening.journal"), encoding: .utf8)
    try small.edit("title = \"Small set\"", "title = \"Another set\"\nquantum = \"bar\"")
    let score = try Score.parse(path: "evening.journal", text: text)
    for rendered in [64, 1000] {
      let again = try await small.rendering(of: score, period: rendered)
      #expect(again.refused == [])
      #expect(again.output.master == heard.master && again.output.right == heard.right)
    }
  }

  // MARK: - The sounds of a journal

  /// Plays a loop, reloads other samples of the cello, and plays another loop.
  private func playOtherSamples(_ small: SmallSet) async throws -> (
    score: Score, heard: CanonTestSupport.Output
  ) {
    let session = try small.session(journal: small.folder.file("evening.journal"))
    var bench = try await SessionBench(session)
    var heard = await bench.run(5000)
    try SmallSet.write(SmallSet.rising(Self.loop).reversed(), to: small.folder.file("cello.wav"))
    #expect(try await bench.say("reload", at: .lines) == [])
    heard += await bench.run(2 * Self.loop)
    await session.finish()
    return (try Score.load(small.folder.file("evening.journal")), heard)
  }

  @Test("What a reload has dropped is kept beside the journal, and rendered from there")
  func keptSounds() async throws {
    let small = try SmallSet(sounds: ["cello": SmallSet.rising(Self.loop)])
    let (score, heard) = try await playOtherSamples(small)
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

extension Performance {
  /// Those of the editions that the engine has and that do not play yet.
  fileprivate var numbersOfEditions: [Int] { deck.editions.values.map(\.next.program.number) }
}
