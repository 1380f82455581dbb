import CanonEngine
import CanonFiles
import CanonSchedule
import CanonStems

/// Reads what a reload needs. Nothing of the performance changes meanwhile.
extension Performance {
  /// How often it is read again because something has changed in the meantime.
  private static let mostReadings = 8

  /// Where the next program comes from.
  enum ProgramSource {
    /// The files, read again.
    case files
    /// An addition, or an edition of a journal.
    case number(Int)
    /// The program that plays, or is to, in another tempo or key.
    case playback(PlaybackRequest)
    /// Another piece of the programme, by its number; whether it is to begin at once, because the one before it ends.
    case piece(Int, isDue: Bool)

    var readsFiles: Bool { if case .playback = self { false } else { true } }
    /// Whether another tempo or key has been asked for in the place of this one.
    var isSuperseded: Bool { if case .playback(let request) = self { request.isSuperseded } else { false } }
  }

  /// Makes the samples of another tempo or key. What was asked for before and does not play yet is part of it, a reload too.
  func preparePlayback(
    _ change: PlaybackChange, _ quantum: Quantum?, by asker: Asker, _ loaded: inout Loaded,
    _ problems: inout [CommandProblem]
  ) async {
    let request: PlaybackRequest
    do throws(CommandProblem) {
      // What is refused in any case takes nothing's place.
      try deck.check((quantum ?? .loop).ofTheSet)
      request = PlaybackRequest(try playable(change.applied(to: wantedPlayback ?? set.playback, of: set)))
    } catch {
      problems.append(error)
      return
    }
    for earlier in playbackRequests { earlier.supersede() }
    playbackRequests.append(request)
    await prepareEdition(
      .playback(request), of: (.playback(change, quantum), asker), &loaded, &problems)
    playbackRequests.removeAll { $0 === request }
  }

  /// The tempo and key that were asked for last and do not play yet; nil if those that play are wanted.
  private var wantedPlayback: Playback? { playbackRequests.last?.playback ?? deck.waitingPlayback }

  private func playable(_ playback: Playback) throws(CommandProblem) -> Playback {
    do { return try set.playable(playback) } catch { throw .notReloaded(FileProblems([error])) }
  }

  /// - Parameters:
  ///   - request: The command that leads to it, and who has asked for that; nil if nobody has.
  ///   - isSuperseded: Whether the engine has what was asked for later, so that nothing is offered to the driver.
  func prepareEdition(
    _ source: ProgramSource, of request: (command: ControlCommand, by: Asker)? = nil,
    _ loaded: inout Loaded, _ problems: inout [CommandProblem], unless isSuperseded: () -> Bool = { false }
  ) async {
    // Another edition is made from what this one has.
    if let request { await awaitAllRead(for: request.command, by: request.by) } else { await awaitAllRead() }
    do throws(CommandProblem) {
      for _ in 0..<Self.mostReadings {
        let basis = basis(of: source)
        let prepared: PreparedPiece? =
          if case .piece(let number, let isDue) = source { await preparedPiece(number, isDue: isDue) } else {
            nil
          }
        let new = try await readProgram(source, prepared)
        guard let before = readingState else { return }
        let addition = if case .number(let number) = source { additions[number] } else { nil as Addition? }
        if let addition, addition.base != program.number { throw .outOfDate }
        let next = try await edition(
          of: new, after: program, at: before.rate, addition, from: source, known: prepared?.samples ?? [:])
        // Another edition may take over while the driver's ports are waited for.
        await awaitOutputs()
        if source.isSuperseded { throw .otherPlayback }
        let isOfNow = { self.readingState == before && self.basis(of: source) == basis }
        guard isOfNow() else { continue }
        if isSuperseded() { throw .superseded }
        try await offer(next)
        guard isOfNow() else { continue }
        loaded.edition = next
        return
      }
      throw .outOfDate
    } catch {
      problems.append(error)
    }
  }

  /// What a program is made from beside files. If it is different in the end, another edition was asked for meanwhile, and would be lost.
  private struct Basis: Equatable {
    var program = 0
    var playback: Playback?
  }

  private func basis(of source: ProgramSource) -> Basis {
    switch source {
    case .files: Basis(playback: wantedPlayback)
    case .number, .piece: Basis()
    case .playback: Basis(program: (deck.lastWaitingProgram ?? program).number)
    }
  }

  /// What must be the same when the reading ends as when it began. A rendering reads in no time.
  private struct ReadingState: Equatable {
    let program: Int
    let rate: SampleRate
    let files: [String?]
    let hasSamples: [Bool]
    let isOpen: [Bool]
  }

