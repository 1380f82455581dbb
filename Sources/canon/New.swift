import ArgumentParser
import CanonControl
import CanonFiles
import CanonSession
import CanonStems
import Glibc

/// `canon new`: writes what canon assumes of a folder of sound files, and doors for its stems.
struct New: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write a set.toml for a folder of sound files, with comments, to be edited.",
    discussion: """
      It says what "canon play FOLDER" assumes. Nothing is copied or overwritten. With --schedule advent it also writes \
      FOLDER/advent.toml, with a door for each stem that is not a base; a set.toml that is there stays.
      """)

  enum Calendar: String, ExpressibleByArgument, CaseIterable { case advent }

  @Argument(help: "A folder of sound files.", completion: .directory) var folder = "."
  @Option(help: "Write a schedule, too: \"advent\", with doors from the first of December to Christmas Eve.")
  var schedule: Calendar?
  @OptionGroup var language: LanguageOption

  func run() throws {
    let setPath = path("set.toml")
    let hasSet = exists(setPath)
    var files: [(path: String, text: String)] = []
    if !hasSet {
      do throws(FileProblems) {
        let assumed = try AssumedSet(folder: folder)
        if !assumed.nearMisses.isEmpty { throw FileProblems(assumed.nearMisses) }
        // Nothing is written that canon would refuse.
        _ = try StemSetFile.parse(path: setPath, text: assumed.text)
        files.append((setPath, assumed.text))
      } catch {
        throw Failure(error, language.text)
      }
    }
    if let schedule {
      let stems = try stems(files.first?.text, setPath)
      files.append((path(schedule.rawValue + ".toml"), AdventSchedule.text(for: stems)))
    }
    if files.isEmpty { throw refusal(.alreadyThere(setPath)) }
    // All or nothing, as far as that can be known before.
    if let there = files.first(where: { exists($0.path) }) { throw refusal(.alreadyThere(there.path)) }
    for (place, file) in files.enumerated() {
      do throws(SoundProblem) {
        try TextWriter.create(file.path, with: file.text)
      } catch {
        // What was written of this a moment ago goes again.
        for file in files[..<place] { unlink(file.path) }
        throw error.cause == .system(EEXIST)
          ? refusal(.alreadyThere(file.path)) : Failure(error, language.text)
      }
    }
    for file in files { Output.line(CleanText.clean(language.text.wording.written(file.path))) }
  }

  /// The ids of the stems that doors can open.
  private func stems(_ text: String?, _ setPath: String) throws -> [String] {
    let set: StemSet
    do throws(FileProblems) {
      set =
        if let text { try StemSetFile.parse(path: setPath, text: text) } else {
          try StemSetFile.load(setPath)
        }
    } catch {
      throw Failure(error, language.text)
    }
    let ids = set.stems.filter { !$0.isBase }.map(\.id)
    if ids.isEmpty { throw Failure(.usage, CommandLineProblem.nothingForDoors(folder).text(language.text)) }
    return ids
  }

  private func path(_ name: String) -> String { Folder.path(of: name, in: folder) }
  private func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }
  private func refusal(_ problem: CommandLineProblem) -> Failure {
    Failure(.cannotWrite, problem.text(language.text))
  }
}
