import CanonEngine
import CanonFiles

/// The sounds of the click as a set file describes them (`[click]`).
public struct ClickSpec: Hashable, Sendable {
  /// A sound file.
  struct File: Hashable, Sendable {
    /// As written in the set file, for messages.
    let written: String
    /// Below the set's folder.
    let path: String
    let line: Int?
  }

  /// nil for canon's own sound.
  var beat: File?
  /// For the first beat of a bar; nil for ``beat``, or canon's own sound.
  var accent: File?
  var gain = Decibels.unity

  /// The name of its table in a set file.
  static let table = "click"
}

/// A sound of the click, by its key in a set's table `[click]`.
public enum ClickSound: String, Hashable, Sendable {
  case beat = "file"
  /// That of the first beat of a bar.
  case accent
}

extension TableReader {
  /// Reads the table of a set that names the sounds of the click.
  func click(in folder: String) -> ClickSpec {
    guard let table = subtable(ClickSpec.table, SetAdvice.click) else { return ClickSpec() }
    table.title = ClickSpec.table
    var click = ClickSpec()
    click.beat = table.clickFile(.beat, in: folder)
    click.accent = table.clickFile(.accent, in: folder)
    let gain = table.number("gain", in: Decibels.range, StemAdvice.gain).flatMap(Decibels.init)
    if let gain { click.gain = gain }
    table.finish()
    return click
  }

  private func clickFile(_ sound: ClickSound, in folder: String) -> ClickSpec.File? {
    let key = sound.rawValue
    guard let written = text(key, StemAdvice.file) else { return nil }
    do throws(ContainedPath.Refusal) {
      return ClickSpec.File(
        written: written, path: try ContainedPath.resolve(written, below: folder), line: line(of: key))
    } catch {
      report(key, found: nil, LoadingAdvice.path(written, error))
      return nil
    }
  }
}
