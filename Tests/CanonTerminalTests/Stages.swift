import CanonEngine
import CanonSchedule
import CanonTerminal

@testable import CanonSession

/// What is played on the screens of the tests.
extension Stage {
  /// All states, what can be pending in them, and a door that is shut.
  static func usual() throws -> Stage {
    var stage = try Stage()
    let end = 3 * loop
    stage.add("cello", "Cello", .play, gain: -5.3, isBase: true)
    stage.add(
      "violin-a", "Violin A: descending theme in half notes", .playThenMute(asked(end)), gain: -5.3, pan: -0.2
    )
    stage.add(
      "violin-b", "Violin B: broken chords", .muteThenPlay(asked(end - 12 * beat)), gain: -12, pan: 0.3)
    stage.add("violin-c", "Violin C", .wait(asked(end, by: .score)), gain: -5.4, pan: -0.45)
    stage.add("violin-d", "Violin D", .stop, gain: -3.8, pan: 0.45)
    let opens = try AsOf.parse("2026-12-24", zone: stage.zone)
    stage.add(
      "violin-e", "Violin E: soaring upper line", .stop, gain: -6.6, pan: 0.1, door: .locked(opens: opens))
    return stage
  }

  static func behindDoors() throws -> Stage {
    var stage = try Stage(now: "2026-12-05T12:00:00")
    let zone = stage.zone
    func day(_ text: String) throws -> Instant { try AsOf.parse(text, zone: zone) }
    stage.add("cello", "Cello", .play, isBase: true)
    stage.add(
      "violin-a", "Violin A", .play, door: .open(since: try day("2026-11-29"), until: try day("2027-02-02")))
    stage.add("violin-b", "Violin B", door: .locked(opens: try day("2026-12-06")))
    stage.add("violin-c", "Violin C", door: .locked(opens: try day("2026-12-16T18:30")))
    stage.add("violin-d", "Violin D", door: .waiting(for: ["violin-a", "violin-b"], opens: nil))
    stage.add("violin-e", "Violin E", door: .waiting(for: ["violin-c"], opens: try day("2026-12-24")))
    stage.add("flute", "Flute", door: .over(since: try day("2026-02-02")))
    stage.add("oboe", "Oboe", .playThenStop(Stage.asked(3 * Stage.loop)), door: .over(since: nil))
    return stage
  }

  static func japanese() throws -> Stage {
    var stage = try Stage()
    stage.title = "パッヘルベルのカノン ニ長調"
    stage.add("cello", "チェロ", .play, isBase: true)
    stage.add("violin-a", "第一ヴァイオリン：下降する主題（二分音符）", .play)
    stage.add("violin-b", "第二ヴァイオリン", .wait(Stage.asked(3 * Stage.loop)))
    stage.add("koto", "琴（こと）と三味線 🎻", .playThenMute(Stage.asked(3 * Stage.loop)))
    stage.add("han", "첼로 e\u{301}tude", .mute)
    let opens = try AsOf.parse("2026-12-24", zone: stage.zone)
    stage.add("violin-e", "第五ヴァイオリン：高く舞い上がる旋律", door: .locked(opens: opens))
    return stage
  }

  static func many(_ count: Int) throws -> Stage {
    var stage = try Stage()
    for number in 1...count {
      let status: StemStatus =
        number % 5 == 0 ? .wait(Stage.asked(3 * Stage.loop)) : number % 3 == 0 ? .stop : .play
      stage.add("part-\(number)", "Part \(number)", status, gain: Double(-number % 40) / 4)
    }
    return stage
  }

  /// As long as those of the program.
  static let keys = [
    (key: "j, down, right", text: "Selects the next stem."),
    (key: "k, up, left", text: "Selects the stem before."),
    (key: "g, home", text: "Selects the first stem."), (key: "G, end", text: "Selects the last stem."),
    (key: "page-down", text: "Goes on by a screen of stems."),
    (key: "page-up", text: "Goes back by a screen of stems."),
    (
      key: "enter, p",
      text: "Presses the selected stem: arms, mutes or unmutes it, or takes back what is pending."
    ),
    (key: "m", text: "Mutes the selected stem, or unmutes it."),
    (key: "s", text: "Solos the selected stem, or ends its solo."),
    (key: "x", text: "Stops the selected stem."),
    (key: "c", text: "Takes back what is pending for the selected stem."),
    (key: "u", text: "Undoes the last press."),
    (key: "space", text: "Mutes what sounds, and lets it be heard again."),
    (key: "+, =", text: "Makes the selected stem louder by 1 dB."),
    (key: "-", text: "Makes the selected stem softer by 1 dB."),
    (key: "[", text: "Moves the selected stem to the left by 0.1."),
    (key: "]", text: "Moves the selected stem to the right by 0.1."),
    (key: "d", text: "Shows the doors, and when they open."),
    (key: "?, h, f1", text: "Shows the keys, or hides them."),
    (key: ":", text: "Opens the command line."), (key: "ctrl-l", text: "Draws the screen anew."),
    (key: "q", text: "Ends the performance."),
  ]
}
