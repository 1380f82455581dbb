import CanonTestSupport

/// A random door, as a schedule writes it and as ``SlowDoors`` understands it.
struct RandomDoor {
  let text: String
  let door: SlowDoors.Door

  private typealias Part = (text: String, condition: SlowDoors.Condition)

  /// Nil for a stem without one.
  /// - Parameter middle: The moment of which ``ScheduleCase/middle`` is the text, in seconds.
  init?(of stem: Int, _ middle: Double, _ random: inout SplitMix64) {
    if random.one(in: 6) { return nil }
    var parts: [Part]
    switch random.number(0...6) {
    case 0: parts = [Self.opening(middle, &random)]
    case 1, 2: parts = [Self.needs(stem, &random)]
    case 3: parts = [Self.opening(middle, &random), Self.needs(stem, &random)]
    case 4: parts = [Self.hours(middle, &random)]
    case 5: parts = [Self.hours(middle, &random), Self.needs(stem, &random)]
    default:
      let way = random.one(in: 2) ? Self.opening(middle, &random) : Self.needs(stem, &random)
      let ways = [way, Self.needs(stem, &random)]
      parts = [
        ("any = [\(ways.map { "{ \($0.text) }" }.joined(separator: ", "))]", .any(ways.map(\.condition)))
      ]
    }
    var door = SlowDoors.Door(condition: .all(parts.map(\.condition)))
    var words = parts.map(\.text)
    if random.one(in: 2) {
      words.append("join = true")
      door.joins = true
      if random.one(in: 2) {
        door.soloLoops = Int(random.number(1...2))
        words.append("ritual = \"solo \(door.soloLoops)\"")
      }
    }
    text = "{ \(words.joined(separator: ", ")) }"
    self.door = door
  }

  private static func opening(_ middle: Double, _ random: inout SplitMix64) -> Part {
    let froms: [(text: String, time: Double)] = [("2026-12-01", -.infinity), ("2026-12-06T10:00:00", 0)]
    let from = random.pick(froms)
    let untils: [(text: String, time: Double)] = [
      ("", .infinity), ("", .infinity), ("2026-12-06T10:00:01", 1), ("2026-12-06T10:00:02", 2),
    ]
    let until = random.pick(untils)
    return (
      "opens = \(from.text)" + (until.text.isEmpty ? "" : ", until = \(until.text)"),
      .time(from: middle + from.time, until: middle + until.time)
    )
  }

  private static func hours(_ middle: Double, _ random: inout SplitMix64) -> Part {
    let hour = 3600.0
    let spans: [(text: String, from: Double, until: Double)] = [
      ("08:00-10:00", -2 * hour, 0), ("10:00-20:00", 0, 10 * hour), ("00:00-24:00", -10 * hour, 14 * hour),
    ]
    let hours = random.pick(spans)
    return ("hours = \"\(hours.text)\"", .time(from: middle + hours.from, until: middle + hours.until))
  }

  private static func needs(_ stem: Int, _ random: inout SplitMix64) -> Part {
    var others = ScheduleCase.ids.indices.filter { $0 != stem }
    others.shuffle(using: &random)
    let needed = others.prefix(random.one(in: 3) ? 2 : 1).map { $0 }
    let words = needed.map { "\"\(ScheduleCase.ids[$0])\"" }.joined(separator: ", ")
    return ("needs = [\(words)]", .needs(needed))
  }
}
