import CanonEngine
import CanonFiles
import Testing

@testable import CanonStems

/// Every key of a set and a stem, read.
@Suite struct SetKeysTests {
  private func parse(_ text: String) throws -> StemSet { try StemSetFile.parse(path: "set.toml", text: text) }

  private static let head = """
    tempo = 120
    loop = "4 s"
    quantum = "cycle:2"
    ramp = "0.5 ms"
    grace = "30 ms"
    second_press = "now"
    seed = 9007199254740992
    [[bus]]
    id = "hall"
    title = "The \\thall"
    [[bus]]
    id = "foldback"
    title = ""

    """
  private static let stems = """
    [[stem]]
    id = "cello"
    file = "cello.wav"
    base = true
    key = "~"
    group = "Reeds"
    region = " bar 2..2.5 s "
    intro = "boundary"
    offset = "-0.5 s"
    entry = "phase"
    mode = "loop"
    repeat = 1000000
    length = "free"
    after = { loops = 4, then = "start:violin" }
    buses = { foldback = 0, hall = -6.5 }
    quantum = { start = "stem", stop = "now" }
    [[stem]]
    id = "violin"
    file = "violin.wav"
    group = "reeds"
    mode = "once"
    repeat = 1
    [stem.after]
    loops = 1
    then = "any"

    """
  private static let scenes = """
    [[scene]]
    id = "verse"
    title = "Verse 1"
    quantum = "bar:2"
    commands = [
      "start violin",   # a comment
      "gain cello -6 over 2 bars \\u0007",
    ]
    [[scene]]
    id = "cello"
    commands = ["stop all"]
    """

  @Test func theHeadArrives() throws {
    let set = try parse(Self.head + Self.stems)
    #expect(
      set.behaviour
        == SetBehaviour(rampMilliseconds: 0.5, graceMilliseconds: 30, secondPress: .now, seed: 1 << 53))
    #expect(set.quanta == QuantumDefaults(Quantum(.cycle, count: 2)!))
    #expect(
      set.buses == [
        BusSpec(id: "hall", title: "The \\u{9}hall", line: 9),
        BusSpec(id: "foldback", title: "foldback", line: 12),
      ])
    #expect(set.groups == ["Reeds"])
    #expect(set.hasStemPorts)
  }

  @Test func theStemsArrive() throws {
    let stems = try parse(Self.head + Self.stems).stems
    let cello = stems[0], violin = stems[1]
    #expect(cello.key == "~")
    #expect(cello.group == "Reeds")
    #expect(cello.region?.start == .bars(1))
    #expect(cello.region?.end == .microseconds(2_500_000))
    #expect(cello.intro == .boundary)
    #expect(cello.offset == .microseconds(-500_000))
    #expect(cello.entry == .phase)
    #expect(cello.repeats == 1_000_000)
    #expect(cello.hasFreeLength)
    #expect(cello.follow == FollowSpec(loops: 4, then: .start("violin")))
    #expect(Set(cello.sends.map { "\($0.bus) \($0.gain.value)" }) == ["hall -6.5", "foldback 0.0"])
    #expect(cello.quanta.start == .stem)
    #expect(cello.quanta.stop == .now)
    #expect(violin.entry == .top)
    #expect(violin.intro == .boundary)
    #expect(violin.repeats == 1)
    #expect(violin.follow == FollowSpec(loops: 1, then: .any))
  }

  @Test func theScenesArriveUncleaned() throws {
    let scenes = try parse(Self.head + Self.stems + Self.scenes).scenes
    #expect(scenes.map(\.id) == ["verse", "cello"])
    #expect(scenes[0].title == "Verse 1")
    #expect(scenes[0].quantum == Quantum(.bar, count: 2))
    #expect(scenes[0].commands == ["start violin", "gain cello -6 over 2 bars \u{7}"])
    #expect(scenes[0].line == 43)
    #expect(scenes[1].title == "cello")
    #expect(scenes[1].quantum == nil)
  }

  @Test func whatIsNotWrittenHasItsDefault() throws {
    let set = try parse(BrokenSet.cello)
    let cello = set.stems[0]
    #expect(set.behaviour == SetBehaviour())
    #expect(set.behaviour.rampMilliseconds == 5)
    #expect(set.buses == [])
    #expect(set.scenes == [])
    #expect(set.groups == [])
    #expect(cello.key == nil)
    #expect(cello.group == nil)
    #expect(cello.region == nil)
    #expect(cello.intro == .upbeat)
    #expect(cello.offset == nil)
    #expect(cello.entry == .phase)
    #expect(cello.repeats == 0)
    #expect(!cello.hasFreeLength)
    #expect(cello.follow == nil)
    #expect(cello.sends == [])
  }

  @Test(arguments: ["0 ms", "0.001 ms", "5 ms", "1000 ms", "1000.000 ms"])
  func rampsAreRead(text: String) throws {
    #expect(try parse("ramp = \"\(text)\"\n" + BrokenSet.cello).behaviour.rampMilliseconds >= 0)
  }

  @Test(arguments: [
    "", "ms", "5", "5ms", "5  ms", "+5 ms", "1e2 ms", "nan ms", "inf ms", "0.0001 ms", "1001 ms",
  ])
  func nothingElseIs(text: String) {
    #expect(SetBehaviour.milliseconds(text) == nil)
  }

  @Test("Only a whole word is accepted as a choice", arguments: ["ca", "cance", "cancels", "Cancel", ""])
  func wholeWords(text: String) {
    #expect(throws: FileProblems.self) { try parse("second_press = \"\(text)\"\n" + BrokenSet.cello) }
  }

  @Test func portsAreForSetsOfAThousand() throws {
    func set(_ stems: Int, buses: Int) throws -> StemSet {
      try parse(
        (0..<stems).map { BrokenSet.stem(id: "\"s\($0)\"") }.joined()
          + (0..<buses).map { "[[bus]]\nid = \"b\($0)\"\n" }.joined())
    }
    #expect(try set(1000, buses: 0).hasStemPorts)
    #expect(try !set(1001, buses: 0).hasStemPorts)
    #expect(try !set(1000, buses: 1).hasStemPorts)
    #expect(try set(984, buses: 16).hasStemPorts)
    let most = try set(4000, buses: 16)
    #expect(most.stems.count == 4000)
    #expect(most.index(of: "s3999") == StemIndex(3999))
  }
}
