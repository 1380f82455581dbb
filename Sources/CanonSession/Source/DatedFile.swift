import CanonFiles
import CanonSchedule
import CanonStems

/// A file of a set's folder that names a day, and is a stem with a door on that day.
public struct DatedFile: Hashable, Sendable {
  /// Its name in the folder.
  public var file: String { stem.file }
  public var stemID: String { stem.id }
  public let date: LocalDate
  let stem: AddedStem

  /// - Parameter path: That of the file, for messages.
  /// - Throws: What is wrong with the name.
  init(_ file: String, path: String) throws(FileProblem) {
    let name: DatedName?
    do { name = try DatedName(file) } catch {
      let found = CleanText.quote(file)
      throw error == .form
        ? FileProblem(file: path, found: found, DatedAdvice.form)
        : FileProblem(file: path, found: found, ScheduleAdvice.noDate(error))
    }
    guard let name, name.rest.prefix(while: { $0 != "." }).contains(where: { $0.isLetter || $0.isNumber })
    else {
      throw FileProblem(file: path, found: CleanText.quote(file), DatedAdvice.form)
    }
    (date, stem) = (name.date, AddedStem(file: file, named: name.rest))
  }

  /// Whether a name is meant to begin with a day, rightly or wrongly.
  static func isMeant(_ name: String) -> Bool {
    do { return try DatedName(name) != nil } catch { return true }
  }

  /// The names in a set's folder that are meant to begin with a day, in natural order, without the files of its stems.
  /// - Thread: any control thread (reads the folder)
  static func names(beside set: StemSet) -> [String] {
    let names = ((try? SoundNames.inFolder(set.folder)) ?? []).filter(isMeant)
    if names.isEmpty { return [] }
    let own = Set(set.stems.filter { !$0.file.contains("/") }.map(\.file))
    return names.filter { !own.contains($0) }
  }
}
