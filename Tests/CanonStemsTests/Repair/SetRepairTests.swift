import CanonEngine
import CanonFiles
import CanonStemsSupport
import CanonTestSupport
import Foundation
import Testing

@testable import CanonStems

/// What becomes of a set that is mended.
@Suite struct SetRepairTests {
  private let folder = TemporaryFolder()
  private var new: String { folder["new"] }

  private func tone(_ hertz: Double, level: Float = 0.5, mean: Float = 0, frames: Int = 48_000) -> [Float] {
    (0..<frames).map { mean + level * Float(sin(2 * .pi * hertz * Double($0) / 48_000)) }
  }

  /// - Parameter stems: Ids with keys; the files have the ids as names.
  private func load(_ stems: [(id: String, keys: String)], head: String = "loop = \"1 s\"") throws -> StemSet
  {
    let tables = stems.map {
      "[[stem]]\nid = \"\($0.id)\"\nfile = \"\($0.id).wav\"   # as exported\n\($0.keys)\n"
    }
    try folder.write(head + "\n" + tables.joined(), to: "set.toml")
    return try StemSetFile.load(folder.path)
  }

  private func mend(_ set: StemSet) async throws -> SetRepair {
    #expect(SetRepair.canMend(SetCheck.problems(of: set, depth: .samples)))
    try folder.makeFolder("new")
    return try await SetRepair(set, into: new)
  }

  /// The codes of what is wrong with the new set.
  private func codes(_ repair: SetRepair) throws -> [String?] {
    #expect(SetCheck.problems(new, depth: .samples) == [])
    return repair.after.problems.filter { $0.severity != .note }.map(\.code)
  }

  @Test("A length that nearly fits becomes exact, a click a crossfade, a mean 0; then nothing is wrong")
  func all() async throws {
    try folder.sound("good.wav", tone(440), format: .wav16)
    try folder.sound("long.wav", tone(440, frames: 48_100), format: .wav16)
    try folder.sound("short.wav", tone(440, frames: 47_900), format: .wav16)
    try folder.sound("click.wav", tone(440.25), format: .wav16)
    try folder.sound("dc.wav", tone(440, level: 0.3, mean: 0.05), channels: 1, format: .wav24)
    let ids = ["good", "long", "short", "click", "dc"]
    let set = try load(ids.map { ($0, "") })
    #expect(Set(SetCheck.problems(of: set, depth: .samples).map(\.code)) == ["sound.length"])
    let old = try ids.map { try folder.bytes("\($0).wav") } + [folder.bytes("set.toml")]
    let repair = try await mend(set)
    #expect(try codes(repair) == [])
    let stems = repair.stems
    #expect(stems.map(\.addedFrames) == [0, -100, 100, 0, 0])
    #expect(stems.map(\.isMeanRemoved) == [false, false, false, false, true])
    #expect(stems.map { $0.crossfadeFrames > 0 } == [false, false, false, true, false])
    #expect(stems.map(\.after.frameCount) == [48_000, 48_000, 48_000, 48_000, 48_000])
    #expect(abs(stems[4].before.mean - 0.05) < 1e-3 && abs(stems[4].after.mean) < 1e-6)
    #expect(stems[3].before.seam?.clicks == true && stems[3].after.seam?.clicks == false)
    // The old files are as they were, and what was right is a copy.
    #expect(try ids.map { try folder.bytes("\($0).wav") } + [folder.bytes("set.toml")] == old)
    #expect(try folder.bytes("new/good.wav") == old[0])
    let names = ["click.wav", "dc.wav", "good.wav", "long.wav", "set.toml", "short.wav"]
    #expect(try FileManager.default.contentsOfDirectory(atPath: new).sorted() == names)
  }

  @Test("The gains bring the loudest choice to -1 dBTP, from both sides")
  func gains() async throws {
    for level in [0.9, 0.1] as [Float] {
      for id in ["a", "b"] { try folder.sound("\(id).wav", tone(440, level: level)) }
      let repair = try await mend(load([("a", "gain = -1.5"), ("b", "")]))
      let measured = try #require(repair.after.measurement)
      let peak = 20 * log10(Double(measured.truePeak.worst))
      #expect(peak <= -1 && peak > -1.11)
      #expect((repair.change < 0) == (level > 0.5))
      let text = try String(contentsOfFile: new + "/set.toml", encoding: .utf8)
      #expect(text.contains("gain = \(((-1.5 + repair.change) * 1000).rounded() / 1000)\n"))
      #expect(text.contains("gain = \(repair.change)\n"))
      try FileManager.default.removeItem(atPath: new)
    }
  }

