import CanonFiles
import Foundation

/// The result of reading a schedule's state. Reading changes nothing.
enum StateReading {
  /// The memory; empty if there is no file.
  case memory(DoorMemory)
  /// There is a file, but canon did not write it.
  case damaged(FileProblem)
  /// There is a file that canon must not change.
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
      text = try TextFile.read(place.path, kind: FileKind.memory.rawValue)
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
