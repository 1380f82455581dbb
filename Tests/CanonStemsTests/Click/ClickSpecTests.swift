import CanonEngine
import CanonFiles
import Testing

@testable import CanonStems

/// The table `[click]` of a set.
@Suite struct ClickSpecTests {
  @Test("The files and the gain of the click are read")
  func read() throws {
    let text = BrokenSet.cello + "[click]\nfile = \"beat.wav\"\naccent = \"one.wav\"\ngain = -6\n"
    let click = try StemSetFile.parse(path: "set.toml", text: text).click
    #expect(click.beat?.written == "beat.wav" && click.accent?.written == "one.wav")
    #expect(click.gain.value == -6)
    #expect(try StemSetFile.parse(path: "set.toml", text: BrokenSet.cello).click == ClickSpec())
  }

  @Test(
    "What is wrong is said at its place",
    arguments: ["file = 3", "file = \"../x.wav\"", "gain = 99", "beat = \"a\""])
  func wrong(line: String) {
    #expect(throws: FileProblems.self) {
      try StemSetFile.parse(path: "set.toml", text: BrokenSet.cello + "[click]\n\(line)\n")
    }
  }

  @Test("What was played counts with the gain with which it was, and where the click is heard")
  func recorded() throws {
    let text = BrokenSet.cello + "[click]\nfile = \"beat.wav\"\ngain = -6\n"
    let set = try StemSetFile.parse(path: "set.toml", text: text)
    let key = RecordedClick.Key(sound: .beat, file: "beat.wav")
    let hash = try #require(SoundHash(String(repeating: "a", count: 64)))
    var played = RecordedClick()
    played.replace([key: [hash]])
    #expect(played.hashes(of: key, .unity) == [hash], "it is not known with which")
    played.settle([key], by: set)
    #expect(played.hashes(of: key, set.click.gain) == [hash] && played.hashes(of: key, .unity) == [])
    played.isHeard = false
    #expect(played.hashes(of: key, set.click.gain) == [])
  }

  @Test("canon's own sounds begin and end in silence, and the accent is another one")
  func own() throws {
    let set = try StemSetFile.parse(path: "set.toml", text: BrokenSet.cello)
    let sounds = try set.clickSounds(at: .studio)
    #expect(sounds.accent.layout.frameCount == 1920 && sounds.beat.layout.frameCount == 1920)
    #expect(sounds.beat.sample(0, channel: 0) == 0 && abs(sounds.beat.sample(1919, channel: 0)) < 1e-6)
    #expect(!sounds.beat.isSame(as: sounds.accent))
    #expect((0..<1920).contains { abs(sounds.beat.sample($0, channel: 1)) > 0.3 })
  }
}
