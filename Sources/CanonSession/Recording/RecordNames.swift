import CanonFiles
import CanonStems
import Glibc

/// Names for the files of a recording that nothing has yet.
enum RecordNames {
  /// Names are taken by others between a look and the creation, so often at most.
  private static let tries = 100

  static func isThere(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// The names of the file that is asked for, and of the one that is recorded into: FLAC is made of a WAV file.
  static func free(_ named: String) -> (path: String, recording: String) {
    let isFLAC = named.lowercased().hasSuffix(".flac")
    func recording(_ path: String) -> String { isFLAC ? String(path.dropLast(5)) + ".wav" : path }
    let path = FreeName.first(named) { !isThere($0) && !isThere(recording($0)) }
    return (path, recording(path))
  }

  /// Makes a folder, or takes one with nothing in it.
  /// - Returns: Its path, and whether it is new.
  static func folder(_ named: String) throws(SoundProblem) -> (path: String, isNew: Bool) {
    let path = FreeName.first(named) {
      !isThere($0) || Folder.isThere($0) && Folder.names(in: $0).allSatisfy { [".", ".."].contains($0) }
    }
    let isNew = !isThere(path)
    try RecordingFile.makeFolder(path)
    return (path, isNew)
  }

  /// Creates what `body` does, with another name if something takes the one that was free a moment ago.
  static func create<Result: ~Copyable>(
    _ body: () throws(SoundProblem) -> Result
  ) throws(SoundProblem) -> Result {
    for _ in 1..<tries {
      do throws(SoundProblem) { return try body() } catch {
        if error.cause != .system(EEXIST) { throw error }
      }
    }
    return try body()
  }
}
