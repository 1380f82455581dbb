import CanonEngine
import CanonSchedule
import CanonSession
import CanonStems
import CanonTestSupport

@testable import CanonControl

extension Evening {
  /// An evening of anything that an evening can be of.
  static func random(_ random: inout SplitMix64) -> Evening {
    let rate = SampleRate(hertz: Int(random.pick([44_100, 48_000, 96_000])))!
    var music = Music(
      rate: rate, position: random.number(0...1 << 40), origin: random.number(-1 << 40...1 << 40),
      halt: random.pick([.none, .stands, .due(nil), .due(random.number(-5000...5000))]),
      master: random.pick([Decibels(0)!, Decibels(-6.1)!, .silence]))
    music.isInGap = random.one(in: 4)
    let ids = ["cello", "violin-a", "violin-b", "drum_2", "x"]
    for id in ids where !random.one(in: 4) {
      var layer = Music.Layer(id, random.pick([.play, .mute, .stop]), began: random.number(-9...1 << 40))
      if random.one(in: 2) {
        layer.gain = random.pick([Decibels(Double(random.number(-1200...240)) / 10)!, .silence])
      }
      if random.one(in: 2) { layer.pan = Pan(Double(random.sample())) }
      layer.solo = random.pick(SoloMode.allCases)
      layer.file = random.pick([nil, "take 2.wav", "\"\\held\" .flac", "held", "ド ア.wav"])
      layer.isHeld = random.one(in: 3)
      layer.hasAsked = random.one(in: 4)
      if random.one(in: 3) { layer.faded = Double(random.number(0...1_000_000)) / 1_000_000 }
      music.layers.append(layer)
    }
    let commands = [
      "start violin-a loop:4", "start x now from 1234", "fade cello out over 1.5 s",
      "gain master -3 bar over 2 beats",
      "replace x \"take 2.wav\" loop", "pause", "resume x beat", "solo off", "seek bar 4", "panic",
      "stop violin-*",
    ]
    let askers = [Asker.input, .socket, .door, .recovery, .named("osc 10.0.0.2")]
    for _ in 0..<random.number(0...4) {
      guard let command = try? CommandParser.parse(random.pick(commands), at: .journals) else { continue }
      music.again.append(Restoration.Again(command: command, by: random.pick(askers)))
    }
    var evening = Evening(
      time: Instant(secondsSince1970: 1.7e9 + Double(random.number(0...1 << 40)) / 1e4), music: music)
    evening.edition = random.one(in: 2) ? 1 : Int(random.number(1...1_000_000_000))
    evening.playback = random.pick([
      nil, .original, Playback(tempo: .percent(115_500)),
      Playback(tempo: .beats(Tempo(92)!), key: Transposition(cents: -30)!),
    ])
    evening.counted = random.number(0...1 << 30)
    evening.audibleMaster = random.pick([Decibels(0)!, Decibels(-12)!])
    evening.scene = random.pick([nil, "verse", "the last one"])
    if random.one(in: 4) {
      evening.piece = Piece(
        Int(random.number(1...1000)), source: random.pick([nil, "second.toml", "../a \"b\"/set.toml"]))
      evening.hasPanicked = random.one(in: 3)
    }
    if random.one(in: 3) {
      let from = random.number(-100...1 << 30)
      let until = from + random.number(1...1 << 30)
      evening.music.section =
        random.one(in: 2)
        ? Section(from: from, until: until) : Section(from: from, until: until, then: from - 7)
    }
    evening.marks = (0..<Int(random.number(0...3))).map {
      Mark(number: 3 * $0 + 1, place: random.number(-100...1 << 40))
    }
    evening.shut = Set(ids.filter { _ in random.one(in: 3) })
    if random.one(in: 3) {
      evening.rituals = [.init("x", loops: 2, end: random.pick([nil, random.number(0...1 << 30)]))]
    }
    for time in ["at bar 4", "at @1234", "in 3 s", "at loop 2", "at 1.5 s"] where random.one(in: 4) {
      let line = "\(time) start x now"
      guard case .wait(let time, let command)? = try? CommandParser.parse(line, at: .journals) else {
        continue
      }
      evening.waiting.append(.init(time, command, at: random.number(0...1 << 40), by: random.pick(askers)))
    }
    for input in ["system:playback_1", "a b:\"in\" 1", "リバーブ:in"] {
      let wire = Patch.Wish(random.pick(ids + ["master"]), random.pick([.left, .right]), input)
      if random.one(in: 3) { evening.wiring.added.insert(wire) }
      if random.one(in: 3) { evening.wiring.cut.insert(wire) }
      if random.one(in: 3) { evening.wiring.physical.append(input) }
    }
    evening.connections = random.pick([
      .none, .nothing, .rules(["reverb"]), .rules(["violin-*=mixer:in_*", "physical:3", "/^a b:\"in\"/"]),
    ])
    return evening
  }
}
