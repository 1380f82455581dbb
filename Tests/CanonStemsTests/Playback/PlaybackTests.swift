import CanonFiles
import CanonTestSupport
import Testing

@testable import CanonStems

@Suite struct PlaybackTests {
  private func read(_ table: String, tempo: String = "tempo = 80") throws -> StemSet {
    try StemSetFile.parse(
      path: "/s/set.toml",
      text: "\(tempo)\nloop = \"24 s\"\n\(table)\n[[stem]]\nid = \"a\"\nfile = \"a.wav\"\n")
  }

  private func complaint(_ table: String, tempo: String = "tempo = 80") -> String? {
    #expect(throws: FileProblems.self) { try read(table, tempo: tempo) }?.problems[0].message
  }

  @Test("A set is played in the tempo and key of its table, as numbers or as texts; without one as it is")
  func reading() throws {
    #expect(try read("").playback == .original)
    let playback = Playback(tempo: .beats(Tempo(92)!), key: Transposition(cents: -30)!)
    #expect(try read("[playback]\ntempo = 92\nkey = \"-30 cents\"").playback == playback)
    let set = try read("playback = { tempo = \"115 %\", key = 2 }")
    #expect(set.playback == Playback(tempo: .percent(115_000), key: Transposition(cents: 200)!))
  }

  @Test("Tempos and keys have names, each once; a wrong one is reported by its name")
  func variants() throws {
    let slow = "[[variant]]\nname = \"slow\"\ntempo = \"80 %\"\n"
    let set = try read(slow + "[[variant]]\nname = \"choir\"\ntempo = 70\nkey = -2")
    #expect(
      set.variants == [
        VariantSpec(name: "slow", playback: Playback(tempo: .percent(80_000))),
        VariantSpec(
          name: "choir", playback: Playback(tempo: .beats(Tempo(70)!), key: Transposition(cents: -200)!)),
      ])
    #expect(complaint(slow + slow)?.contains("variant 2: name") == true)
    #expect(complaint("[[variant]]\ntempo = 70")?.contains("variant 1: name") == true)
    #expect(
      complaint("[[variant]]\nname = \"x\"\ntempo = 700")?.contains("variant \"x\": tempo: found 700") == true
    )
    let many = (0...StemSet.mostVariants).map { "[[variant]]\nname = \"v\($0)\"\n" }.joined()
    #expect(complaint(many)?.contains("variant") == true)
  }

  @Test("What cannot be played is reported at its place")
  func problems() {
    #expect(complaint("[playback]\ntempo = 400")?.contains("set.toml:4: playback: tempo: found 400,") == true)
    #expect(complaint("[playback]\ntempo = 400")?.contains("25 to 400 % of the set's own tempo (80)") == true)
    #expect(complaint("[playback]\ntempo = 92", tempo: "")?.contains("names no tempo of its own") == true)
    #expect(complaint("[playback]\nkey = 25")?.contains("from -24 to 24 semitones") == true)
    #expect(complaint("[playback]\nspeed = 2")?.contains("speed") == true)
    #expect(complaint("playback = 92")?.contains("a table with tempo and key") == true)
  }

  @Test("The set in another tempo says so in its text, and everything else stays as its author wrote it")
  func played() throws {
    let set = try read("# mine\n[playback]\ntempo = 60   # slow\n")
    let playback = Playback(tempo: .percent(50_000), key: Transposition(cents: 200)!)
    let other = try set.played(as: playback)
    #expect(other.playback == playback && other.text.contains("tempo = \"50 %\"   # slow"))
    #expect(try StemSetFile.parse(path: set.file, text: other.text).playback == playback)
    #expect(try other.played(as: .original).playback == .original)
    let plain = try read("").played(as: playback)
    #expect(plain.text.hasSuffix("\n[playback]\nkey = \"+2\"\ntempo = \"50 %\"\n"))
  }

  @Test("A tempo that the set does not allow is refused, and so is a table that canon cannot write into")
  func refused() throws {
    #expect(throws: FileProblems.self) { try read("").played(as: Playback(tempo: .percent(500_000))) }
    #expect(throws: FileProblems.self) {
      try read("", tempo: "").played(as: Playback(tempo: .beats(Tempo(92)!)))
    }
    let problem = #expect(throws: FileProblems.self) {
      try read("playback = { tempo = 92 }").played(as: Playback(tempo: .percent(50_000)))
    }
    #expect(problem?.problems[0].message.contains("Write [playback] in a line of its own") == true)
  }

  @Test("The set's own tempo in other words is its own")
  func normalized() throws {
    let set = try read("[playback]\ntempo = 60")
    for tempo in ["80", "100 %"] {
      #expect(try set.played(as: Playback(tempo: try #require(PlayedTempo(tempo)))).playback == .original)
    }
  }

  @Test("Stems say what another tempo and key do to them")
  func treatments() throws {
    let set = try StemSetFile.parse(
      path: "/s/set.toml",
      text: """
        tempo = 80
        loop = "24 s"
        [playback]
        tempo = 92
        key = 2
        [[stem]]
        id = "usual"
        file = "a.wav"
        [[stem]]
        id = "off"
        file = "a.wav"
        stretch = "off"
        [[stem]]
        id = "tape"
        file = "a.wav"
        stretch = "tape"
        [[stem]]
        id = "drums"
        file = "a.wav"
        transpose = false
        """)
    let speed = try #require(Speed(23, over: 20))
    #expect(
      set.stems.map { set.treatment(of: $0) } == [
        Treatment(speed: speed, cents: 200, isTape: false), nil,
        Treatment(speed: speed, cents: 0, isTape: true), Treatment(speed: speed, cents: 0, isTape: false),
      ])
    let higher = try set.played(as: Playback(key: Transposition(cents: 200)!))
    #expect(higher.stems.map { higher.treatment(of: $0)?.cents } == [200, nil, nil, nil])
  }
}
