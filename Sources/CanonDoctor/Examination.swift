import CanonFiles
import CanonJack
import CanonSchedule
import CanonSession
import CanonStems
import Foundation

/// Everything that `canon doctor` looks at, in the order in which it is told. The checks decide by facts that they are given; this reads
/// the facts.
package struct Examination: Sendable {
  /// What is to be played; nil if nothing is named and nothing is installed.
  package var source: Source?
  /// What keeps the source from being read.
  package var problems: [FileProblem] = []
  package var request: ServerRequest
  /// The variables of the process.
  package var environment: [String: String]
  /// The arguments with which canon tells what a server is like (``serverText(_:)``), to be asked through `pw-jack`.
  package var probe: [String]

  package init(_ request: ServerRequest, environment: [String: String], probe: [String]) {
    (self.request, self.environment, self.probe) = (request, environment, probe)
  }

  /// Looks at everything.
  /// - Parameters:
  ///   - now: The machine's time.
  ///   - tell: Receives each finding as soon as it is there.
  /// - Returns: All findings.
  package func run(at now: Instant, tell: (Finding) -> Void) async -> [Finding] {
    var all: [Finding] = []
    func add(_ findings: [Finding]) {
      all += findings
      for finding in findings { tell(finding) }
    }
    let set = source?.set
    let check = await serverCheck()
    let bytes = set?.sampleBytes(at: check.sampleRate, holding: .live)
    add(Rights.now.findings(needed: bytes))
    add([Governors.finding(Governors.read())])
    add(check.findings)
    add([
      MachineTime.finding(
        now, in: source?.schedule?.zone ?? .local, isSynchronised: MachineTime.isSynchronised)
    ])
    if let schedule = source?.schedule, !schedule.doors.isEmpty {
      add([ZoneRules.finding(schedule, at: now)])
    }
    add(diskFindings)
    if !problems.isEmpty { add([.source(problems)]) }
    var isTooLarge = false
    if let set, let bytes {
      let finding = MemoryNeed.finding(
        set.title, stems: set.stems.count, bytes: bytes, available: MemoryNeed.available)
      isTooLarge = finding.level == .wrong
      add([finding])
    }
    // A set that does not fit would take the memory of everything else.
    if !isTooLarge && !Task.isCancelled {
      // The rendering of the self-test has all samples of long stems in memory.
      let whole = set?.sampleBytes(at: check.sampleRate) ?? 0
      let fitsWhole = MemoryNeed.available.map { whole <= $0 } ?? true
      let findings = await SelfTest(fitsWhole ? set : nil, check.selfTestRequest).run()
      if !Task.isCancelled { add(findings) }
    }
    return all
  }

  /// The folder of canon's state must be writable; the current one is only where a journal may be.
  private var diskFindings: [Finding] {
    let here = FileManager.default.currentDirectoryPath
    let state = UserFolder.state.path(environment).map { ($0, DiskSpace.look(at: $0)) }
    return [state, (here, DiskSpace.look(at: here).flatMap { $0 == .closed ? nil : $0 })].compactMap { $0 }
      .compactMap { path, look in look.map { DiskSpace.finding(CleanText.clean(path), $0) } }
  }

  private func serverCheck() async -> ServerCheck {
    var check = ServerCheck(
      answer: await Self.answer(request.server), isPipeWireRunning: ServerLadder.isPipeWireRunning,
      hasPipeWireJack: ServerLadder.hasPipeWireJack, hasJackd: ServerLadder.hasJackd, request: request,
      cards: SoundCards(), registry: ServerRegistry())
    if case .failure(.noServer) = check.answer, request.server == nil, check.isPipeWireRunning,
      let text = await ServerLadder.outputThroughPipeWire(probe)
    {
      check.pipeWire = try? JSONDecoder().decode(ServerFacts.self, from: Data(text.utf8))
    }
    if case .failure(.noServer) = check.answer, request.server == nil, !check.isPipeWireRunning,
      case .success(let facts) = await Self.answer(PrivateServer.name)
    {
      check.answer = .success(facts)
    }
    return check
  }

  private static func answer(_ server: String?) async -> Result<ServerFacts, JackProblem> {
    do throws(JackProblem) {
      return .success(try await ServerFacts.read(server: server))
    } catch {
      return .failure(error)
    }
  }

  /// What a server is like, as JSON, for another canon.
  package static func serverText(_ server: String?) async throws(JackProblem) -> String {
    let facts = try await ServerFacts.read(server: server)
    return (try? JSONEncoder().encode(facts)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
