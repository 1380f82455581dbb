import CanonEngine
import CanonFiles
import CanonTestSupport
import Testing

@testable import CanonStems

@Suite struct SetFileTests {
  @Test func everyValueArrives() throws {
    let set = try StemSetFile.parse(
      path: "Stems/canon/set.toml",
      text: """
        title = "Canon in D"
        tempo = 80.125
        meter = "3/8"
        loop = "8 bars"
        quantum = { stop = "bar:2", mute = "beat" }

        [[stem]]
        id = "cello"
        title = "Violoncello"
        file = "0_cello.flac"
        base = true
        gain = -1.9
        pan = 1

        [[stem]]
        id = "Violin-A"
        file = "parts/a.flac"
        quantum = "now"
        """)
    #expect(set.title == "Canon in D")
    #expect(set.tempo?.thousandths == 80_125)
    #expect(set.meter == Meter(beatsPerBar: 3, beatUnit: 8))
    #expect(set.loop == .bars(8))
    #expect(set.folder == "Stems/canon")
    #expect(
      set.quanta == QuantumDefaults(start: .loop, stop: Quantum(.bar, count: 2)!, mute: .beat, unmute: .loop))
    #expect(set.stems.map(\.id) == ["cello", "Violin-A"])
    #expect(set.bases == [StemIndex(0)])
    #expect(set.index(of: "Violin-A") == StemIndex(1))
    #expect(set.index(of: "violin-a") == nil)

    let cello = set.stems[0]
    #expect(cello.title == "Violoncello")
    #expect(cello.path == "Stems/canon/0_cello.flac")
    #expect(cello.isBase)
    #expect(cello.gain.value == -1.9)
    #expect(cello.pan.value == 1)
    #expect(cello.quanta == set.quanta)
    #expect(cello.idLine == 8)
    #expect(cello.fileLine == 10)

    let violin = set.stems[1]
    #expect(violin.title == "Violin-A")
    #expect(violin.path == "Stems/canon/parts/a.flac")
    #expect(!violin.isBase)
    #expect(violin.gain.value == 0)
    #expect(violin.pan == .centre)
    #expect(violin.quanta == QuantumDefaults(.now))
  }

  @Test func whatIsNotWrittenHasItsDefault() throws {
    let set = try StemSetFile.parse(
      path: "Stems/canon/set.toml", text: "[[stem]]\nid = \"a\"\nfile = \"a.wav\"\nbase = true\n")
    #expect(set.title == "canon")
    #expect(set.tempo == nil)
    #expect(set.meter == .common)
    #expect(set.loop == nil)
    #expect(set.quanta == .loop)
  }

  @Test func aStemsOwnQuantumOverridesOnlyWhatItNames() throws {
    let set = try StemSetFile.parse(
      path: "set.toml",
      text: """
        tempo = 80
        [quantum]
        start = "bar"
        mute = "bar"
        [[stem]]
        id = "a"
        file = "a.wav"
        base = true
        [stem.quantum]
        mute = "now"
        """)
    #expect(set.stems[0].quanta == QuantumDefaults(start: .bar, stop: .loop, mute: .now, unmute: .loop))
  }

  @Test func theFolderStandsForItsFile() throws {
    let folder = TemporaryFolder()
    let path = try folder.set(["a": 4])
    #expect(try StemSetFile.load(path).file == path + "/set.toml")
    #expect(try StemSetFile.load(path + "/").file == path + "/set.toml")
    #expect(try StemSetFile.load(path + "/set.toml").file == path + "/set.toml")
  }

  @Test(arguments: [
    "0 cello.wav", "#1.wav", "100%.wav", "Bratsché Übung ß.wav", "チェロ.wav", "a'b\\\"c.wav", "🎻.wav", "-n.wav",
  ])
  func oddNamesLoad(name: String) async throws {
    let folder = TemporaryFolder()
    let inside = "Kanon #1 100% チェロ"
    try folder.makeFolder(inside)
    let file = name.replacing("\\\"", with: "\"")
    try folder.sound(inside + "/" + file, [0.25, 0.5])
    try folder.write(
      "[[stem]]\nid = \"a\"\nbase = true\ntitle = \"\(name)\"\nfile = \"\(name)\"\n", to: inside + "/set.toml"
    )
    let set = try StemSetFile.load(folder[inside])
    #expect(set.title == inside)
    #expect(set.stems[0].title == file)
    let loaded = try StemLoader.load(StemIndex(0), of: set, timing: SetTiming(of: set), at: .studio)
    #expect(loaded.buffer.decoded == [0.25, 0.5])
  }

  @Test func controlCharactersInTitlesBecomeVisible() throws {
    let set = try StemSetFile.parse(
      path: "set.toml",
      text: """
        title = "a\\u001b[2Jb\\u202e"
        [[stem]]
        id = "a"
        title = "x\\ny"
        file = "a.wav"
        base = true
        """)
    #expect(set.title == "a\\u{1b}[2Jb\\u{202e}")
    #expect(set.stems[0].title == "x\\u{a}y")
  }

  @Test(arguments: [
    ("1 bar", TimeSpan.bars(1)), ("8 bars", .bars(8)), ("32 beats", .beats(32)),
    ("1152000 frames", .frames(1_152_000)), ("24 s", .microseconds(24_000_000)),
    ("0.1 s", .microseconds(100_000)), ("86400 s", .microseconds(86_400_000_000)),
  ])
  func loopLengthsAreRead(text: String, expected: TimeSpan) {
    #expect(TimeSpan(text) == expected)
    #expect(TimeSpan(expected.description) == expected)
  }

  @Test(arguments: [
    "", " ", "8", "bars", "8bars", "8  bars", " 8 bars", "-1 bars", "+1 bars", "1.5 bars",
    "100001 beats",
    "86401 s", "1.0000001 s", "1. s", ".5 s", "1.2.3 s", "1e3 s", "٣ s", "99999999999999999999 frames",
    "8 bars ", "eight bars", "99999999999999.5 s",
  ])
  func nothingElseIs(text: String) {
    #expect(TimeSpan(text) == nil)
  }

  @Test func aLoopIsLongerThanNothing() {
    #expect(TimeSpan("0 bars") == .bars(0))
    #expect(
      ["0 bars", "0 beats", "0 frames", "0 s", "0.000000 s"].map(TimeSpan.positive) == [
        nil, nil, nil, nil, nil,
      ])
    #expect(TimeSpan.positive("0.000001 s") == .microseconds(1))
  }

  @Test func onlyAnOffsetMayBeNegative() {
    #expect(TimeSpan.signed("-0.5 s") == .microseconds(-500_000))
    #expect(TimeSpan.signed("-1 beat")?.description == "-1 beat")
    #expect(TimeSpan.signed("-0.5 s")?.description == "-0.5 s")
    #expect(TimeSpan.signed("--1 beat") == nil)
    #expect(TimeSpan.signed("- 1 beat") == nil)
  }

  @Test func temposAreExact() {
    #expect(Tempo(80.1)?.thousandths == 80_100)
    #expect(Tempo(999.999)?.thousandths == 999_999)
    #expect(Tempo(80.125)?.description == "80.125")
    #expect(Tempo(80)?.description == "80")
    #expect(Tempo(80.0001) == nil)
    #expect(Tempo(0.999) == nil)
    #expect(Tempo(1000.001) == nil)
    #expect(Tempo(.nan) == nil)
    #expect(Tempo(140)?.length(ofBeats: 32) == LoopLength(numerator: 96, denominator: 7))
  }
}
