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
  /// - Returns: Its path.
  static func write(_ sound: CapturedSounds.Sound, to named: String) async -> Result<String, FileProblem> {
    await Task.detached(priority: .utility) { () -> Result<String, FileProblem> in
      do throws(SoundProblem) {
        try RecordingFile.makeFolder(Folder.of(Folder.of(named)))
        try RecordingFile.makeFolder(Folder.of(named))
        return .success(
          try RecordNames.create { () throws(SoundProblem) in
            let path = FreeName.first(named) { !RecordNames.isThere($0) }
            try sound.write(to: path)
            return path
          })
      } catch {
        return .failure(error.fileProblem)
      }
    }.value
  }

  /// Copies what a stem has captured into the set's folder, and the stem into the set file.
  public func keep(_ id: String) async throws(CommandProblem) {
    guard let stem = set.index(of: id) else { throw .unknownStem(id, known: set.stems.map(\.id)) }
    if capture?.status.stem == id { throw .notCaptured(.underWay(stem: id)) }
    let (set, own, other) = (set, set[stem].file, deck.stems[stem.int].mix.file)
    func path(_ file: String) -> String { Folder.path(of: file, in: set.folder) }
    guard let sound = set.captured[path(other ?? own)], !keptCaptures.contains(path(other ?? own)) else {
      throw .notCaptured(.notCaptured(stem: id))
    }
    // What is added to a captured stem is kept as that stem; the file of any other stem stays as it is.
    let file = set.captured[path(own)] == nil ? other ?? own : own
    if set.assumption != nil, file != own { throw .notCaptured(.noSetFile(stem: id)) }
    let target = path(file)
    let result = await Task.detached { () -> Result<Void, FileProblem> in
      do throws(FileProblem) {
        let text = set.assumption == nil ? try set.text(withCaptured: file, id: id) : nil
        do throws(SoundProblem) {
          try sound.write(to: target)
          do throws(SoundProblem) {
            if let text {
              try TextWriter.replace(ContainedPath.realPath(set.file) ?? set.file, with: text)
            }
          } catch {
            unlink(target)
            throw error
          }
        } catch {
          throw error.fileProblem
        }
        return .success(())
      } catch {
        return .failure(error)
      }
    }.value
    do throws(FileProblem) { try result.get() } catch { throw .notCaptured(.cannotKeep(error)) }
    keptCaptures.insert(path(other ?? own))
    // From now on it is a file as any other.
    set.captured.forget(target)
    if other == nil, self.set.index(of: id) != nil { stamps[id] = FileStamp(target) }
    note(.capture(.kept(stem: id, path: target)))
  }
}
