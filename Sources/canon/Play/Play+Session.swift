import ArgumentParser
import CanonControl
import CanonFiles
import CanonNSM
import CanonNetwork
import CanonSchedule
import CanonSession
import Foundation

/// How canon plays in a session of the New Session Manager (Documentation/NSM.md).
extension Play {
  /// Joins the session that the environment names; nil if there is none, and if canon plays without it for a reason, which is told.
  static func joinSession(_ language: Language) async -> NSMSession? {
    do throws(NSMProblem) {
      return try await join(isStarted: false)
    } catch {
      Output.note("canon: \(error.text(language)) \(NSMProblem.goesOn(language))")
      return nil
    }
  }

  private static func join(isStarted: Bool) async throws(NSMProblem) -> NSMSession? {
    NetworkThread.useOne()
    return try await NSMSession.join(
      environment: ProcessInfo.processInfo.environment,
      executable: CommandLine.arguments.first ?? "canon", isStarted: isStarted)
  }

  /// canon as a session manager starts it: without arguments. The session says what to play.
  static func runInSession() async throws {
    let language = LanguageOption.usual(in: [])
    try ProcessLimits.checkAddressSpace(language)
    let joined: NSMSession?
    do throws(NSMProblem) {
      joined = try await join(isStarted: true)
    } catch {
      throw Failure(.failed, error.text(language))
    }
    guard let session = joined else { throw CleanExit.helpRequest() }
    try await session.telling(language) {
      let file = try await Failure.wrap(language) { try session.folder.read() }
      var play: Play
      do {
        play = try Play.parse(file?.options ?? [])
      } catch {
        throw Failure(.usage, Play.message(for: error))
      }
      play.options.sources = file?.sources.map(session.folder.source) ?? []
      // The terminal, if there is one, is the manager's.
      (play.headless, play.plain, play.json) = (true, false, false)
      if let folder = file?.folder {
        let path = folder.hasPrefix("/") ? folder : session.project.path + "/" + folder
        if chdir(path) != 0 { chdir(session.project.path) }
      } else if file != nil {
        chdir(session.project.path)
      }
      try await play.run(try play.load(), in: session, writes: file == nil)
    }
  }

  /// canon as a person has started it within a session.
  func run(_ loaded: Loaded, in session: NSMSession) async throws {
    try await session.telling(language.text) { try await run(loaded, in: session, writes: true) }
  }

  /// - Parameter writes: Whether the session's file is to say what this command says.
  private func run(_ loaded: Loaded, in session: NSMSession, writes: Bool) async throws {
    var play = self
    play.name = session.project.client
    try await play.run(loaded, session, writes: writes)
    // A signal ends canon for good.
    guard session.next != nil, !Deadline.hasSignal else { return }
    for number in SignalTable.numbers(.finishes) { signal(number, SIG_DFL) }
    await session.restart(language.text)
    throw ExitCode(ExitStatus.failed.rawValue)
  }

  /// Writes into the session's folder what is played.
  func write(_ source: Source, to folder: SessionFolder) async throws {
    let words = Array(CommandLine.arguments.dropFirst(2))
    let typed = (try? Play.parse(words))?.options.sources ?? []
    let played = options.sources.isEmpty ? [source.name] : options.sources
    try await Failure.wrap(language.text) {
      try folder.write(
        sources: played.map { ContainedPath.realPath(Library.usual.path(of: $0)) ?? $0 },
        set: source.schedule.flatMap { ContainedPath.realPath($0.setPath) },
        options: SessionArguments.options(of: words, without: typed),
        folder: FileManager.default.currentDirectoryPath)
    }
  }

  /// Lets a performance go on with what the session has, and keep it there. A preview does neither.
  /// - Throws: The problem of what was saved.
  func keepEvening(
    of performance: Performance, in session: NSMSession, preview: Instant?, waits: Bool
  ) async throws -> (Evening?, SessionEvenings?) {
    guard preview == nil else { return (nil, nil) }
    return try await Failure.wrap(language.text) {
      let evenings: SessionEvenings
      do throws(EveningProblem) {
        evenings = try SessionEvenings(session.folder)
      } catch {
        throw NSMRefusal.notMade(path: error.path, error.error)
      }
      guard evenings.isOurs else { throw NSMRefusal.shared(path: session.folder.path) }
      var evening = try evenings.open(at: .now())
      // What was saved waits for another clock as a performance that begins does.
      if waits, evening?.saved != nil { evening = evening?.halted }
      if let before = evening, await !performance.resume(before) { evening = nil }
      await performance.keepEvening(
        by: Keeper(told: []) { evenings.keep($0) }, connections: connections(after: evening))
      return (evening, evenings)
    }
  }
}

extension NSMSession {
  /// Runs `work`. If it fails before the session is open, the manager is told why.
  fileprivate func telling(_ language: Language, _ work: () async throws -> Void) async throws {
    do {
      try await work()
    } catch let exit as ExitCode {
      throw exit
    } catch {
      await notOpened(NSMRefusal(error, language), language)
      throw error
    }
  }
}

extension NSMRefusal {
  /// Why a session cannot be opened.
  fileprivate init(_ error: any Error, _ language: Language) {
    let failure = Failure(error, language)
    self =
      (error as? NSMRefusal) ?? failure.refusal
      ?? .notOpened(failure.lines, isDamaged: failure.status == .badFile)
  }
}
