import CanonSchedule
import Foundation

/// What another program says about the world's clocks: Python's `zoneinfo`, which reads the system's tzdata,
/// not Foundation's tables, and finds a local time by PEP 495's folds, not by canon's search.
struct ZoneOracle: Sendable {
  /// A clock that is changed: from this second since 1970 on it is so many seconds ahead of UTC.
  struct Change: Sendable {
    let second: Int
    let offset: Int
  }

  /// A local time, and the first second at which a clock on the wall shows it or a later one.
  struct Case: Sendable {
    /// `20260329023000`
    let wall: Int
    let first: Int
  }

  struct Answer: Sendable {
    let name: String
    /// The first stands for the beginning of the years asked for.
    let changes: [Change]
    /// Around every change: both edges of the hour that is skipped or comes twice, a second before and
    /// after each, its middle, and the midnights of four days.
    let cases: [Case]
  }

  /// - Parameter names: By default every zone that the system knows.
  static func ask(_ years: ClosedRange<Int>, _ names: [String] = []) throws -> [Answer] {
    let python = Process(), pipe = Pipe()
    python.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    python.arguments = ["python3", "-c", script, "\(years.lowerBound)", "\(years.upperBound)"] + names
    python.standardOutput = pipe
    try python.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    python.waitUntilExit()
    return output.split(separator: UInt8(ascii: "\n")).map { line in
      let parts = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
      return Answer(
        name: String(decoding: parts[0], as: UTF8.self),
        changes: pairs(parts[1]).map { Change(second: $0, offset: $1) },
        cases: pairs(parts[2]).map { Case(wall: $0, first: $1) })
    }
  }

  /// Reads `1:2 3:-4`.
  private static func pairs(_ text: Data) -> [(Int, Int)] {
    text.split(separator: UInt8(ascii: " ")).map { pair in
      let halves = pair.split(separator: UInt8(ascii: ":")).map { Int(String(decoding: $0, as: UTF8.self)) }
      return (halves[0] ?? .max, halves[1] ?? .max)
    }
  }

  private static let script = """
    import sys, zoneinfo
    from datetime import datetime, timedelta, timezone

    STEP = 5 * 86400  # no clock is changed and changed back within

    def offset(zone, second):
        return int(datetime.fromtimestamp(second, zone).utcoffset().total_seconds())

    def change(zone, before, after):
        "The first second that has another offset than `before`."
        old = offset(zone, before)
        while after - before > 1:
            middle = (before + after) // 2
            if offset(zone, middle) == old: before = middle
            else: after = middle
        return after

    def first(zone, wall):
        second = int(wall.replace(tzinfo=zone, fold=0).timestamp())
        if datetime.fromtimestamp(second, zone).replace(tzinfo=None) == wall: return second
        return change(zone, int(wall.replace(tzinfo=zone, fold=1).timestamp()), second)  # in a gap

    def walls(second, old, new):
        low, high = (datetime(1970, 1, 1) + timedelta(seconds=second + o) for o in sorted((old, new)))
        one = timedelta(seconds=1)
        day = datetime(low.year, low.month, low.day)
        yield from (low - one, low, low + one, low + (high - low) // 2, high - one, high, high + one)
        yield from (day + timedelta(days=n) for n in range(-1, 3))

    start = int(datetime(int(sys.argv[1]), 1, 1, tzinfo=timezone.utc).timestamp())
    end = int(datetime(int(sys.argv[2]) + 1, 1, 1, tzinfo=timezone.utc).timestamp())
    for name in sorted(sys.argv[3:] or zoneinfo.available_timezones()):
        zone = zoneinfo.ZoneInfo(name)
        changes, cases = [(start, offset(zone, start))], []
        for second in range(start, end, STEP):
            old = changes[-1][1]
            if offset(zone, second + STEP) == old: continue
            second = change(zone, second, second + STEP)
            changes.append((second, offset(zone, second)))
            cases += [(f"{w:%Y%m%d%H%M%S}", first(zone, w)) for w in walls(second, old, changes[-1][1])]
        print(name, *(" ".join(f"{a}:{b}" for a, b in pairs) for pairs in (changes, cases)), sep="\\t")
    """
}
