import CanonControl
import CanonFiles
import CanonSession
import CanonStems

/// The file of a picture, as `--plot` names it.
struct PlotFile {
  let path: String
  private let isPage: Bool

  /// Stands in the second line of each picture.
  static let mark = "<!-- canon check -->"
  /// Where a file is looked at for ``mark``, in characters.
  private static let head = 200

  /// - Returns: nil unless the name ends in `.svg`, `.html` or `.htm`.
  init?(_ path: String) {
    self.path = path
    let name = path.lowercased()
    isPage = name.hasSuffix(".html") || name.hasSuffix(".htm")
    if !isPage && !name.hasSuffix(".svg") { return nil }
  }

  /// Writes the picture. It replaces only another picture of `canon check`.
  func write(_ plot: CheckPlot, _ language: Language) throws {
    if let old = SmallFile.text(path), !old.isEmpty, !old.prefix(Self.head).contains(Self.mark) {
      throw Failure(.cannotWrite, CommandLineProblem.notAPlot(path).text(language))
    }
    do throws(SoundProblem) {
      try TextWriter.replace(path, with: isPage ? plot.html : plot.svg)
    } catch {
      throw Failure(error, language)
    }
  }
}