  @Test("No gain leaves its range")
  func range() async throws {
    try folder.sound("a.wav", tone(440, level: 0.001))
    let repair = try await mend(load([("a", "gain = 20")]))
    #expect(repair.change == 4)
    #expect(try codes(repair) == [])
  }

  @Test("The text of the set stays, but for what has changed")
  func text() async throws {
    try folder.sound("a.wav", tone(440, mean: 0.1))
    let head =
      "# For the evening\ntitle = \"Evening\"\nloop = \"1 s\"\n[[scene]]\nid = \"verse\"\ncommands = [\"mute a\"]"
    let repair = try await mend(load([("a", "pan = 0.25")], head: head))
    let expected =
      head
      + "\n[[stem]]\nid = \"a\"\nfile = \"a.wav\"   # as exported\ngain = \(repair.change)\npan = 0.25\n\n"
    #expect(try String(contentsOfFile: new + "/set.toml", encoding: .utf8) == String(expected.dropLast()))
  }

  @Test("A FLAC file stays FLAC, floats stay floats, and what is beyond full scale becomes floats")
  func formats() async throws {
    try folder.sound("a.wav", tone(440, mean: 0.1), format: .flac)
    try folder.sound("b.wav", tone(440, mean: 0.1), format: .wav32f)
    try folder.sound("c.wav", tone(440, mean: 0.1), format: .wav16)
    try folder.sound("d.wav", tone(440, level: 1.25, mean: 0.1), format: .wav32f)
    let repair = try await mend(load([("a", ""), ("b", ""), ("c", ""), ("d", "")]))
    #expect(repair.stems.map(\.file) == ["a.flac", "b.wav", "c.wav", "d.wav"])
    let encodings = try repair.stems.map {
      try OpenSound(new + "/" + $0.file, .standard).decoder.header.encoding.description
    }
    #expect(encodings == ["FLAC 24", "WAV float", "WAV 24", "WAV float"])
  }

  @Test(
    "A region stays where it is; the loop that a file names is one, and chosen channels are all of the new file"
  )
  func regions() async throws {
    let silence = [Float](repeating: 0, count: 9000)
    try folder.sound("a.wav", silence + tone(440.25) + silence)
    try folder.sound("b.wav", silence + tone(440.25) + silence)
    try SamplerChunk.name(9000..<57_000, inWAV: folder["b.wav"])
    let four = tone(440, mean: 0.1).flatMap { [0, 0, $0, -$0] as [Float] }
    try folder.sound("c.wav", four, channels: 4)
    let set = try load([("a", "region = \"9000 .. 57000\""), ("b", ""), ("c", "channels = [3, 4]")])
    let repair = try await mend(set)
    #expect(try codes(repair) == [])
    let new = try StemSetFile.load(self.new)
    #expect(new.stems.map { $0.region?.text } == ["9000 .. 57000", "9000 .. 57000", nil])
    #expect(new.stems[2].channels == nil)
    #expect(try new.info(of: StemIndex(2)).channelCount == 2)
    #expect(try new.info(of: StemIndex(0)).frameCount == 66_000, "what lies around the loop stays")
  }

  @Test("Sounds without a set file get the one that canon assumes")
  func assumed() async throws {
    try folder.makeFolder("sounds")
    try folder.sound("sounds/1_bass.wav", tone(440, mean: 0.1))
    try folder.sound("sounds/2_voice.wav", tone(440))
    let repair = try await mend(try StemSetFile.load(folder["sounds"]))
    #expect(repair.stems.map(\.file) == ["bass.wav", "voice.wav"])
    #expect(try codes(repair) == [])
  }

  @Test("Of a link the file is copied that it leads to")
  func links() async throws {
    try folder.sound("take.wav", tone(440))
    try folder.link("a.wav", to: "take.wav")
    _ = try await mend(load([("a", "")]))
    try FileManager.default.removeItem(atPath: folder["take.wav"])
    #expect(SetCheck.problems(new, depth: .samples) == [])
  }

  @Test("A set of another form is not mended, and a set with other errors neither")
  func refused() async throws {
    try folder.sound("a.wav", tone(440, mean: 0.1))
    try folder.write("loop = \"1 s\"\nstem = [{ id = \"a\", file = \"a.wav\" }]\n", to: "set.toml")
    let set = try StemSetFile.load(folder.path)
    await #expect(throws: SetRepair.Failure.uneditable) { try await mend(set) }
    #expect(
      Folder.names(in: new).allSatisfy { [".", ".."].contains($0) }, "what was written is removed again")
    try folder.sound("a.wav", tone(440).map { $0 > 0.4 ? .nan : $0 })
    #expect(!SetRepair.canMend(SetCheck.problems(of: set, depth: .samples)))
  }
}
