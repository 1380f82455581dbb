import CanonEngine
import CanonFiles
import CanonTestSupport
import Foundation
import Testing

@testable import CanonStems

/// What the engine is made from.
@Suite struct SetConfigurationTests {
  let folder = TemporaryFolder()

  /// A set of a second at tempo 120, with stems `a` (the base), `b`, `c` and so on of so many frames with these lines.
  private func set(_ head: String = "", _ stems: (frames: Int, lines: String)...) throws -> StemSet {
    var text = "tempo = 120\nloop = \"1 s\"\n\(head)\n"
    for (id, stem) in zip(["a", "b", "c", "d", "e"], [(frames: 48_000, lines: "base = true")] + stems) {
      try folder.sound("\(id).wav", [Float](repeating: 0, count: stem.frames))
      text += "[[stem]]\nid = \"\(id)\"\nfile = \"\(id).wav\"\n\(stem.lines)\n"
    }
    try folder.write(text, to: "set.toml")
    return try StemSetFile.load(folder.path)
  }

  private func configuration(_ set: StemSet, at rate: SampleRate = .studio) throws -> EngineConfiguration {
    try set.engineConfiguration(timing: SetTiming(of: set), at: rate)
  }

  @Test func theWholeSetArrives() throws {
    let set = try set(
      "ramp = \"0 ms\"\ngrace = \"20 ms\"\nsecond_press = \"now\"\nseed = 7\n[[bus]]\nid = \"hall\"")
    let engine = try configuration(set)
    #expect(engine.grid.loop == GridLine(numerator: 48_000, denominator: 1))
    #expect(engine.grid.beatsPerLoop == 2)
    #expect(engine.sampleRate == .studio)
    #expect(engine.busCount == StemSet.mostBuses + 1)
    #expect(engine.cueBus == StemSet.cuePlace && engine.click != nil)
    #expect(engine.rampMilliseconds == 0)
    #expect(engine.graceMilliseconds == 20)
    #expect(engine.secondPress == .now)
    #expect(engine.seed == 7)
    #expect(engine.stems.count == 1)
    #expect(engine.stems[0].isBase)
    #expect(engine.stems[0].line == nil)
    #expect(engine.stems[0].group == -1)
    #expect(engine.stems[0].sends == [])
  }

