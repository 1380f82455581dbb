import ArgumentParser
import CanonControl
import CanonFiles
import CanonMIDI
import CanonSchedule
import CanonSession
import CanonStems

/// `canon check`: all present and future problems, with remedies, and what was measured of the stems.
struct Check: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Report all problems of a schedule, its set and its sound files, and measure the stems.",
    discussion: """
      If there are no errors, a table follows with the length, peak, true peak, loudness, DC, seam and silence of each stem, the peaks of \
      all stems and of the loudest choice among them, the gain for a true peak of -1 dBTP, the memory, and the peaks that the doors \
      allow, by date.
      """)

  @OptionGroup var options: SourceOptions
  @Flag(help: "One JSON object on standard output.") var json = false
  @OptionGroup var language: LanguageOption
  @Flag(help: "Count warnings as problems: exit with status 65.") var strict = false

  @Option(
    help: ArgumentHelp(
      "Draw the waveforms, the seams, the level of the mix and what is wrong into this .svg or .html file.",
      valueName: "file"), completion: .file(extensions: ["svg", "html"]))
  var plot: String?

  @Option(
    help: ArgumentHelp(
      "Write mended sound files and a new set.toml into this folder, which must be new or empty: lengths to the frame, clicking seams crossfaded, DC removed, gains for a true peak of -1 dBTP. The old files stay as they are.",
      valueName: "dir"), completion: .directory)
  var fix: String?

  func validate() throws {
    if json && fix != nil { throw language.error(.both("--json", "--fix")) }
    if let plot, PlotFile(plot) == nil { throw language.error(.plot(plot)) }
  }

  func run() async throws {
    let origin = try options.origin(language.text)
    // What is wrong with its file is reported with everything else.
    if let list = (try? origin.programme()) ?? nil { return try await check(list) }
    let (problems, report) = await examined(origin)
    if json {
      Output.line(CheckRecord(problems, report, language.surface.json).text)
    } else {
      for problem in problems { Output.line(problem.text(language.text)) }
      if problems.allSatisfy({ $0.severity == .note }) { Output.line(language.text.wording.noProblems) }
      for line in report.map({ CheckText($0, language.text).lines }) ?? [] { Output.line(line) }
    }
    if let file = plot.flatMap({ PlotFile($0) }), let report {
      try file.write(CheckPlot(report: report, problems: problems, language: language.text), language.text)
      if !json { Output.line(CleanText.clean(language.text.wording.written(file.path))) }
    }
    if let fix {
      let mend = CheckFix(
        folder: fix, before: report?.measurement, isStrict: strict, language: language.text)
      if try await mend.run(origin, problems) { return }
    }
    try fail(problems)
  }

  private func examined(_ origin: SetOrigin) async -> (problems: [FileProblem], report: CheckReport?) {
    let loading = language.loadingLine
    let examination = await Source.examination(origin, loading?.reporter ?? .none)
    loading?.end()
    return (
      examination.problems + (examination.source.map { MIDIMap.problems(of: $0.set) } ?? []),
      await CheckReport(examination, at: .now(), .now)
    )
  }

  private func fail(_ problems: [FileProblem]) throws {
    let serious = problems.filter { $0.severity == .error || (strict && $0.severity == .warning) }
    if serious.isEmpty { return }
    throw Failure(.badFile, language.text.wording.problems(serious.count))
  }

  /// Checks the pieces of a programme, one that is named several times once.
  private func check(_ list: SetList) async throws {
    if plot != nil || fix != nil { throw Failure(.usage, list.needsOne.text(language.text)) }
    var problems = list.sceneProblems
    var reports: [(source: String, report: CheckReport)] = []
    for source in list.sources {
      let (found, report) = await examined(.path(source))
      problems += found
      if let report { reports.append((source, report)) }
    }
    if json {
      Output.line(CheckRecord(problems, pieces: reports, language.surface.json).text)
    } else {
      for problem in problems { Output.line(problem.text(language.text)) }
      if problems.allSatisfy({ $0.severity == .note }) { Output.line(language.text.wording.noProblems) }
      for line in reports.flatMap({ CheckText($0.report, language.text).lines }) { Output.line(line) }
    }
    try fail(problems)
  }
}
