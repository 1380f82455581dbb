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
    NetworkThread.useOne()
    do throws(NSMProblem) {
      return try await NSMSession.join(
        environment: ProcessInfo.processInfo.environment,
        executable: CommandLine.arguments.first ?? "canon")
    } catch {
      Output.note("canon: \(error.text(language))")
      return nil
    }
  }

  /// canon as a session manager starts it: without arguments. The session says what to play.
  static func runInSession() async throws {
    let language = LanguageOption.usual(in: [])
    guard let session = await joinSession(language) else { throw CleanExit.helpRequest() }
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
      let folder = file?.folder ?? session.project.path
      if file != nil, chdir(folder) != 0 { chdir(session.project.path) }
      try await play.run(in: session, writes: file == nil)
    }
  }

  /// canon as a person has started it within a session.
  func run(in session: NSMSession) async throws {
    try await session.telling(language.text) { try await run(in: session, writes: true) }
  }

  /// - Parameter writes: Whether the session's file is to say what this command says.
  private func run(in session: NSMSession, writes: Bool) async throws {
    var play = self
    play.name = session.project.client
    try await play.run(session, writes: writes)
    session.restart(language.text)
    if session.next != nil { throw ExitCode(ExitStatus.failed.rawValue) }
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
    of performance: Performance, in session: NSMSession, preview: Instant?
  ) async throws -> (Evening?, SessionEvenings?) {
    guard preview == nil else { return (nil, nil) }
    return try await Failure.wrap(language.text) {
      let evenings = try SessionEvenings(session.folder)
      guard evenings.isOurs else { throw Failure(.failed, Note.evening(.shared).text(language.text)) }
      let evening = try evenings.open(at: .now())
      if let evening { await performance.resume(evening) }
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
      notOpened(.notOpened(Failure(error, language).lines), language)
      throw error
    }
  }
}
