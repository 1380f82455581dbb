import CanonFiles
import CanonSession
import CanonTestSupport

/// A random small set behind random doors: dates and windows that change within the performance, needs, joins, rituals,
/// groups, follow actions, quanta of all kinds.
struct DoorCase {
  let seed: UInt64
  var random: SplitMix64
  let set: SmallSet
  let doors: String
  let keys: [String: String]

  /// Whether waiting commands are given to the engine ahead of their time, as while JACK plays.
  var isLive: Bool { seed % 4 == 3 }

  static let ids = ["violin-a", "violin-b", "violin-c"]
  /// The performance begins somewhat before this; times of the day change on it and around it.
  static let middle = "2026-12-06T10:00:00"

  /// - Throws: Never a problem of the set: what would be refused is drawn again.
  init(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    while true {
      let doors = Self.doors(of: Self.ids, &random)
      let keys = Dictionary(uniqueKeysWithValues: Self.ids.map { ($0, Self.keys(of: $0, &random)) })
      let set = try SmallSet(doors: doors.joined(separator: "\n"), keys: Self.taped(keys, seed))
      guard (try? Source.load(set.path)) != nil else { continue }
      (self.seed, self.random, self.set) = (seed, random, set)
      (self.doors, self.keys) = (doors.joined(separator: "; "), keys)
      return
    }
  }

  /// In most cases stems are tapes, which takes no time to speak of when the tempo changes; in some they are stretched.
  private static func taped(_ keys: [String: String], _ seed: UInt64) -> [String: String] {
    if seed % 6 == 5 { return keys }
    return Dictionary(
      uniqueKeysWithValues: SmallSet.stems.map { ($0.id, (keys[$0.id] ?? "") + "\nstretch = \"tape\"") })
  }

  private static func doors(of ids: [String], _ random: inout SplitMix64) -> [String] {
    ids.compactMap { id in Self.door(of: id, &random).map { "\(id) = \($0)" } }
  }

  /// Somebody edits the set and the schedule: other doors, other keys and gains, another order, and now and then a stem less.
  mutating func edit() throws {
    while true {
      var ids = SmallSet.stems.map(\.id)
      if random.one(in: 4) { ids.remove(at: Int(random.number(1...3))) }
      if random.one(in: 2) { ids.shuffle(using: &random) }
      var keys: [String: String] = [:]
      for id in ids {
        keys[id] = self.keys[id]
        if random.one(in: 3), id != SmallSet.stems[0].id { keys[id] = Self.keys(of: id, &random) }
        if random.one(in: 3) { keys[id, default: ""] += "\ngain = -\(6 * random.number(0...2))" }
      }
      let head =
        random.one(in: 3) ? "ramp = \"\(random.pick([1, 10, 20])) ms\"\n" + SmallSet.head : SmallSet.head
      let doors = Self.doors(of: ids.filter { $0 != SmallSet.stems[0].id }, &random)
      _ = try set.folder.write(
        SmallSet.text(ids, head: head, keys: Self.taped(keys, seed)), to: "set.toml")
      _ = try set.folder.write(SmallSet.schedule(doors.joined(separator: "\n")), to: "doors.toml")
      if (try? Source.load(set.path)) != nil { return }
    }
  }

  private static func others(than id: String) -> [String] { ["cello"] + ids.filter { $0 != id } }

  private static func door(of id: String, _ random: inout SplitMix64) -> String? {
    if random.one(in: 5) { return nil }
    var parts: [String] = []
    switch random.number(0...5) {
    case 0: parts.append(opening(&random))
    case 1: parts.append("needs = [\(needs(id, &random))]")
    case 2: parts += [opening(&random), "needs = [\(needs(id, &random))]"]
    case 3:
      parts.append("any = [{ \(opening(&random)) }, { needs = [\(needs(id, &random))] }]")
    case 4: parts.append("hours = \"\(random.pick(["08:00-10:00", "10:00-20:00", "00:00-24:00"]))\"")
    default:
      parts.append("any = [{ needs = [\(needs(id, &random))] }, { needs = [\(needs(id, &random))] }]")
    }
    switch random.number(0...3) {
    case 0: parts.append("join = true")
    case 1: parts.append("join = true, ritual = \"solo \(random.number(1...2))\"")
    default: break
    }
    return "{ \(parts.joined(separator: ", ")) }"
  }

