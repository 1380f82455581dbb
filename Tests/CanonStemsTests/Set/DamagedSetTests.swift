import CanonControlSupport
import CanonTestSupport
import Testing

@testable import CanonStems

/// Thousands of damaged sets and patch files: each is read or refused with places, and none ends canon.
@Suite struct DamagedSetTests {
  static let sets = [
    """
    title = "Canon in D"
    tempo = 80
    meter = "4/4"
    loop = "8 bars"
    quantum = "bar:2"

    [[bus]]
    id = "hall"

    [[stem]]
    id = "cello"
    file = "cello.flac"
    base = true
    gain = -5.3

    [[stem]]
    id = "violin-a"
    file = "violin-a.flac"
    group = "violins"
    region = "bar 2 .. bar 10"
    after = { loops = 4, then = "start:cello" }
    buses = { hall = -6 }
    [stem.quantum]
    start = "loop"

    [[scene]]
    id = "verse"
    commands = ["start violin-a", "gain cello -6"]

    [patch]
    master = "physical:1"
    "violin-*" = ["reverb:in_*", "/^ardour:.*in$/"]
    """,
    "[[stem]]\nid = \"a\"\nfile = \"a.wav\"\nbase = true\nkey = \"a\"\n",
  ]

  @Test(
    .timeLimit(.minutes(LongCampaign.minutes)), arguments: 0..<UInt64(LongCampaign.count(1, long: 10)))
  func everyDamagedSetIsReadOrRefused(seed: UInt64) {
    let unplaced = TextMutants.unplaced(Self.sets, seed: seed) {
      try StemSetFile.parse(path: "/nonexistent/set.toml", text: $0)
    }
    #expect(unplaced == [])
  }

  @Test(
    .timeLimit(.minutes(LongCampaign.minutes)), arguments: 0..<UInt64(LongCampaign.count(1, long: 10)))
  func everyDamagedPatchFileIsReadOrRefused(seed: UInt64) throws {
    let set = try StemSetFile.parse(path: "/nonexistent/set.toml", text: Self.sets[0])
    let file = """
      ["Canon in D"]
      master = "physical:3"
      "violin-*" = ["reverb:in_*", "/^ardour:.*in$/"]
      hall_1 = []

      [Other]
      master = "system:playback_1"
      """
    let unplaced = TextMutants.unplaced([file], seed: seed) {
      try PatchFile.parse(path: "/nonexistent/patch.toml", text: $0, for: set)
    }
    #expect(unplaced == [])
  }
}
