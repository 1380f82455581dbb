import CanonEngine
import CanonFiles
import CanonSchedule
import CanonStems

extension Source {
  /// Problems of stems behind doors whose sound file is also played by a stem with no door or a different one. The file would
  /// be heard while the door is shut.
  static func sharedFiles(_ schedule: Schedule, _ set: StemSet) -> [FileProblem] {
    // Without doors nothing is locked, and no file has to be read.
    guard !schedule.doors.isEmpty else { return [] }
    let doors = Dictionary(schedule.doors.map { ($0.stemID, $0) }, uniquingKeysWith: { first, _ in first })
    let groups = FileIdentity.groups(of: set.stems.map(\.path))
    return groups.flatMap { group -> [FileProblem] in
      let places = group.map { ($0, set.framesOfLoop(of: StemIndex($0))) }
      return places.compactMap { index, frames in
        guard let door = doors[set.stems[index].id] else { return nil }
        let other = places.first { other, otherFrames in
          doors[set.stems[other].id]?.condition != door.condition && frames.overlaps(otherFrames)
        }
        guard let other else { return nil }
        return FileProblem(
          file: schedule.path, line: door.line, field: "door \"\(door.stemID)\"",
          SourceAdvice.sharedFile(set.stems[index].file, other: set.stems[other.0].id))
      }
    }
  }
}
