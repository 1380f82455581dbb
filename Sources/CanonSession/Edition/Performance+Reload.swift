import CanonEngine
import CanonFiles
import CanonSchedule
import CanonStems

/// Reads what a reload needs. Nothing of the performance changes meanwhile.
extension Performance {
  /// How often it is read again because something has changed in the meantime.
  private static let mostReadings = 8

  /// - Parameter number: That of an addition, or of a journal's edition; nil to read the files again.
  func prepareEdition(
    _ number: Int?, _ loaded: inout Loaded, _ problems: inout [CommandProblem]
  ) async {
    do throws(CommandProblem) {
      let new = try await readProgram(number)
      for _ in 0..<Self.mostReadings {
        guard let before = readingState else { return }
        let addition = number.flatMap { additions[$0] }
        if let addition, addition.base != program.number { throw .outOfDate }
        let next = try await edition(of: new, after: program, at: before.rate, addition)
        guard readingState == before else { continue }
        try await offer(next)
        guard readingState == before else { continue }
        loaded.edition = next
        return
      }
      throw .outOfDate
    } catch {
      problems.append(error)
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

  private func readProgram(_ number: Int?) async throws(CommandProblem) -> Program {
    let (reader, old) = (reader, program)
    guard let number else {
      lastProgram += 1
      // Another one may be read meanwhile.
      let own = lastProgram
      var (new, patchProblems) = try await reading { () throws(FileProblems) in try reader.again(old) }
      if let patchProblems { note(.patchKept(patchProblems)) }
      new.number = own
      return new
    }
    guard let new = reader.editions[number] ?? additions[number]?.program else { throw .noEdition(number) }
    return new
  }

  /// Reads on another thread, so that the actor stays available.
  private func reading<Value: Sendable>(
    _ read: @escaping @Sendable () throws(FileProblems) -> Value
  ) async throws(CommandProblem) -> Value {
    let result = await Task.detached { () -> Result<Value, FileProblems> in
      do throws(FileProblems) { return .success(try read()) } catch { return .failure(error) }
    }.value
    do throws(FileProblems) { return try result.get() } catch { throw .notReloaded(error) }
  }

  /// - Parameter addition: That of which `new` is the program; nil if anything may be different.
  private func edition(
    of new: Program, after old: Program, at rate: SampleRate, _ addition: Addition?
  ) async throws(CommandProblem) -> NextEdition {
    let succession = Succession(from: old.set, to: new.set)
    let buses = OutputPlan.places(ofBuses: new.set.buses.map(\.id), after: deck.buses)
    let (moment, stamps) = (deck.moment.succeeded(by: new.set, succession), stamps)
    var keeper = keeper.succeeded(by: new, succession, nil)
    let playing = old.set.stems.indices.map { index in
      SamplePlan.Playing(
        file: deck.stems[index].mix.file, buffer: deck.buffer(of: StemIndex(index)),
        line: deck.configuration?.line(of: StemIndex(index)))
    }
    let gate = keeper.gate
    let before = addition == nil ? nil : deck.configuration?.continuing(succession)
    let (configuration, plan, others) = try await reading { () throws(FileProblems) in
      let configuration =
        if let before { try new.set.engineConfiguration(adding: before, timing: new.timing) } else {
          try new.set.engineConfiguration(timing: new.timing, at: rate, buses: buses)
        }
      var plan = SamplePlan(from: old, to: new, succession, playing, configuration, stamps: stamps)
      if before != nil { plan.onlyAdd(succession) }
      return (configuration, plan, plan.owners(in: new, gate))
    }
    for (stem, other) in others { keeper.give(other.name, ownedBy: other.owners, to: stem, at: moment) }
    let open = Set(new.set.stems.indices.map(StemIndex.init).filter { keeper.isOpen($0, at: moment) })
    // There must be no samples of a locked stem in memory: one that plays still has its old ones.
    let (read, silent) = try await load(plan, open, new, configuration, at: rate)
    let samples = try await reading { () throws(FileProblems) in
      read.filter { stem, loaded in
        let old = succession.origin(of: stem).flatMap { playing[$0.int].buffer }
        return old.map { !loaded.buffer.isSame(as: $0) } ?? true
      }
    }
    let own = read.filter { plan.otherFiles[$0.key] == nil }
    return NextEdition(
      program: new, configuration: configuration, succession: succession, samples: samples,
      stamps: Dictionary(own.map { (new.set[$0].id, $1.stamp) }, uniquingKeysWith: { $1 })
        .compactMapValues(\.self),
      backToOwnFile: plan.backToOwnFile, otherFiles: others, buses: buses, open: open,
      unread: plan.wanted.filter { stem in
        let spec = new.set[stem]
        if silent.contains(spec.id) || new.set.wasUnreadable(spec) { return false }
        guard let old = succession.origin(of: stem) else { return read[stem] == nil }
        return read[stem] == nil || playing[old.int].buffer == nil
      },
      unreadable: addition == nil ? silent : Set(unreadable.keys),
      changes: ReloadChanges(
        from: old, to: new, succession, loaded: Set(samples.keys), files: addition?.files ?? []))
  }

  /// Reads the samples of the stems that may play.
  /// - Returns: The samples, and the ids of the stems whose files could not be read before, and cannot be read now.
  /// - Throws: The problems of the other stems' files.
  private func load(
    _ plan: SamplePlan, _ open: Set<StemIndex>, _ new: Program, _ configuration: EngineConfiguration,
    at rate: SampleRate
  ) async throws(CommandProblem) -> (samples: [StemIndex: LoadedStem], unreadable: Set<String>) {
    var unread: Set<String> = []
    var (read, problems): ([StemIndex: LoadedStem], [FileProblem]) = ([:], [])
    func add(_ stems: [StemIndex], _ answers: [Result<LoadedStem, FileProblem>]) {
      for (stem, answer) in zip(stems, answers) {
        switch answer {
        case .success(let loaded): read[stem] = loaded
        case .failure(let problem) where unreadable[new.set[stem].id] != nil:
          unread.insert(new.set[stem].id)
          note(.unreadable(stem: new.set[stem].id, problem))
        case .failure(let problem): problems.append(problem)
        }
      }
    }
    let wanted = plan.wanted.intersection(open).sorted()
      .filter { !new.set.wasUnreadable(new.set[$0]) }
    let own = wanted.filter { plan.otherFiles[$0] == nil }
    add(
      own,
      await StemLoader.load(own, of: new.set, timing: new.timing, at: rate, configuration: configuration))
    for stem in wanted {
      guard let file = plan.otherFiles[stem] else { continue }
      add(
        [stem],
        await StemLoader.load(
          [stem], file: file, of: new.set, timing: new.timing, at: rate, configuration: configuration))
    }
    if !problems.isEmpty { throw .notReloaded(FileProblems(problems)) }
    return (read, unread)
  }
}
