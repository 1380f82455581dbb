import CanonFiles
import CanonSchedule
import CanonStems

/// Finds doors that need stems which their own stems stop.
extension Source {
  /// Problems of doors that rely on a stem of their own stem's group, directly or through other doors. The stems of a group
  /// exclude each other, so such a door would shut as soon as its stem starts. The other stem would then continue, and the
  /// door would open again.
  static func rivals(_ schedule: Schedule, _ set: StemSet) -> [FileProblem] {
    schedule.doors.flatMap { door -> [FileProblem] in
      if let problem = neverTogether(door, schedule, set) { return [problem] }
      guard let group = group(of: door.stemID, in: set) else { return [] }
      return ways(from: door, schedule).filter { self.group(of: $0.last!.id, in: set) == group }
        .map { problem(door, $0, schedule) }
    }
  }

  /// The problem of a door that needs two stems of one group and therefore never opens.
  private static func neverTogether(_ door: Door, _ schedule: Schedule, _ set: StemSet) -> FileProblem? {
    let needed = door.condition.surelyNeeded.sorted()
    for (place, one) in needed.enumerated() {
      guard let group = group(of: one, in: set),
        let other = needed[(place + 1)...].first(where: { self.group(of: $0, in: set) == group })
      else { continue }
      return FileProblem(
        file: schedule.path, line: door.line, field: "door \"\(door.stemID)\": needs",
        SourceAdvice.neverTogether(one, other))
    }
    return nil
  }

  private static func group(of id: String, in set: StemSet) -> String? {
    set.index(of: id).flatMap { set[$0].group?.lowercased() }
  }

  /// A stem that a door needs, and whether the door cannot open without it.
  private struct Need {
    let id: String
    let isSure: Bool
  }

  /// The shortest path to each stem on which a door relies.
  private static func ways(from door: Door, _ schedule: Schedule) -> [[Need]] {
    var ways: [[Need]] = []
    var seen: Set<String> = [door.stemID]
    var rest: [(Door, [Need])] = [(door, [])]
    while !rest.isEmpty {
      let (door, way) = rest.removeFirst()
      let sure = door.condition.surelyNeeded
      for id in door.condition.needed.sorted() where seen.insert(id).inserted {
        ways.append(way + [Need(id: id, isSure: sure.contains(id))])
        if let next = schedule.doors.first(where: { $0.stemID == id }) { rest.append((next, ways.last!)) }
      }
    }
    return ways
  }

  private static func problem(_ door: Door, _ way: [Need], _ schedule: Schedule) -> FileProblem {
    FileProblem(
      file: schedule.path, line: door.line, field: "door \"\(door.stemID)\": needs",
      SourceAdvice.rivals(way.map(\.id), isOnlyWay: way[0].isSure))
  }
}
