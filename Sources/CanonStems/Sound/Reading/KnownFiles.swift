import CanonFiles
import Synchronization

/// What files have said of themselves: the making of a program from a set asks for each file several times. A file that has changed since is
/// asked again.
final class KnownFiles: Sendable {
  private struct File: Hashable {
    let path: String
    let channels: ChannelChoice?
  }

  private struct Answer {
    let stamp: FileStamp
    var info: SoundInfo?
    var facts: SoundFacts?
  }

  private static let most = 10_000

  private let files = Mutex<[File: Answer]>([:])

  private func answer(_ path: String, _ channels: ChannelChoice?, _ stamp: FileStamp?) -> Answer? {
    files.withLock { $0[File(path: path, channels: channels)] }.flatMap { $0.stamp == stamp ? $0 : nil }
  }

  /// - Parameter stamp: Of the file now; nil if it has none.
  func info(_ path: String, _ channels: ChannelChoice?, _ stamp: FileStamp?) -> SoundInfo? {
    answer(path, channels, stamp)?.info
  }

  /// - Parameter stamp: As above.
  func facts(_ path: String, _ channels: ChannelChoice?, _ stamp: FileStamp?) -> SoundFacts? {
    answer(path, channels, stamp)?.facts
  }

  /// - Parameter stamp: Of the file before it was opened.
  func remember(_ info: SoundInfo, of path: String, _ channels: ChannelChoice?, _ stamp: FileStamp?) {
    change(path, channels, stamp) { $0.info = info }
  }

  /// - Parameter stamp: As above.
  func remember(_ facts: SoundFacts, of path: String, _ channels: ChannelChoice?, _ stamp: FileStamp?) {
    change(path, channels, stamp) { $0.facts = facts }
  }

  private func change(
    _ path: String, _ channels: ChannelChoice?, _ stamp: FileStamp?, _ change: (inout Answer) -> Void
  ) {
    // What has changed meanwhile may be neither the old file nor the new one.
    guard let stamp, FileStamp(path) == stamp else { return }
    files.withLock { files in
      if files.count >= Self.most { files.removeAll() }
      let file = File(path: path, channels: channels)
      var answer = files[file].flatMap { $0.stamp == stamp ? $0 : nil } ?? Answer(stamp: stamp)
      change(&answer)
      files[file] = answer
    }
  }
}
