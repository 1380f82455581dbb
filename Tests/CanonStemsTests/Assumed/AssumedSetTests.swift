import CanonEngine
import CanonFiles
import CanonStemsSupport
import CanonTestSupport
import Foundation
import Testing

@testable import CanonStems

/// Folders of sound files, and sound files, that are played without a set file.
@Suite struct AssumedSetTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func sounds(_ frames: [String: Int]) throws {
    for (name, count) in frames { try folder.sound(name, [Float](repeating: 0.1, count: count)) }
  }

  private func load() throws -> StemSet { try StemSetFile.load(folder.path) }

  private func problems() -> [FileProblem] {
    do throws(FileProblems) { _ = try StemSetFile.load(folder.path) } catch { return error.problems }
    return []
  }

  @Test("Stems are the sound files in natural order, the first one is the base, other files are left alone")
  func order() throws {
    try sounds(["10_high.wav": 4800, "2_mid.flac.wav": 4800, "1_low.wav": 9600, ".hidden.wav": 100])
    try folder.write("nothing", to: "notes.txt")
    try folder.makeFolder("more.wav")
    let set = try load()
    #expect(set.stems.map(\.id) == ["low", "mid-flac", "high"])
    #expect(set.stems.map(\.isBase) == [true, false, false])
    #expect(set.tempo == nil && set.title == folder.path.split(separator: "/").last.map(String.init))
    #expect(try SetTiming(of: set).loop == LoopLength(frames: 4800, at: .studio))
    #expect(SetCheck.problems(folder.path, depth: .samples) == [])
  }

  @Test(
    "A file that cannot be read refuses the set; if the others may play without it, it is a stem in its place"
  )
  func leniently() throws {
    try sounds(["1_low.wav": 9600, "3_high.wav": 4800, "4_top.wav": 4800])
    try folder.write("not a sound", to: "2_mid.wav")
    #expect(problems().count == 1 && problems()[0].file.hasSuffix("2_mid.wav"))
    let set = try StemSetFile.load(.path(folder.path), .standard, .lenient)
    #expect(set.stems.map(\.id) == ["low", "mid", "high", "top"])
    #expect(set.stems.map(\.isBase) == [true, false, false, false])
    #expect(try SetTiming(of: set).loop == LoopLength(frames: 4800, at: .studio))
    #expect(set.assumption?.message.contains("canon assumes 4 stems") == true)
  }

  @Test("A file that cannot be read makes namesakes as any other: another stem's id depends on it")
  func unreadableNamesake() throws {
    try sounds(["a.wav": 4800, "cello.wav": 4800])
    try folder.write("not a sound", to: "cello.flac")
    let set = try StemSetFile.load(.path(folder.path), .standard, .lenient)
    #expect(set.namesakes == ["cello.flac", "cello.wav"])
  }

  @Test("No set is assumed without its base, nor without a file that can be read")
  func unreadableBase() throws {
    try sounds(["a.wav": 4800])
    try folder.write("not a sound", to: "base.wav")
    #expect(throws: FileProblems.self) { try StemSetFile.load(.path(folder.path), .standard, .lenient) }
    let first = try TemporaryFolder()
    try first.write("not a sound", to: "1.wav")
    try first.sound("2.wav", [Float](repeating: 0.1, count: 4800))
    #expect(throws: FileProblems.self) { try StemSetFile.load(.path(first.path), .standard, .lenient) }
    let empty = try TemporaryFolder()
    try empty.write("not a sound", to: "a.wav")
    #expect(throws: FileProblems.self) { try StemSetFile.load(.path(empty.path), .standard, .lenient) }
  }

  @Test("The file named base is the base")
  func base() throws {
    try sounds(["a.wav": 4800, "Base.wav": 9600])
    let set = try load()
    #expect(set.bases.map { set[$0].id } == ["base"])
    #expect(try SetTiming(of: set).loop == LoopLength(frames: 4800, at: .studio))
  }

  @Test("The names' tempo counts beats and bars")
  func tempo() throws {
    try sounds(["a 120bpm.wav": 96_000, "b_120 BPM.wav": 192_000])
    let timing = try SetTiming(of: load())
    #expect(timing.beatsPerLoop == 4 && timing.barsPerLoop == 1)
  }

  /// Appends a chunk that states a tempo, as programs for loops write it.
  private func tag(_ name: String, tempo: Float) throws {
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder[name])))
    bytes += Pieces.name("acid") + Pieces.little(24, 4) + Pieces.zeros(20)
    bytes += Pieces.little(Int(tempo.bitPattern), 4)
    bytes.replaceSubrange(4..<8, with: Pieces.little(bytes.count - 8, 4))
    try folder.write(Data(bytes), to: name)
  }

  @Test("Without a tempo in a name the files' tags count, if they agree")
  func tags() throws {
    try sounds(["a.wav": 96_000, "b.wav": 192_000, "c.wav": 96_000])
    for name in ["a.wav", "b.wav"] { try tag(name, tempo: 120) }
    #expect(try load().tempo == Tempo(120))
    #expect(try load().assumption?.message.contains("the tempo 120, which the tags state") == true)
    #expect(try AssumedSet(folder: folder.path).text.contains("tempo = 120   # stated by the files' tags\n"))
    #expect(SetCheck.problems(folder.path, depth: .samples) == [])
    try tag("c.wav", tempo: 240)
    #expect(try load().tempo == nil)
    #expect(try load().assumption?.message.contains("no tempo (the tags state different ones)") == true)
  }

  @Test("Where files name loops, those are what the loop is found by, and they are written as regions")
  func loops() throws {
    try sounds(["a.wav": 60_000, "b.wav": 48_000, "c.wav": 96_007])
    try SamplerChunk.name(6000..<54_000, inWAV: folder["a.wav"])
    try SamplerChunk.name(7..<96_007, inWAV: folder["c.wav"])
    let assumed = try load()
    #expect(try SetTiming(of: assumed).loop == LoopLength(frames: 48_000, at: .studio))
    #expect(
      assumed.text.contains(
        "file  = \"a.wav\"   # 1.25 s, 60000 frames at 48000 Hz\n"
          + "region = \"6000 .. 54000\"   # the loop that the file names (smpl chunk): 1 s, 48000 frames\n"
          + "base  = true"))
    #expect(assumed.stems.map(\.region?.description) == ["6000 .. 54000", nil, "7 .. 96007"])
    #expect(assumed.assumption?.message.contains("a loop of 1 s (the length of 2 of them)") == true)
    #expect(SetCheck.problems(folder.path, depth: .samples) == [])
    try folder.write(assumed.text, to: "set.toml")
    #expect(zip(try load().stems, assumed.stems).allSatisfy { $0.isSame(as: $1) })
    #expect(SetCheck.problems(folder.path, depth: .samples) == [])
  }

  @Test("A loop that fits no other is refused with what to do about it; one that cannot be is not written")
  func wrongLoops() throws {
    try sounds(["a.wav": 48_000, "b.wav": 48_000, "c.wav": 60_000])
    try SamplerChunk.name(0..<47_900, inWAV: folder["c.wav"])
    #expect(
      problems().first?.message.replacing(folder.path, with: "F")
        == "F/c.wav: found 0.998 s (47900 frames) between its loop points, expected a simple share or multiple of 1 s, the "
        + "length of 2 of 3 files. The nearest is 1 s (48000 frames): correct the loop points in the file.")
    try sounds(["c.wav": 48_000])
    try SamplerChunk.name(0..<48_010, inWAV: folder["c.wav"])
    #expect(try !load().text.contains("region"))
  }

  @Test("A name that states a tempo beats the tags")
  func namesBeforeTags() throws {
    try sounds(["a 60bpm.wav": 96_000, "b.wav": 96_000])
    try tag("b.wav", tempo: 120)
    #expect(try load().tempo == Tempo(60))
    #expect(try load().assumption?.message.contains("the tempo 60, which the names state") == true)
  }

  @Test("What is assumed is a note that names the way to change it; a set file has none")
  func note() throws {
    try sounds(["a.wav": 4800, "b.wav": 4800])
    let note = try #require(try load().assumption)
    #expect(note.severity == .note && note.code == "folder.assumed")
    #expect(
      note.message.replacing(folder.path, with: "F")
        == "F: note: found no set.toml, so canon assumes 2 stems, a loop of 0.1 s (the length of 2 of them), the base \"a\" "
        + "and no tempo, expected a set.toml if that is not so. To change it, \"canon new F\" writes what is assumed."
    )
    try folder.write(AssumedSet(folder: folder.path).text, to: "set.toml")
    #expect(try load().assumption == nil)
  }

  @Test("The text that is written is the set that was assumed", arguments: [false, true])
  func text(isSecondBase: Bool) throws {
    try sounds(["1 \"q\" \\ é.wav": 9600, isSecondBase ? "base.wav" : "2.wav": 4800, "3\u{1}\n.wav": 7200])
    let assumed = try load()
    try folder.write(assumed.text, to: "set.toml")
    let written = try load()
    #expect(
      written.stems.map { $0.isSame(as: assumed.stems[0]) }
        == assumed.stems.map { $0.isSame(as: assumed.stems[0]) })
    #expect(zip(written.stems, assumed.stems).allSatisfy { $0.isSame(as: $1) })
    #expect(written.loop == assumed.loop && written.tempo == assumed.tempo && written.title == assumed.title)
    #expect(assumed.origin == .path(folder.path) && written.origin == .path(folder.path + "/set.toml"))
  }

  @Test("Lengths that fit no grid are refused with the nearest one; the written set says that they are meant")
  func misfits() throws {
    try sounds(["a.wav": 48_000, "b.wav": 48_000, "c.wav": 38_400, "d.wav": 24_000])
    let problems = problems()
    #expect(problems.map(\.code) == ["folder.misfit"])
    #expect(
      problems[0].message.replacing(folder.path, with: "F")
        == "F/c.wav: found 0.8 s (38400 frames), expected a simple share or multiple of 1 s, the length of 2 of 4 files. "
        + "The nearest is 0.75 s (36000 frames): trim or extend the file. If the length is intended, \"canon new F\" writes a "
        + "set in which it is free.")
    try folder.write(AssumedSet(folder: folder.path).text, to: "set.toml")
    let set = try load()
    #expect(set.stems.map(\.hasFreeLength) == [false, false, true, false])
    #expect(SetCheck.problems(folder.path, depth: .samples) == [])
  }

  @Test("Files that cannot be read are each named, without a line that nobody can look at")
  func unreadable() throws {
    try sounds(["a.wav": 4800])
    try folder.write("no sound", to: "b.wav")
    try folder.write("nor this", to: "c.mp3")
    #expect(problems().map(\.code) == ["sound.unrecognised", "sound.unrecognised"])
    #expect(problems().allSatisfy { $0.line == nil })
  }

  @Test("A folder without sounds is refused")
  func empty() throws {
    #expect(problems().map(\.code) == ["folder.no-sounds"])
    let missing = #expect(throws: FileProblems.self) { try StemSetFile.load(folder.path + "/away/set.toml") }
    #expect(missing?.problems.map(\.code) != ["folder.no-sounds"])
  }

  @Test("Lengths that were rounded to frames one by one are multiples, with and without a tempo in the names")
  func rounded() throws {
    // 4 bars at 174 are 243,310.34 frames at 44.1 kHz, 8 bars 486,620.69.
    let rate = SampleRate(hertz: 44_100)!
    for names in [["bass 174bpm.wav", "pad 174bpm.wav"], ["bass.wav", "pad.wav"]] {
      for (name, count) in zip(names, [243_310, 486_621]) {
        try folder.sound(name, [Float](repeating: 0.1, count: count), rate: rate)
      }
      let set = try load()
      #expect(SetCheck.problems(folder.path, depth: .samples) == [])
      #expect(set.assumption?.message.contains("a loop of 5.517 s") == true)
      #expect(set.text.contains(names[0].contains("bpm") ? "tempo = 174" : "# tempo = 174   # 4 bars"))
      for name in names { try FileManager.default.removeItem(atPath: folder[name]) }
    }
  }

  @Test("A near miss is no length that is meant")
  func nearMiss() throws {
    try sounds(["a.wav": 48_000, "b.wav": 48_000, "c.wav": 48_100])
    let assumed = try AssumedSet(folder: folder.path)
    #expect(assumed.nearMisses.count == 1 && !assumed.text.contains("length = "))
    #expect(problems().first?.message.contains("trim or extend the file.") == true)
    #expect(problems().first?.message.contains("canon new") == false)
  }

  @Test("A set.toml that leads nowhere is missing, not assumed")
  func danglingSet() throws {
    try sounds(["a.wav": 48_000])
    try folder.link("set.toml", to: "away.toml")
    #expect(problems().map(\.message).first?.contains("no such file") == true)
  }

  @Test("Files that are not there are told as they were named, and no other file plays")
  func missingFiles() throws {
    try sounds(["a.wav": 48_000])
    let names = [folder["a.wav"], "zza.wav"]
    let missing = #expect(throws: FileProblems.self) { try StemSetFile.load(.sounds(names)) }
    #expect(missing?.problems.map(\.file) == ["zza.wav"])
  }

  @Test("Too many files are refused before one is opened")
  func tooMany() throws {
    for number in 0...StemSet.mostStems { try folder.write("no sound", to: "\(number).wav") }
    #expect(problems().map(\.code) == ["set.too-many"])
    #expect(problems()[0].file == folder.path && problems()[0].line == nil)
  }

  @Test("Thousands of different lengths are told within a moment, and so is what else the folder has")
  func manyLengths() throws {
    let sounds = (0..<4000).map {
      SoundInfo(sampleRate: .studio, channelCount: 1, frameCount: 48_000 + 7 * $0)
    }
    let loop = try #require(AssumedLoop(sounds))
    #expect(loop.count == 1 && loop.misfits.count > 3000)
  }

  @Test("Named files are stems in the order in which they are named, in any folders")
  func files() throws {
    try folder.makeFolder("x")
    try folder.makeFolder("y")
    try sounds(["y/b.wav": 4800, "x/a.wav": 9600])
    let files = [folder["y/b.wav"], folder["x/a.wav"]]
    let set = try StemSetFile.load(.sounds(files))
    #expect(set.stems.map(\.id) == ["b", "a"] && set.stems.map(\.isBase) == [true, false])
    #expect(set.origin == .sounds(files))
    #expect(SetCheck.problems(.sounds(files), depth: .samples, readers: .standard) == [])
    let one = try StemSetFile.load(.sounds([files[0], files[0]]))
    #expect(one.stems.map(\.id) == ["b", "b-2"])
    let missing = #expect(throws: FileProblems.self) { try StemSetFile.load(.sounds([folder["away.wav"]])) }
    #expect(missing?.problems.map(\.code) == ["sound.missing"])
  }
}
