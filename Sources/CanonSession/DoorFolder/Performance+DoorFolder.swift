import CanonEngine
import CanonFiles
import CanonSchedule
import CanonStems

/// The door folder: files that are dropped into the set's folder while canon plays, and name the day of their door, become stems.
extension Performance {
  /// How often the folder is looked at. A look asks for the names in it, and what the files are like that name a day: file systems of other
  /// machines have no events.
  private static let interval = Duration.seconds(1)

  /// Looks at the folder until the task is cancelled, whenever the schedule watches it. A disk that does not answer, or a long file that is
  /// being read, does not hold up the end.
  public func watchFolder() async {
    let looking = Task(priority: .utility) {
      while !Task.isCancelled {
        await lookAtFolder(at: .now)
        await folderBell.wait(atMost: schedule?.isWatching == true ? Self.interval : Self.longestIdleness)
      }
    }
    // Nothing comes: it ends with the task.
    let (never, end) = AsyncStream<Never>.makeStream()
    for await _ in never {}
    end.finish()
    looking.cancel()
  }

  /// Looks at the folder once. Complete files are given to the engine as stems, as a reload would; others wait, or are told.
  func lookAtFolder(at now: ContinuousClock.Instant) async {
    guard mayAddStems, schedule?.isWatching == true else { return }
    let set = set
    let found = await Task.detached(priority: .utility) {
      DatedFile.names(beside: set).compactMap { name in
        FileStamp(Folder.path(of: name, in: set.folder)).map { (name: name, stamp: $0) }
      }
    }.value
    let complete = dropped.look(found, at: now)
    if !complete.isEmpty { await add(complete) }
    for problem in dropped.problemsToTell(at: now) { note(.fileLeftAlone(problem)) }
  }

  /// Whether an edition with more stems would take nothing's place: neither a reload that waits, nor an engine that is to come.
  private var mayAddStems: Bool {
    !hasEnded && deck.sampleRate != nil && !deck.isAway && arriving == nil && deck.editions.isEmpty
  }

  private func add(_ files: [String]) async {
    let before = program
    let dated = await Task.detached(priority: .utility) {
      DatedSource(before.source, and: files, before.timing, .samples)
    }.value
    for (file, problem) in dated.left { dropped.leave(file, problem) }
    guard !dated.taken.isEmpty, program.number == before.number else { return }
    lastProgram += 1
    let addition = Addition(
      Program(before, as: dated.source.set, dated.source.schedule, number: lastProgram), to: before,
      files: dated.taken)
    additions[addition.program.number] = addition
    defer { additions[addition.program.number] = nil }
    var (loaded, problems) = (Loaded(), [CommandProblem]())
    await prepareEdition(.number(addition.program.number), &loaded, &problems)
    for case .notReloaded(let wrong) in problems {
      for file in dated.taken { dropped.leave(file.file, wrong.problems[0]) }
    }
    // Anything else that came in between goes first, and the files are added at another look.
    guard loaded.edition != nil, mayAddStems else { return }
    lookAtDoors()
    give(
      [.edition(addition.program.number, .loop)], of: [], loaded, by: .folder, as: .restoration,
      scene: (nil, nil), &problems)
  }
}

extension Performance {
  /// Why a stem may not be given a file of the door folder that will be a locked stem, or a copy of one; nil if it may.
  func refusalOfDropped(_ file: String, for stem: StemIndex) async -> Refusal? {
    guard let schedule, schedule.isWatching, !keeper.watchWanted.isReplay else { return nil }
    let (set, context) = (set, keeper.context(at: deck.moment))
    return await Task.detached { () -> Refusal? in
      var dates: [(stemID: String, date: LocalDate)] = [], paths: [String] = []
      for name in DatedFile.names(beside: set) {
        let path = Folder.path(of: name, in: set.folder)
        guard let file = try? DatedFile(name, path: path), !set.hasOutput(file.stemID),
          !dates.contains(where: { $0.stemID == file.stemID })
        else { continue }
        dates.append((file.stemID, file.date))
        paths.append(path)
      }
      guard !dates.isEmpty, let later = try? schedule.adding(dates) else { return nil }
      let gate = Gate(
        schedule: later, stems: set.stems.map(\.id) + dates.map(\.stemID),
        files: set.stems.map(\.path) + paths)
      return gate.refusal(of: stem, playing: gate.owners(of: file, in: set, for: stem), in: context)
    }.value
  }
}
