import CanonFiles
import CanonSchedule
import CanonSession

/// The command line in English.
extension English {
  func commandLine(_ problem: CommandLineProblem) -> String {
    switch problem {
    case .otherRate(let journal, let played, let asked):
      "\(journal): the journal was played at \(played) Hz, not at \(asked). Leave --rate away."
    case .otherLoop(let journal, let set):
      "\(journal): the journal was played with another loop than this set has. Name its own set: \(set)"
    case .noFolder(let path, let error): "\(path): the folder cannot be made: \(disk(error))."
    case .writtenTwice(let output, let stem):
      "\(output): the master and a stem would both be written to \(stem). Name another output."
    case .overwritesInput(let path):
      "\(path) is read for this rendering and would be overwritten. Name another output."
    }
  }

  func asOf(_ problem: AsOf.Problem) -> String { problem.message }

  func endless(_ journal: String) -> String {
    "\(journal): the journal does not say where the performance ended: canon or the disk was stopped before. "
      + "What came after its last line is missing."
  }

  func torn(_ journal: String, line: Int) -> String {
    "\(journal):\(line): the journal's last line has no end and was left out: canon or the disk was stopped while it was "
      + "written. End the line if it is whole."
  }

  func clipped(_ path: String, _ count: Int) -> String {
    "\(path): \(count == 1 ? "1 sample was" : "\(count) samples were") beyond full scale and cut. Lower the gains."
  }

  func preview(_ day: String) -> String { "This is a preview, as of \(day)." }

  func greeting(_ title: String, stems: [String]) -> [String] {
    let count = stems.count == 1 ? "1 stem" : "\(stems.count) stems"
    return [
      "\(title): \(count). The base plays; layer the others with \"press STEM\".",
      "Stems: " + Suggestion.list(stems),
    ]
  }

  var hint: String { "Type \"help\" for the words, \"quit\" to end." }

  func greeting(_ day: String, isPreview: Bool, locked: [String]) -> String {
    "\(isPreview ? "Preview as of" : "Today,") \(day): "
      + (locked.isEmpty
        ? "every door is open." : "locked: " + Suggestion.list(locked) + " (type \"doors\").")
  }

  var noProblems: String { "No problems found." }
  func problems(_ count: Int) -> String { count == 1 ? "1 problem." : "\(count) problems." }

  func renderedWithoutRefused(_ path: String) -> String {
    "\(path) was rendered without what was refused."
  }

  func judgedAsOf(_ day: String) -> String {
    "a preview: the doors are judged as of \(day), not as they were played."
  }

  func journalOfTheFuture(_ path: String, _ day: String) -> String {
    "\(path): the journal says that it was played until \(day), which is still to come. "
      + "Doors do not open by that; preview with --as-of."
  }
}
