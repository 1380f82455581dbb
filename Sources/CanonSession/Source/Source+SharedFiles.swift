import CanonEngine
import CanonFiles
import CanonSchedule
import CanonStems

extension Source {
  /// Problems of stems behind doors whose loop is also sounded by a stem with no door or a different one, as its loop, intro or
  /// release. The loop would be heard while the door is shut.
  ///
  /// Stems with different channels of a file sound nothing of each other. A release reaches to the end of the file. So of two stems
  /// with the same channels only the later one can do without the other's loop, if it has no intro.
  static func sharedFiles(_ schedule: Schedule, _ set: StemSet) -> [FileProblem] {
    // Without doors nothing is locked, and no file has to be read.
    guard !schedule.doors.isEmpty else { return [] }
    let doors = Dictionary(schedule.doors.map { ($0.stemID, $0) }, uniquingKeysWith: { first, _ in first })
    let groups = FileIdentity.groups(of: set.stems.map(\.path))
    return groups.flatMap { group -> [FileProblem] in
      let places = group.map { (set.stems[$0], set.soundingFrames(of: StemIndex($0))) }
      return places.compactMap { stem, frames in
        guard let door = doors[stem.id] else { return nil }
        for (other, sounds) in places where doors[other.id]?.condition != door.condition {
          guard stem.sharesChannels(with: other), let part = sounds.part(with: frames.loop) else { continue }
          return FileProblem(
            file: schedule.path, line: door.line, field: "door \"\(stem.id)\"",
            SourceAdvice.sharedFile(stem.file, other: other.id, part))
        }
        return nil
      }
    }
  }
}