  @Test func aStemsLineIsItsOwnAtEachRate() throws {
    let set = try set("", (96_000, ""), (30_000, ""))
    #expect(
      try configuration(set).stems.map(\.line) == [
        nil, GridLine(numerator: 96_000, denominator: 1), GridLine(numerator: 30_000, denominator: 1),
      ])
    #expect(
      try configuration(set, at: .compactDisc).stems.map(\.line) == [
        nil, GridLine(numerator: 88_200, denominator: 1), GridLine(numerator: 55_125, denominator: 2),
      ])
    let one = try set.configuration(of: StemIndex(2), timing: SetTiming(of: set), at: .compactDisc)
    #expect(one.line == GridLine(numerator: 55_125, denominator: 2))
  }

  @Test func groupsSendsAndFollowersAreNumbered() throws {
    let set = try set(
      "[[bus]]\nid = \"hall\"\n[[bus]]\nid = \"foldback\"",
      (48_000, "group = \"reeds\"\nbuses = { foldback = 0 }\nafter = { loops = 2, then = \"start:c\" }"),
      (48_000, "group = \"REEDS\"\nmode = \"once\"\nafter = { loops = 1, then = \"any\" }"))
    let stems = try configuration(set).stems
    #expect(stems.map(\.group) == [-1, 0, 0])
    #expect(stems.map(\.sends) == [[], [.silence, .unity], []])
    #expect(
      stems.map(\.follow) == [
        nil, FollowAction(loops: 2, then: .start(StemIndex(2))), FollowAction(loops: 1, then: .startAny),
      ])
    #expect(stems.map(\.repeats) == [0, 0, 1])
    #expect(stems.map(\.entry) == [.phase, .phase, .top])
    #expect(stems.map(\.intro) == [.upbeat, .upbeat, .boundary])
  }

  @Test(
    arguments: [
      ("offset = \"1 beat\"", 24_000), ("offset = \"-0.5 s\"", -24_000),
      ("offset = \"-48001 frames\"", -48_001),
      ("region = \"12000 .. 60000\"", 0), ("region = \"12000 .. 60000\"\nintro = \"boundary\"", 12_000),
      ("region = \"12000 .. 60000\"\nintro = \"boundary\"\noffset = \"-1 bar\"", -84_000),
      ("region = \"12000 .. 60000\"\nintro = \"none\"", 0),
      ("region = \"12000 .. 60000\"\nentry = \"top\"", 0),
    ] as [(String, FrameCount)])
  func offsetsAreInFramesOfTheEngine(lines: String, expected: FrameCount) throws {
    let set = try set("", (60_000, lines))
    #expect(try configuration(set).stems[1].offset == expected)
    let double = SampleRate(hertz: 96_000)!
    #expect(try configuration(set, at: double).stems[1].offset == 2 * expected)
  }

  @Test func everyLengthThatIsWrongIsSaid() throws {
    let set = try set("", (48_100, ""), (10, "region = \"10 ..\""))
    let error = #expect(throws: FileProblems.self) { try configuration(set) }
    #expect(error?.problems.map(\.field) == ["stem \"b\": file", "stem \"c\": region"])
  }

  /// It may be a locked stem's, and come later.
  @Test func aFileThatIsNotThereIsSaidWhenItIsLoaded() throws {
    let set = try set("", (96_000, ""))
    try FileManager.default.removeItem(atPath: folder["b.wav"])
    #expect(try configuration(set).stems[1].line == nil)
    let timing = try SetTiming(of: set)
    #expect(throws: FileProblem.self) { try set.configuration(of: StemIndex(1), timing: timing, at: .studio) }
    #expect(throws: FileProblem.self) {
      try StemLoader.load(StemIndex(1), of: set, timing: timing, at: .studio)
    }
  }

  @Test(
    "A stem whose file has gone, or does not fit any more, keeps the length and the offset that it had",
    arguments: [true, false])
  func keptLengths(isGone: Bool) throws {
    let set = try set(
      "", (30_000, "offset = \"-12000 frames\"\nrepeat = 3"), (96_000, "group = \"reeds\"\ngain = -6"))
    let old = try configuration(set)
    if isGone {
      try FileManager.default.removeItem(atPath: folder["b.wav"])
      try FileManager.default.removeItem(atPath: folder["c.wav"])
    } else {
      try folder.sound("b.wav", [Float](repeating: 0, count: 20_000))
      try folder.sound("c.wav", [Float](repeating: 0, count: 96_100))
    }
    let timing = try SetTiming(of: set), rate = SampleRate.compactDisc
    let new = try set.engineConfiguration(timing: timing, at: rate, after: old)
    #expect(new.stems[0].line == nil)
    #expect(new.stems[2].line == GridLine(numerator: 88_200, denominator: 1))
    #expect(new.stems[2].offset == 0)
    #expect(new.stems[2].group == 0 && new.stems[2].gain == Gain(Decibels(-6)!))
    #expect(new.stems[1].repeats == 3)
    if isGone {
      #expect(new.stems[1].line == GridLine(numerator: 55_125, denominator: 2))
      #expect(new.stems[1].offset == -11_025)
      #expect(try set.engineConfiguration(timing: timing, at: rate, after: nil).stems[1].line == nil)
    } else {
      #expect(new.stems[1].line == GridLine(numerator: 18_375, denominator: 1), "20,000 frames are fine, too")
      #expect(throws: FileProblems.self) { try set.engineConfiguration(timing: timing, at: rate) }
    }
  }

  @Test("Which frames of its file a stem sounds; all there could be where the file or the region is wrong")
  func soundingFrames() throws {
    let set = try set(
      "", (60_000, "region = \"12000 .. 1 s\""), (60_000, "region = \"bar 1 .. 61000\""),
      (60_000, "region = \"12000 .. 1 s\"\nintro = \"none\""), (60_000, "region = \".. 60000\""))
    let all = 0..<StemLayout.longest
    func frames(_ index: Int) -> SoundingFrames { set.soundingFrames(of: StemIndex(index)) }
    #expect(frames(0).loop == all)
    #expect(
      [frames(1).intro, frames(1).loop, frames(1).release] == [0..<12_000, 12_000..<48_000, 48_000..<60_000])
    #expect(frames(2).loop == all)
    #expect(
      frames(3).intro.isEmpty && frames(3).loop == frames(1).loop && frames(3).release == frames(1).release)
    #expect(frames(4).intro.isEmpty && frames(4).loop == 0..<60_000 && frames(4).release.isEmpty)
    try FileManager.default.removeItem(atPath: folder["b.wav"])
    #expect(frames(1).loop == all)
  }

  @Test(
    "In which part a stem sounds some frames",
    arguments: [
      (0..<12_000, SoundingFrames.Part.intro), (0..<12_001, .loop), (47_999..<60_000, .loop),
      (48_000..<48_001, .release), (60_000..<70_000, nil), (20_000..<20_000, nil),
    ] as [(Range<FrameCount>, SoundingFrames.Part?)])
  func parts(frames: Range<FrameCount>, part: SoundingFrames.Part?) throws {
    let set = try set("", (60_000, "region = \"12000 .. 1 s\""))
    #expect(set.soundingFrames(of: StemIndex(1)).part(with: frames) == part)
  }

  @Test func aLoopOfLessThanAFrameIsExplained() throws {
    try folder.sound("a.wav", [Float](repeating: 0, count: 96_000), rate: SampleRate(hertz: 96_000)!)
    try folder.write(
      "loop = \"1 s\"\n[[stem]]\nid = \"a\"\nfile = \"a.wav\"\nregion = \"1 .. 2\"\n", to: "set.toml")
    let set = try StemSetFile.load(folder.path)
    let error = #expect(throws: FileProblems.self) { try configuration(set) }
    #expect(
      error?.message.replacing(folder.path + "/", with: "")
        == "set.toml:5: stem \"a\": region: found 1 frames (0.000 s), expected a loop of at least one frame at 48000 Hz. "
        + "Give a longer loop.")
  }
}
