import ArgumentParser
import CanonControl
import CanonEngine
import CanonFiles
import CanonRender
import CanonSchedule
import CanonSession
import CanonStems
import CanonTerminal
import Glibc

/// `canon render`: a performance into a file, offline.
struct Render: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Render a set to a sound file, as fast as possible.",
    discussion:
      "Without a score the base plays for one loop. A journal from \"canon play --journal\" is a score.")

  @OptionGroup var options: SourceOptions
  @OptionGroup var asOf: AsOfOption
  @OptionGroup var playback: PlaybackOptions
  @OptionGroup var language: LanguageOption
  @Option(name: .shortAndLong, help: "The sound file to write.", completion: .file()) var output: String
  @Option(help: "A score or journal to play; - is standard input.", completion: .file()) var score: String?
  @Option(help: "Number of loops to render.") var loops: Int?
  @Option(help: "Number of seconds to render.") var seconds: Double?
  @Option(help: "Sample rate in hertz. By default the journal's, else the first stem's.") var rate: Int?
  @Option(help: "Frames per process cycle, 1 to 1048576; the result does not depend on it.") var period =
    4096
  @Option(help: "Also write each stem and bus to its own file in this folder.", completion: .directory)
  var stems: String?
  @Option(help: "wav16, wav24, wav32f or flac. By default flac for the extension .flac, else wav32f.")
  var format: SoundFormat?

  private static let rates = Int(SampleRate.range.lowerBound)...Int(SampleRate.range.upperBound)

  func validate() throws {
    if output.isEmpty { throw language.error(.emptyOutput) }
    if loops != nil && seconds != nil {
      throw language.error(.both("--loops", "--seconds"))
    }
    if let loops, !(1...1_000_000).contains(loops) {
      throw language.error(.outside(option: "--loops", value: loops, 1...1_000_000, nil))
    }
    if let seconds, !(seconds > 0 && seconds <= 1_000_000) {
      throw language.error(.seconds(seconds, most: 1_000_000))
    }
    if !(1...1_048_576).contains(period) {
      throw language.error(.outside(option: "--period", value: period, 1...1_048_576, .frames))
    }
    if let rate, SampleRate(hertz: rate) == nil {
      throw language.error(.outside(option: "--rate", value: rate, Self.rates, .hertz))
    }
  }

  func run() async throws {
    let loading = language.loadingLine
    defer { loading?.end() }
    let refused = try await Failure.wrap(language.text) {
      let score = try score.map { try Score.load($0) }
      if let torn = score?.torn(language.text) { Output.note("canon: \(torn)") }
      // A journal says what was played, and on which day.
      if let score, let other = score.header?.otherStretcher {
        let note = language.text.wording.stretchedOtherwise(
          score.path, by: other, here: StemSet.presentStretcher)
        Output.note("canon: \(note)")
      }
      if score?.header != nil, playback.areGiven {
        throw language.error(.both(playback.tempo == nil ? "--key" : "--tempo", "--score"))
      }
      let named = try options.named.map { _ in
        try playback.applied(
          to: options.load(language.text, or: score?.header, loading: loading), language.text)
      }
      if let list = named?.piece?.list { throw Failure(.usage, list.needsOne.text(language.text)) }
      if let assumption = named?.set.assumption { Output.note("canon: \(assumption.text(language.text))") }
      for problem in named?.leftAlone ?? [] { Output.note("canon: \(problem.text(language.text))") }
      let editions = try score?.programs(besidesFirst: named != nil, hasCue: stems != nil) ?? [:]
      let program = try program(score, editions, named, loading)
      let source = program.source
      let rate = try sampleRate(source, score)
      let session = Performance(program, editions: editions, doors: try doorClock(source, score))
      await session.watchDoors(replaying: score?.header)
      try checkJournal(score, session, rate)
      if let grid = session.timing.grid(at: rate), let problems = score?.problems(on: grid), !problems.isEmpty
      {
        throw FileProblems(problems)
      }
      let stemPaths = try stemPaths(session.outputNames(for: score))
      try spareSources([output] + stemPaths, [source] + editions.values.map(\.source))
      let files = try RenderFiles(
        path: output, stemPaths: stemPaths, format: fileFormat, sampleRate: rate,
        expectedFrames: expectedFrames(session, score, rate))
      var rendering = Rendering(of: score, at: rate, length: length, period: period, into: files)
      await session.reportLoading(to: loading?.reporter ?? .none)
      try await rendering.run(session.seat)
      loading?.end()
      let report = rendering.report
      let clipped = try rendering.finished().finish()
      for refused in report.refused {
        Output.note("canon: \(score?.path ?? ""):\(refused.line): \(refused.problem.text(language.text))")
      }
      if clipped > 0 {
        Output.note("canon: \(language.text.wording.clipped(output, clipped))")
      }
      return report.refused.map(\.problem)
    }
    if refused.isEmpty { return }
    // Doors open some day; a line that cannot be carried out stays wrong.
    let isLocked = refused.allSatisfy { if case .locked = $0 { true } else { false } }
    throw Failure(isLocked ? .locked : .badFile, language.text.wording.renderedWithoutRefused(output))
  }

  /// What is rendered first: the named source, else what a journal says was played, else the default.
  private func program(
    _ score: Score?, _ editions: [Int: Program], _ named: Source?, _ loading: LoadingLine?
  ) throws -> Program {
    let header = score?.header
    if named == nil, let first = header.flatMap({ editions[$0.program] }) { return first }
    var program = try Program(
      named
        ?? playback.applied(to: options.load(language.text, or: header, loading: loading), language.text))
    if let header { program.number = header.program }
    return program
  }

  /// The time by which doors are judged: the requested one, that of the journal, or now.
  private func doorClock(_ source: Source, _ score: Score?) throws -> DoorClock {
    let asked = try asOf.instant(for: source, language.text)
    let zone = source.schedule?.zone ?? .local
    if let header = score?.header, let latest = header.latest, asked == nil {
      if source.schedule != nil, latest > .now() {
        throw Failure(
          .locked,
          language.text.wording.journalOfTheFuture(score?.path ?? "", zone.textWithZone(latest))
        )
      }
      if let clock = DoorClock.journal(header, memory: DoorState(source, language.text).memory()) {
        return clock
      }
    }
    if let asked {
      if score?.header != nil, source.schedule != nil {
        Output.note(
          "canon: " + language.text.wording.judgedAsOf(zone.textWithZone(asked))
        )
      }
      return DoorState(source, language.text).clock(asOf: asked, isStill: true)
    }
    let now = Instant.now()
    let memory = DoorState(source, language.text).memory()
    return .machine(memory: memory, now: { now })
  }

  private var length: RenderLength {
    if let loops { return .loops(loops) }
    if let seconds { return .seconds(seconds) }
    return .score
  }

  private func expectedFrames(_ session: Performance, _ score: Score?, _ rate: SampleRate) -> FrameCount {
    guard let grid = session.timing.grid(at: rate) else { return 0 }
    return length.frames(
      score: score?.timed(grid: grid, sampleRate: rate) ?? [], grid: grid, sampleRate: rate)
  }

  private var fileFormat: SoundFormat { format ?? (output.hasSuffix(".flac") ? .flac : .wav32f) }

  private func sampleRate(_ source: Source, _ score: Score?) throws -> SampleRate {
    if let rate, let value = SampleRate(hertz: rate) { return value }
    if let header = score?.header { return header.sampleRate }
    do throws(SoundProblem) {
      return try source.set.info(of: StemIndex(0)).sampleRate
    } catch {
      throw Failure(.badFile, error.fileProblem.text(language.text))
    }
  }

  /// A journal's frames are valid only for its own sample rate and loop.
  private func checkJournal(_ score: Score?, _ session: Performance, _ rate: SampleRate) throws {
    guard let score, let header = score.header else { return }
    guard header.sampleRate == rate else {
      throw refusal(
        .usage,
        .otherRate(
          journal: score.path, played: Int(header.sampleRate.hertz), asked: Int(rate.hertz)))
    }
    guard let loop = session.timing.grid(at: rate)?.loop, loop == header.loop else {
      throw refusal(.badFile, .otherLoop(journal: score.path, set: header.source))
    }
  }

  private func stemPaths(_ names: OutputNames) throws -> [String] {
    guard let stems else { return [] }
    if mkdir(stems, 0o777) != 0 && errno != EEXIST {
      throw refusal(.cannotWrite, .noFolder(stems, DiskError(code: errno)))
    }
    let paths = names.all.map { "\(stems)/\($0).\(fileFormat.fileExtension)" }
    if let twice = paths.first(where: { isSameFile($0, output) }) {
      throw refusal(.usage, .writtenTwice(output: output, stem: twice))
    }
    return paths
  }
}

extension Render {
  private func refusal(_ status: ExitStatus, _ problem: CommandLineProblem) -> Failure {
    Failure(status, problem.text(language.text))
  }

  /// Rejects outputs that would overwrite an input.
  private func spareSources(_ outputs: [String], _ sources: [Source]) throws {
    var inputs: [String] = []
    for source in sources {
      inputs += source.set.files + [source.set.file]
      if let schedule = source.schedule { inputs.append(schedule.path) }
    }
    if let score, score != "-" { inputs.append(score) }
    let real = Set(inputs.compactMap(ContainedPath.realPath))
    for output in outputs {
      if let path = ContainedPath.realPath(output), real.contains(path) {
        throw refusal(.usage, .overwritesInput(output))
      }
    }
  }
}

/// Whether two paths name the same file, which need not exist yet: the same name in the same folder.
private func isSameFile(_ a: String, _ b: String) -> Bool {
  func parts(_ path: String) -> (folder: String?, name: Substring) {
    let name = path.split(separator: "/").last ?? ""
    let folder = path.dropLast(name.count)
    return (ContainedPath.realPath(folder.isEmpty ? "." : String(folder)), name)
  }
  return parts(a) == parts(b)
}

extension SoundFormat: ExpressibleByArgument {}
