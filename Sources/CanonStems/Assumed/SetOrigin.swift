import CanonFiles
import Foundation

/// Where a set is read from.
public enum SetOrigin: Hashable, Sendable {
  /// A set file, or a folder: its `set.toml`, or without one its sound files.
  case path(String)
  /// Sound files, each a stem.
  case sounds([String])

  /// As people name it.
  public var name: String {
    switch self {
    case .path(let path): path
    // The same files have the same name, wherever canon is started.
    case .sounds(let files): files.map { ContainedPath.realPath($0) ?? $0 }.joined(separator: " ")
    }
  }
}

/// Which files of a folder are sounds.
package enum SoundNames {
  /// Extensions of sound files, in lower case; also of those that canon cannot read, so that it says so.
  static let extensions: Set = [
    "wav", "wave", "rf64", "w64", "bwf", "aif", "aiff", "aifc", "caf", "flac", "ogg", "oga", "opus", "mp3",
    "au", "snd",
    "m4a", "mp4", "aac", "alac", "wv", "ape", "tta", "wma", "mka", "webm",
  ]

  /// Whether a name is that of a sound file.
  package static func isSound(_ path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return false }
    return extensions.contains(name[name.index(after: dot)...].lowercased())
  }

  /// The sound files of a folder in natural order, without those in folders below it and hidden ones.
  package static func inFolder(_ folder: String) throws(FileProblems) -> [String] {
    guard let directory = opendir(folder) else {
      throw FileProblems([FileProblem(file: folder, AssumedAdvice.noFolder(errno))])
    }
    closedir(directory)
    return Folder.names(in: folder).filter {
      !$0.hasPrefix(".") && isSound($0) && !Folder.isThere(folder + "/" + $0)
    }
    .sorted(by: NaturalOrder.precedes)
  }
}
