import CanonFiles
import CanonSession
import CanonStems

/// How a map learns: the user's file gets a line for a pad.
extension MIDIMap {
  /// Writes what a pad does into the file, which is made if it is not there.
  /// - Parameters:
  ///   - source: A note, a controller or a program.
  ///   - command: What it does.
  /// - Throws: What is wrong with the file, or would be: then it stays as it was.
  /// - Thread: any control thread (reads and writes the disk)
  static func learn(
    _ source: MIDISource, _ command: ControlCommand, in path: String
  ) throws(FileProblems) {
    let isNew = TextFile.isMissing(path)
    let old: String
    do throws(FileProblem) {
      old = try isNew ? usualText : TextFile.read(path, kind: FileKind.midi.rawValue)
    } catch {
      throw FileProblems([error])
    }
    var expected = try parse(path: path, text: old)
    expected.actions[source] = .button(press: command, release: nil)
    let text = self.text(old, with: source, command)
    guard try parse(path: path, text: text) == expected else {
      throw FileProblems([
        FileProblem(file: path, field: "\(source.kind.rawValue): \(source.key)", MIDIAdvice.place)
      ])
    }
    do throws(SoundProblem) {
      if isNew {
        try? Folder.make(Folder.of(path), DiskCalls(), isDurable: true)
        try TextWriter.create(path, with: text)
      } else {
        try TextWriter.replace(ContainedPath.realPath(path) ?? path, with: text)
      }
    } catch {
      throw FileProblems([error.fileProblem])
    }
  }

  /// The text of a map in which a pad does something else.
  static func text(_ old: String, with source: MIDISource, _ command: ControlCommand) -> String {
    var edit = TOMLTextEdit(old)
    edit.set(source.key, TOMLText.quote("\(command)"), inTable: source.kind.rawValue)
    return edit.text
  }

  /// The text of ``usual``.
  static let usualText = "[stems]\nnotes = \(Array(36...51))\n"
}
