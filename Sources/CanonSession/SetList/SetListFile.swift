import CanonFiles
import CanonStems

/// Reads programmes (Documentation/Formats.md).
public enum SetListFile {
  /// The key of the pieces, by which a programme is told from sets and schedules.
  static let key = "piece"

  /// Reads the programme in a file.
  /// - Parameter path: The path of the file; messages name it, and the pieces are relative to its folder.
  /// - Throws: All problems of the file, and pieces that are programmes. Whether the pieces can be played is for ``Source``.
  /// - Thread: any control thread; reads the disk
  public static func load(_ path: String) throws(FileProblems) -> SetList {
    let text: String
    do throws(FileProblem) { text = try TextFile.read(path, kind: FileKind.programme.rawValue) } catch {
      throw FileProblems([error])
    }
    let list = try parse(path: path, text: text)
    let problems = list.pieces.indices.compactMap { list.problemOfKind(of: $0) }
    if !problems.isEmpty { throw FileProblems(problems) }
    return list
  }

  /// Reads a programme from `text`, as the content of the file `path`.
  /// - Throws: All problems.
  public static func parse(path: String, text: String) throws(FileProblems) -> SetList {
    let file = try TOMLFile(path: path, text: text)
    let title = file.root.string("title", SetListAdvice.title).map(CleanText.clean)
    let pause = pause(file.root)
    let tables = file.root.subtables(key, SetListAdvice.pieces)
    if tables.isEmpty, file.root.problemCount == 0 {
      file.root.report(key, found: nil, SetListAdvice.pieces)
    } else if tables.count > SetList.mostPieces {
      file.root.report(key, found: nil, SetListAdvice.tooMany(tables.count))
    }
    let pieces = tables.prefix(SetList.mostPieces).enumerated().map { index, table in
      piece(table, number: index + 1, below: Folder.of(path))
    }
    file.root.finish()
    try file.throwProblems()
    return SetList(path: path, title: title, pause: pause, pieces: pieces.compactMap(\.self))
  }

  private static func pause(_ table: TableReader) -> PauseKind? {
    guard let text = table.string("pause", SetAdvice.pause) else { return nil }
    if let pause = PauseKind(rawValue: text) { return pause }
    table.report("pause", found: CleanText.quote(text), SetAdvice.pause)
    return nil
  }

  /// - Returns: nil if its path is wrong, which is reported.
  private static func piece(
    _ table: TableReader, number: Int, below folder: String
  ) -> SetList.Piece? {
    table.title = "piece \(number)"
    let path = path(table)
    let title = table.string("title", SetListAdvice.title).map(CleanText.clean)
    let end = end(table)
    let gap = gap(table)
    table.finish()
    return path.map { path in
      SetList.Piece(
        title: title, source: path, path: folder == "." ? path : Folder.path(of: path, in: folder),
        line: table.line(of: "source"), end: end, gap: gap)
    }
  }

  /// The path of the set or schedule, relative to the programme's folder; it can leave that folder.
  private static func path(_ table: TableReader) -> String? {
    func wrong(_ found: String?, _ advice: SetListAdvice) -> String? {
      table.report("source", found: found, advice)
      return nil
    }
    guard let value = table.value("source") else { return wrong(nil, .source) }
    let found = TableReader.show(value)
    guard let text = value.string, !text.isEmpty else { return wrong(found, .source) }
    if text.hasPrefix("/") || text.hasPrefix("~") { return wrong(found, .fromFolder) }
    return text == CleanText.clean(text) ? text : wrong(found, .unclean)
  }

  private static func end(_ table: TableReader) -> SetList.End {
    let loops = table.integer("loops", in: 1...SetList.mostLoops, SetListAdvice.loops)
    guard let scene = table.string("scene", SetListAdvice.scene) else {
      return loops.map { .loops($0) } ?? .byHand
    }
    if scene.isEmpty { table.report("scene", found: "\"\"", SetListAdvice.scene) }
    return .scene(scene, loops: loops ?? 1)
  }

  private static func gap(_ table: TableReader) -> Int64 {
    guard let value = table.value("gap") else { return 0 }
    if let text = value.string {
      let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
      if case .microseconds(let gap)? = TimeLength(words), gap <= SetList.longestGap { return gap }
    }
    table.report("gap", found: TableReader.show(value), SetListAdvice.gap)
    return 0
  }
}

extension SetList {
  /// Why it cannot be given where one set or schedule is needed.
  public var needsOne: FileProblem { FileProblem(file: path, SetListAdvice.notHere) }

  /// What is wrong with a piece that is a programme itself; nil if it is not, or cannot be read.
  func problemOfKind(of piece: Int) -> FileProblem? {
    guard (try? Source.kind(of: pieces[piece].path)) == .programme else { return nil }
    let real = ContainedPath.realPath(pieces[piece].path)
    let isItself = real != nil && real == ContainedPath.realPath(path)
    return problem(
      of: piece, "source", found: CleanText.quote(pieces[piece].path),
      isItself ? SetListAdvice.itself : SetListAdvice.otherProgramme)
  }

  /// - Parameter key: The key with the wrong value; nil for the whole piece.
  func problem(
    of piece: Int, _ key: String?, found: String?, _ advice: SetListAdvice,
    severity: FileProblem.Severity = .error
  ) -> FileProblem {
    FileProblem(
      file: path, line: pieces[piece].line, field: "piece \(piece + 1)" + (key.map { ": \($0)" } ?? ""),
      found: found, advice, severity: severity)
  }
}
