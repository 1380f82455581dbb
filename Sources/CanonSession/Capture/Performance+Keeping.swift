import CanonEngine
import CanonFiles
import CanonStems
import Glibc

/// Keeps what was captured: in files of canon's own, and, when somebody says so, in the set.
extension Performance {
  /// Where captured sounds are kept while there is no journal. Call it before the first capture.
  /// - Parameter folder: Is made when it is needed; nil for nowhere.
  public func keepCaptures(in folder: String?) { captureFolder = folder }

  /// The file for a sound that was captured; nil if it is kept beside the journal, or nowhere.
  func captureTarget(_ capture: ActiveCapture) -> String? {
    scribe.isWriting ? nil : captureFolder.map { Folder.path(of: capture.file, in: $0) }
  }

  /// Writes a captured sound into a new file.
  /// - Parameter named: Its path; `NAME-2.wav` and so on if there is something.
  /// - Returns: The problem, if it could not be written.
  static func write(_ sound: CapturedSounds.Sound, to named: String) async -> FileProblem? {
    await Task.detached(priority: .utility) { () -> FileProblem? in
      do throws(SoundProblem) {
        try RecordingFile.makeFolder(Folder.of(named))
        try sound.write(to: FreeName.first(named) { !RecordNames.isThere($0) })
        return nil
      } catch {
        return error.fileProblem
      }
    }.value
  }

  /// Copies what a stem has captured into the set's folder, and the stem into the set file.
  public func keep(_ id: String) async throws(CommandProblem) {
    guard let stem = set.index(of: id) else { throw .unknownStem(id, known: set.stems.map(\.id)) }
    if capture?.status.stem == id { throw .notCaptured(.underWay(stem: id)) }
    let (set, file) = (set, deck.stems[stem.int].mix.file ?? set[stem].file)
    let path = Folder.path(of: file, in: set.folder)
    guard let sound = set.captured[path] else { throw .notCaptured(.notCaptured(stem: id)) }
    let result = await Task.detached { () -> Result<Void, FileProblem> in
      do throws(FileProblem) {
        if RecordNames.isThere(path) { throw SoundProblem(path, .system(EEXIST)).fileProblem }
        do throws(SoundProblem) { try sound.write(to: path) } catch { throw error.fileProblem }
        if set.assumption == nil { try set.append(capturedAs: file, id: id) }
        return .success(())
      } catch {
        return .failure(error)
      }
    }.value
    do throws(FileProblem) { try result.get() } catch { throw .notCaptured(.cannotKeep(error)) }
    // From now on it is a file as any other.
    set.captured[path] = nil
    if deck.stems[stem.int].mix.file == nil { stamps[id] = FileStamp(path) }
    note(.capture(.kept(stem: id, path: path)))
  }
}
