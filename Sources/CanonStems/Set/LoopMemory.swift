import CanonEngine
import Synchronization

/// The loops that the sound files of a set have named, as they were when they were first asked for.
///
/// The gate judges by them which stems with one file sound the same frames, so they stay while the set plays, whatever becomes of the
/// files; a `reload` reads a new set.
final class LoopMemory: Sendable {
  private let loops = Mutex<[String: Range<FrameCount>?]>([:])

  /// The file's properties with the loop that counts.
  /// - Parameters:
  ///   - path: The file's.
  ///   - isOfSet: Whether it is the file of a stem; another one is not remembered.
  func remembered(_ info: SoundInfo, at path: String, isOfSet: Bool) -> SoundInfo {
    var info = info
    loops.withLock { loops in
      if let known = loops[path] {
        info.loop = known
      } else if isOfSet {
        loops[path] = .some(info.loop)
      }
    }
    return info
  }
}
