import CanonFiles
import Synchronization

/// The files that took long to be refused, so that who asks again, as `canon check` does for each of its parts, is answered at once. A file that has
/// changed since is read again.
final class RefusedFiles: Sendable {
  private struct File: Hashable {
    let path: String
    let channels: ChannelChoice?
  }

  private struct Refusal {
    let stamp: FileStamp
    let cause: SoundProblem.Cause
  }

  private static let most = 1000
  /// What is refused faster need not be remembered.
  private static let long = Duration.milliseconds(200)

  private let files = Mutex<[File: Refusal]>([:])

  /// - Parameter stamp: Of the file now; nil if it has none.
  func cause(_ path: String, _ channels: ChannelChoice?, _ stamp: FileStamp?) -> SoundProblem.Cause? {
    files.withLock { $0[File(path: path, channels: channels)] }.flatMap { $0.stamp == stamp ? $0.cause : nil }
  }

  /// - Parameters:
  ///   - stamp: Of the file before it was opened.
  ///   - time: For how long it was looked at.
  func remember(
    _ cause: SoundProblem.Cause, of path: String, _ channels: ChannelChoice?, _ stamp: FileStamp?,
    after time: Duration
  ) {
    guard let stamp, time > Self.long else { return }
    // These may be over next time.
    switch cause {
    case .tooSlow, .system, .noFFmpeg: return
    default: break
    }
    files.withLock { files in
      if files.count >= Self.most { files.removeAll() }
      files[File(path: path, channels: channels)] = Refusal(stamp: stamp, cause: cause)
    }
  }
}