  /// nil before the first engine.
  private var readingState: ReadingState? {
    guard let rate = deck.sampleRate else { return nil }
    let all = set.stems.indices.map(StemIndex.init), moment = deck.moment
    return ReadingState(
      program: program.number, rate: rate, files: deck.stems.map(\.mix.file),
      hasSamples: all.map(deck.hasSamples), isOpen: all.map { keeper.isOpen($0, at: moment) })
  }

  /// - Parameter prepared: The piece that was read before; nil for none.
  private func readProgram(
    _ source: ProgramSource, _ prepared: PreparedPiece?
  ) async throws(CommandProblem) -> Program {
    let (reader, old) = (reader, program)
    if case .number(let number) = source {
      guard let new = reader.editions[number] ?? additions[number]?.program else { throw .noEdition(number) }
      return new
    }
    lastProgram += 1
    // Another one may be read meanwhile.
    let own = lastProgram
    var new: Program
    if case .piece(let number, _) = source {
      if let prepared {
        new = prepared.program
      } else {
        new = try await reading { () throws(FileProblems) in try reader.piece(number, after: old) }
      }
    } else if case .playback(let request) = source {
      let last = deck.lastWaitingProgram ?? old
      new = try await reading { () throws(FileProblems) in try reader.played(last, as: request.playback) }
    } else {
      let wanted = wantedPlayback ?? old.playback
      let (read, patchProblems) = try await reading { () throws(FileProblems) in
        try reader.again(old, playback: wanted)
      }
      if let patchProblems { note(.patchKept(patchProblems)) }
      new = read
    }
    new.number = own
    return new
  }

  /// Reads on another thread, so that the actor stays available.
  func reading<Value: Sendable>(
    _ read: @escaping @Sendable () throws(FileProblems) -> Value
  ) async throws(CommandProblem) -> Value {
    let result = await ReadingThreads.run { () -> Result<Value, FileProblems> in
      do throws(FileProblems) { return .success(try read()) } catch { return .failure(error) }
    }
    do throws(FileProblems) { return try result.get() } catch { throw .notReloaded(error) }
  }

  /// The first stem that plays what was captured.
  private var capturedStem: String? {
    self.set.stems.indices.first { index in
      let file = deck.stems[index].mix.file
      let path = file.flatMap { try? ContainedPath.resolve($0, below: set.folder) } ?? set.stems[index].path
      return set.captured[path] != nil
    }.map { set.stems[$0].id }
  }

