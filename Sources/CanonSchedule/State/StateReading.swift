import CanonFiles
import Foundation

/// What one look at a schedule's state found. Changes nothing.
enum StateReading {
  /// An empty one where there is no file.
  case memory(DoorMemory)
  /// There is something, and not what canon writes.
  case damaged(FileProblem)
  /// There is something that canon must leave as it is.
  case untouchable(StateProblem)

  init(_ place: StatePlace) {
    guard access(place.path, R_OK) == 0 else {
      let error = DiskError(code: errno)
      let isAbsent = error.code == ENOENT || error.code == ENOTDIR
      self = isAbsent ? .memory(DoorMemory()) : .untouchable(.unreadable(path: place.path, error))
      return
    }
    let text: String
    do {
      text = try TextFile.read(place.path, kind: "a memory of canon")
    } catch {
      self = .damaged(error)
      return
    }
    do {
      self = .memory(try StateText.read(text, path: place.path, of: place.schedule))
    } catch {
      switch error {
      case .damaged(let problem): self = .damaged(problem)
      case .newer(let problem): self = .untouchable(.newer(problem))
      }
    }
  }
}
