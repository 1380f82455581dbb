import CanonFiles
import CanonSchedule
import CanonSession

/// The command line in English.
extension English {
  func commandLine(_ problem: CommandLineProblem) -> String {
    switch problem {
    case .unknownSubcommand(let word, let known):
      "\(CleanText.quote(word)) is not a subcommand.\(Suggestion.sentence(for: word, among: known)) "
        + "There are: \(known.joined(separator: ", "))."
    case .noSource:
      "no schedule or set is named, and there is neither set.toml nor Schedules/advent-2015.toml here, nor an "
        + "installed schedule."
    case .option(let problem): option(problem)
    case .otherRate(let journal, let played, let asked):
      "\(journal): the journal was played at \(played) Hz, not at \(asked). Leave --rate away."
    case .otherLoop(let journal, let set):
      "\(journal): the journal was played with another loop than this set has. Name its own set: \(set)"
    case .noFolder(let path, let error): "\(path): the folder cannot be made: \(disk(error))."
    case .writtenTwice(let output, let stem):
      "\(output): the master and a stem would both be written to \(stem). Name another output."
    case .overwritesInput(let path):
      "\(path) is read for this rendering and would be overwritten. Name another output."
    case .noDoors(let name): "\(name): there are no doors, so there is nothing to write. Name a schedule."
    case .noOpenings(let path): "\(path): no door opens within five years, so there is nothing to write."
    case .notACalendar(let path): "\(path) is not a calendar and would be overwritten. Name another file."
    case .notAPlot(let path):
      "\(path) is not a picture of canon check and would be overwritten. Name another file."
    case .folderNotEmpty(let path): "\(path) exists and is not empty. Name a new folder with --fix."
    case .uneditableSet(let path):
      "\(path): expected a table [[stem]] for each stem, with a line for each key. Write it so, then try again."
    case .fewFiles(let count, let least):
      "this process may open \(count) files; expected at least \(least). Raise the limit: \"ulimit -n 1024\", or "
        + "LimitNOFILE=1024 in a systemd unit."
    case .littleMemory(let space, let least, let forStems):
      "this process may use \(space) MiB of address space; expected at least \(least) MiB"
        + (forStems ? " for these stems" : "")
        + ". Raise the limit: \"ulimit -v unlimited\", or LimitAS=infinity in a systemd unit."
    case .alreadyThere(let path):
      "\(path) exists and stays as it is. Remove or rename it first."
    case .nothingForDoors(let path):
      "\(path): every stem plays from the start, so there is nothing for a door to open."
    case .planExists(let path): "\(path) exists and stays as it is. Name a new file with --save."
    case .nothingToSave(let name):
      "\(name): this canon has no JACK server, so nothing is connected and nothing is saved. Try again when it plays."
    case .noWord: "a word is missing. Try \"canon ctl status\"; \"canon ctl help\" lists the words."
    case .unreadableAnswer(let answer): "the answer is not understood: \(answer)"
    }
  }

  private func option(_ problem: OptionProblem) -> String {
    switch problem {
    case .both(let one, let other): "\(one) and \(other) exclude each other. Give one of them."
    case .alarmWithoutCalendar: "--alarm needs --ics. Name the calendar's file."
    case .alarm(let text): "--alarm \(text): expected 00:00 to 23:59, or off."
    case .emptyOutput: "--output: expected the name of a sound file."
    case .plot(let name): "--plot \(name): expected the name of a file that ends in .svg or .html."
    case .outside(let option, let value, let range, let unit):
      "\(option) \(value): expected \(range.lowerBound) to \(range.upperBound)\(unit.map { " \($0.rawValue)" } ?? "")."
    case .seconds(let value, let most):
      "--seconds \(value): expected more than 0 and at most \(most)."
    case .name(let name): "--name \(name): expected 1 to 63 bytes without a colon."
    case .osc(let text):
      "--osc \(CleanText.clean(text)): expected a port, or an address in digits with a port, e.g. --osc 9000 or --osc 192.168.1.20:9000"
    case .webAddress(let text):
      "--web-address \(CleanText.clean(text)): expected an address of this machine in digits, and a port if wanted, e.g. --web-address 192.168.1.20:9000"
    case .recordFormat(let name):
      "--record \(CleanText.clean(name)): expected a name that ends in .wav or .flac, e.g. --record take-1.wav"
    case .privateName(let name):
      "--name \(name): this is the name of canon's private server. Choose another."
    case .connection(let text):
      "--connect \(text): expected a port, a client, a pattern, a regular expression between slashes or physical:1, after OUTPUT= if it is not for the master."
    case .unknownOutput(let text, let known):
      "--connect \(text): the set has no such output. "
        + (Suggestion.nearest(to: text, among: known).map { "Did you mean \"\($0)\"?" }
          ?? "Expected master, or the id of a stem or a bus, or a pattern that one has.")
    }
  }

  func asOf(_ problem: AsOf.Problem) -> String { problem.message }

  func endless(_ journal: String) -> String {
    "\(journal): the journal does not say where the performance ended: canon or the disk was stopped before. "
      + "It is rendered as far as the journal shows that it went."
  }

  func torn(_ journal: String, line: Int) -> String {
    "\(journal):\(line): the journal's last line has no end and was left out: canon or the disk was stopped while it was "
      + "written. End the line if it is whole."
  }

  func stretchedOtherwise(_ journal: String, by other: String, here: String) -> String {
    "\(journal): its stems were stretched with \(other), and here with \(here), which may give other bits. A sound that differs and was not kept is refused: "
      + "render with that version, or name the set."
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
  func written(_ path: String) -> String { "\(path) is written." }
  func problems(_ count: Int) -> String { count == 1 ? "1 problem." : "\(count) problems." }

  func renderedWithoutRefused(_ path: String) -> String {
    "\(path) was rendered without what was refused."
  }

  func judgedAsOf(_ day: String) -> String {
    "a preview: the doors are judged as of \(day), not as they were played."
  }

  func openings(_ path: String, _ count: Int) -> String {
    "\(path): \(count == 1 ? "1 opening" : "\(count) openings")."
  }

  var acceptedForLater: String { "accepted. It takes effect when the clock runs." }

  func journalOfTheFuture(_ path: String, _ day: String) -> String {
    "\(path): the journal says that it was played until \(day), which is still to come. "
      + "Doors do not open by that; preview with --as-of."
  }
}
