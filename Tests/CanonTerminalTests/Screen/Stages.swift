import CanonControlSupport
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

  /// The same as a piece of a programme.
  static func inAProgramme() throws -> Stage {
    var stage = try usual()
    (stage.title, stage.piece) = ("2/5 Canon in D", piece())
    return stage
  }

  /// The second piece of five, at the usual position.
  /// - Parameters:
  ///   - remaining: Until its end, in seconds; nil if that is not known.
  ///   - programmeRemaining: Until that of the programme.
  ///   - next: The title of the next piece.
  static func piece(
    remaining: Double? = 132.5, programmeRemaining: Double? = 1200, next: String? = "Compline"
  ) -> PieceStatus {
    PieceStatus(
      name: PieceName(number: 2, count: 5, title: "Canon in D"), programme: "Vespers", next: next,
      elapsed: 60.9, remaining: remaining, programmeElapsed: 581, programmeRemaining: programmeRemaining)
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

  /// What the help says of six stems.
  static let keys = KeyTable.usual.assigned(to: (1...6).map { (id: "part-\($0)", key: nil) }).table.help().map
  {
    (key: $0.keys, text: $0.text)
  }
}