  /// - Parameters:
  ///   - addition: That of which `new` is the program; nil if anything may be different.
  ///   - known: The samples of a piece that were read before.
  private func edition(
    of new: Program, after old: Program, at rate: SampleRate, _ addition: Addition?,
    from source: ProgramSource, known: [StemIndex: LoadedStem]
  ) async throws(CommandProblem) -> NextEdition {
    let isPiece = new.begins != nil
    // It is as it was captured, and there is no other sound of it.
    if !isPiece, new.set.playback != old.set.playback, let stem = capturedStem {
      throw .notCaptured(.otherPlayback(stem: stem))
    }
    let succession = Succession(from: old.set, to: new.set, isPiece: isPiece)
    let buses = OutputPlan.places(ofBuses: new.set.buses.map(\.id), after: deck.buses)
    let (moment, stamps) = (deck.moment.succeeded(by: new.set, succession), stamps)
    var keeper = keeper.succeeded(by: new, succession, nil)
    let playing = old.set.stems.indices.map { index in
      SamplePlan.Playing(
        file: deck.stems[index].mix.file,
        buffer: deck.hasSamples(StemIndex(index)) ? deck.buffer(of: StemIndex(index)) : nil,
        line: deck.configuration?.line(of: StemIndex(index)))
    }
    let (gate, click) = (keeper.gate, deck.configuration?.click)
    let before = addition == nil ? nil : deck.configuration?.continuing(succession)
    let (configuration, plan, others) = try await reading { () throws(FileProblems) in
      let configuration =
        if let before { try new.set.engineConfiguration(adding: before, timing: new.timing) } else {
          try new.set.engineConfiguration(timing: new.timing, at: rate, buses: buses, keeping: click)
        }
      var plan = SamplePlan(from: old, to: new, succession, playing, configuration, stamps: stamps)
      if before != nil { plan.onlyAdd(succession) }
      return (configuration, plan, plan.owners(in: new, gate))
    }
    for (stem, other) in others { keeper.give(other.name, ownedBy: other.owners, to: stem, at: moment) }
    let open = Set(new.set.stems.indices.map(StemIndex.init).filter { keeper.isOpen($0, at: moment) })
    // There must be no samples of a locked stem in memory: one that plays still has its old ones.
    let (read, silent) = try await load(plan, open, new, succession, configuration, at: rate, known) {
      !source.isSuperseded
    }
    let samples = try await reading { () throws(FileProblems) in
      read.filter { stem, loaded in
        let old = succession.origin(of: stem).flatMap { playing[$0.int].buffer }
        return old.map { !loaded.buffer.isSame(as: $0) } ?? true
      }
    }
    let own = read.filter { plan.otherFiles[$0.key] == nil }
    return NextEdition(
      program: new, follows: old.piece?.number, configuration: configuration, succession: succession,
      samples: samples,
      stamps: Dictionary(own.map { (new.set[$0].id, $1.stamp) }, uniquingKeysWith: { $1 })
        .compactMapValues(\.self),
      backToOwnFile: plan.backToOwnFile, otherFiles: others, buses: buses, open: open,
      unread: plan.wanted.filter { stem in
        let spec = new.set[stem]
        if silent.contains(spec.id) || new.set.wasUnreadable(spec) { return false }
        guard let old = succession.origin(of: stem) else { return read[stem] == nil }
        return read[stem] == nil || playing[old.int].buffer == nil
      },
      outdated: plan.outdated, unreadable: addition == nil ? silent : Set(unreadable.keys),
      files: playing.map(\.file),
      readsFiles: source.readsFiles,
      begins: new.begins.flatMap {
        TimeLength.microseconds($0).frames(grid: configuration.grid, sampleRate: rate, longest: .max)
      },
      changes: ReloadChanges(
        from: old, to: new, succession, loaded: Set(samples.keys), files: addition?.files ?? [],
        hasOtherClick: !click.isSame(as: configuration.click)))
  }

  /// Whether a program plays without a stem whose file cannot be read: as it did before, or as a performance begins.
  private func isLeftOut(_ stem: StemIndex, of new: Program) -> Bool {
    if new.begins == nil { return unreadable[new.set[stem].id] != nil }
    return new.set.policy == .lenient && !new.set[stem].isBase
  }

  /// Reads the samples of the stems that may play.
  /// - Returns: The samples, and the ids of the stems whose files could not be read before, and cannot be read now.
  /// - Throws: The problems of the other stems' files.
  private func load(
    _ plan: SamplePlan, _ open: Set<StemIndex>, _ new: Program, _ succession: Succession,
    _ configuration: EngineConfiguration, at rate: SampleRate, _ known: [StemIndex: LoadedStem],
    while isWanted: @escaping @Sendable () -> Bool
  ) async throws(CommandProblem) -> (samples: [StemIndex: LoadedStem], unreadable: Set<String>) {
    var unread: Set<String> = []
    var (read, problems): ([StemIndex: LoadedStem], [FileProblem]) = ([:], [])
    func add(_ stems: [StemIndex], _ answers: [Result<LoadedStem, FileProblem>]) {
      for (stem, answer) in zip(stems, answers).sorted(by: { $0.0 < $1.0 }) {
        switch answer {
        case .success(let loaded): read[stem] = loaded
        case .failure(let problem) where isLeftOut(stem, of: new):
          unread.insert(new.set[stem].id)
          note(.unreadable(stem: new.set[stem].id, problem))
        case .failure(let problem): problems.append(problem)
        }
      }
    }
    read = known.filter { open.contains($0.key) }
    let wanted = inOrder(
      plan.wanted.intersection(open).filter { !new.set.wasUnreadable(new.set[$0]) && read[$0] == nil },
      of: new, succession)
    let own = wanted.filter { plan.otherFiles[$0] == nil }
    add(
      own,
      await StemLoader.load(
        own, of: new.set, timing: new.timing, at: rate, configuration: configuration,
        holding: holding,
        keeper.watchWanted.isReplay || !isWanted() ? .none : loadingWatch.nextReporter(), while: isWanted))
    for stem in wanted where isWanted() {
      guard let file = plan.otherFiles[stem] else { continue }
      add(
        [stem],
        await StemLoader.load(
          [stem], file: file, of: new.set, timing: new.timing, at: rate, configuration: configuration,
          holding: holding))
    }
    if !problems.isEmpty { throw .notReloaded(FileProblems(problems)) }
    return (read, unread)
  }
}
