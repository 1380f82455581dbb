import CanonControl
import CanonEngine
import CanonFiles
import CanonLiveSupport
import CanonSchedule
import CanonSession
import CanonStems
import Testing

/// Scenes that cannot be understood are told before anything sounds.
@Suite struct SceneProblemTests {
  private static let expected =
    "expected start, stop, mute, unmute, press, cancel, gain, pan, solo, pause, resume or fade, with stems of this set. "

  /// The problems of a set of four stems with these scenes, without the folder.
  private func problems(
    _ scenes: String, head: String = "tempo = 1000\nmeter = \"2/4\"\nloop = \"2 bars\""
  ) throws -> [String] {
    let folder = try TestFolder()
    var text = "title = \"Scenes\"\n\(head)\n"
    for id in ["cello", "violin-a", "violin-b", "violin-c"] {
      text += "[[stem]]\nid = \"\(id)\"\nfile = \"\(id).wav\"\nbase = \(id == "cello")\n\n"
      var writer = try SoundWriter(
        path: folder.file("\(id).wav"), format: .wav32f, sampleRate: .studio, channelCount: 1)
      try writer.write([Float](repeating: 0.125, count: 11_520))
      _ = try writer.finish()
    }
    let path = try folder.write(text + scenes, to: "set.toml")
    let set = try Source.load(path).set
    let thrown = #expect(throws: FileProblems.self) {
      try Performance(set: set, schedule: nil, now: { Instant(secondsSince1970: 0) })
    }
    let told = try #require(thrown).problems.map { $0.message.replacing(folder.path + "/", with: "") }
    // `canon check` tells the same.
    #expect(Source.problems(path).map { $0.message.replacing(folder.path + "/", with: "") } == told)
    return told
  }

  private func scene(_ id: String, _ commands: String) -> String {
    "[[scene]]\nid = \"\(id)\"\ncommands = [\(commands)]\n"
  }

  @Test func eachWrongCommandIsToldWithFileLineAndScene() throws {
    // Three lines of head with the title, four stems of five lines each, then the scene's own.
    #expect(
      try problems(
        scene("verse", "'start viola', 'start violin-a', 'strat violin-a'")
          + scene("coda", "'gain cello loud'")) == [
          "set.toml:27: scene \"verse\": commands: found \"start viola\", \(Self.expected)no stem is called \"viola\". There are: cello, violin-a, violin-b, violin-c.",
          "set.toml:27: scene \"verse\": commands: found \"strat violin-a\", \(Self.expected)unknown word \"strat\". Did you mean \"start\"? Type \"help\" for the words.",
          "set.toml:30: scene \"coda\": commands: found \"gain cello loud\", \(Self.expected)gain: \"loud\" is not a number of decibels from -120 to 24, e.g. gain cello -6.",
        ])
  }

  @Test(
    "What is no change of stems is no part of a scene",
    arguments: [
      "scene verse", "replace violin-a cello.wav", "skip 100", "quit",
    ])
  func notInAScene(command: String) throws {
    #expect(
      try problems(scene("verse", "'\(command)'")) == [
        "set.toml:27: scene \"verse\": commands: found \"\(command)\", \(Self.expected)"
          + "\"\(command)\" cannot be part of a scene: it is not a change of stems on one frame."
      ])
  }

  @Test("Only gain accepts the master", arguments: ["pan master 0.5", "start master", "solo master"])
  func master(command: String) throws {
    #expect(try problems(scene("verse", "'\(command)', 'gain master -6'")).count == 1)
  }

  @Test(
    "Bars and beats need a tempo",
    arguments: [
      (
        "start violin-a bar",
        "the set has no bars. Use now, loop, stem or cycle, or give the set a tempo and a loop that it divides."
      ),
      (
        "gain cello -6 beat:2",
        "the set has no beats. Use now, loop, stem or cycle, or give the set a tempo and a loop that it divides."
      ),
      (
        "gain cello -6 over 2 bars",
        "no fade can take 2 bars: the set has no such unit, or it is more than 1073741824 frames. Use a shorter length, or one in seconds."
      ),
      (
        "pan cello 1 over 1 beat",
        "no fade can take 1 beat: the set has no such unit, or it is more than 1073741824 frames. Use a shorter length, or one in seconds."
      ),
    ])
  func noGrid(command: String, message: String) throws {
    #expect(
      try problems(scene("verse", "'\(command)', 'gain cello -6 loop over 2 loops'"), head: "") == [
        "set.toml:25: scene \"verse\": commands: found \"\(command)\", \(Self.expected)\(message)"
      ])
  }
}