  private static func opening(_ random: inout SplitMix64) -> String {
    let opens = random.pick(["2026-12-01", "2026-12-06T10:00:00", "2026-12-06T10:00:01"])
    let until = random.pick(["", "", ", until = 2026-12-06T10:00:01", ", until = 2026-12-06T10:00:02"])
    return "opens = \(opens)" + (opens.hasSuffix("01") && until.hasSuffix("01") ? "" : until)
  }

  private static func needs(_ id: String, _ random: inout SplitMix64) -> String {
    var others = others(than: id)
    others.shuffle(using: &random)
    return others.prefix(random.one(in: 3) ? 2 : 1).map { "\"\($0)\"" }.joined(separator: ", ")
  }

  private static func keys(of id: String, _ random: inout SplitMix64) -> String {
    let quanta = ["now", "beat", "bar", "loop", "loop:2", "cycle"]
    var keys: [String] = []
    if random.one(in: 2) {
      keys.append("quantum = { start = \"\(random.pick(quanta))\", stop = \"\(random.pick(quanta))\" }")
    }
    if random.one(in: 3) { keys.append("group = \"duo\"") }
    if random.one(in: 5) { keys.append("repeat = \(random.number(2...4))") }
    if random.one(in: 2) {
      let then = random.pick(["stop", "mute", "any", "start:\(random.pick(ids.filter { $0 != id }))"])
      keys.append("after = { loops = \(random.number(1...2)), then = \"\(then)\" }")
    }
    return keys.joined(separator: "\n")
  }

  /// A line that somebody may say at any time.
  mutating func line() -> String {
    if random.one(in: 40) { return "cancel at all" }
    if random.one(in: 20) {
      return "seek \(random.pick(["+", "-", "@"]))\(random.number(0...30_000))".withUnit
    }
    if random.one(in: 25) { return random.pick(["freeze", "freeze @\(random.number(0...30_000))"]) }
    if random.one(in: 6) { return "in \(random.number(0...6000)) frames \(lineNow())" }
    return lineNow()
  }

  private mutating func lineNow() -> String {
    let stem = random.pick(Self.ids + ["all", "cello"])
    let quantum = random.pick(["", "", " now", " now", " beat", " loop", " bar:3"])
    let length = " over \(random.number(0...30)) ms"
    switch random.number(0...16) {
    case 0...3: return "start \(stem)\(quantum)"
    case 4: return "stop \(stem)\(quantum)"
    case 5: return "mute \(stem)\(quantum)"
    case 6: return "unmute \(stem)\(quantum)"
    case 7, 8: return "press \(stem)\(quantum)"
    case 9: return "cancel \(stem)"
    case 10: return "solo \(stem) \(random.pick(["on", "off", "alone"]))\(quantum)"
    case 11: return "\(random.pick(["pause", "resume", "resume"]))\(quantum)"
    case 12: return "\(random.pick(["pause", "resume"])) \(stem)\(quantum)"
    case 13, 14: return "fade \(stem) \(random.pick(["out", "in"]))\(quantum)\(length)"
    case 15: return random.one(in: 4) ? "panic" : "cancel \(stem)"
    default: return "gain \(stem) -\(random.number(0...12))\(quantum)"
    }
  }
}

extension DoorCase: CustomStringConvertible {
  var description: String {
    "seed \(seed): \(doors); "
      + keys.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
      .joined(separator: "; ").replacing("\n", with: ", ")
  }
}

extension String {
  /// A way has a unit, a place has none.
  fileprivate var withUnit: String { contains("@") ? self : self + " frames" }
}
