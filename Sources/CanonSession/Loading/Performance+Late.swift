import CanonEngine
import CanonFiles
import CanonStems

/// Stems that are read while the music plays already: a performance begins as soon as it has what sounds on its first downbeat. The others are
/// read behind it on all processors, and a stem that somebody asks for comes next. Until a stem is read the engine does not know that it is
/// open, and what starts it is given to the engine with its samples: it takes effect on the first boundary after that, as the journal says.
extension Performance {
  /// Lets the first engine wait for no more stems than those (``StemSet/stemsOfBeginning``), and those that commands given until then ask for. A
  /// set that is to be read strictly, and a performance that is resumed, wait for all stems. Must be called before the first engine is made.
  public func readBehind() {
    readsBehind = true
    // What files are is asked while a server is still looked for.
    headers = Task { [set] in await Self.readHeaders(of: set) }
  }

  /// Whether the engine that is being made waits only for what sounds first.
  var beginsBeforeAllIsRead: Bool {
    readsBehind && deck.clock == nil && resuming == nil && !keeper.watchWanted.isReplay
      && set.policy == .lenient && !set.bases.isEmpty
  }

  /// The stems that commands need which were given before the clock started: they are to sound from the first downbeat on. Commands of another
  /// edition, and captures, need all.
  var askedForEarly: Set<StemIndex> {
    var (stems, last): (Set<StemIndex>, Int?) = ([], lastScene)
    for command in early.map(\.command) {
      switch command {
      case .reload, .playback, .piece, .capture: return Set(set.stems.indices.map(StemIndex.init))
      case .next where program.piece != nil, .previous where program.piece != nil:
        return Set(set.stems.indices.map(StemIndex.init))
      case .replace(let selection, _, _): stems.formUnion((try? selection.indices(in: set)) ?? [])
      default: stems.formUnion(stemsToRead(for: command, after: last))
      }
      if let scene = try? scene(of: command, after: last) { last = scene.index }
    }
    return stems
  }

  /// Waits for the stems that commands need which were given before the clock starts: then none of them waits behind another.
  func readAskedForEarly() async {
    while case let stems = askedForEarly.filter(late.queue.contains), !stems.isEmpty {
      await waitForLate(Array(stems))
    }
  }

  /// The stems whose samples a command needs, as far as that is known before it is carried out.
  func stemsToRead(for command: ControlCommand) -> [StemIndex] { stemsToRead(for: command, after: lastScene) }

  private func stemsToRead(for command: ControlCommand, after last: Int?) -> [StemIndex] {
    let scene = try? scene(of: command, after: last)
    let parts = scene.map { scenes[$0.index].commands } ?? [command]
    return parts.filter(\.leadsToSound).flatMap { (try? deck.targets(of: $0)) ?? [] }.compactMap(\.self)
  }

  // MARK: - Reading

  /// Reads what is late, on as many threads as there are processors.
  func readLate() {
    while late.addReader() { Task { [number = late.number] in await readLate(of: number) } }
  }

  private func readLate(of number: Int) async {
    while let stem = nextLate(of: number) { await readLate(stem, of: number) }
    if late.number == number { late.endReader() }
  }

  private func nextLate(of number: Int) -> StemIndex? {
    while late.number == number, let stem = late.next() {
      // There must be no samples of a locked stem in memory. When its door opens it is read like any other.
      if mayHoldSamples(stem), !deck.hasSamples(stem) { return stem }
      endLate(stem)
    }
    return nil
  }

  private func readLate(_ stem: StemIndex, of number: Int) async {
    guard let rate = deck.sampleRate else { return endLate(stem) }
    let (reporter, place, program) = (loadingWatch.reporter, late.place(of: stem), program)
    reporter(.reading(place, file: program.set[stem].file))
    let answers = await StemLoader.load(
      [stem], of: program.set, timing: program.timing, at: rate, configuration: deck.configuration,
      holding: holding)
    reporter(.read(place))
    if case .success(let new)? = answers.first, self.program.number == program.number {
      await awaitSamples(of: new.buffer, for: stem)
    }
    guard late.number == number else { return }
    defer { endLate(stem) }
    guard self.program.number == program.number else { return }
    switch answers.first {
    case .success(let new)?:
      if deck.add(new.buffer, to: stem, at: rate, past: &keeper) {
        stamps[set[stem].id] = new.stamp
        plays([PlayedSound(set[stem], new)])
        tellIfUnlocked([new])
        stir()
        _ = deck.send()
      }
    case .failure(let problem)?:
      unreadable[set[stem].id] = problem
      scribe.record(unreadable: [set[stem].id], in: program.number)
      note(.unreadable(stem: set[stem].id, problem))
    case nil: break
    }
  }

  private func endLate(_ stem: StemIndex) {
    late.end(stem)
    if late.queue.isEmpty { loadingWatch.reporter(.ended) }
  }

  /// The stems of a new engine that are read behind it, in their order.
  func beginLate(_ stems: [StemIndex]) {
    if !stems.isEmpty { loadingWatch.reporter(.began(files: stems.count)) }
    late.begin(stems)
  }

  /// Reads no more behind the music. What has not been read was silent, and is so in a rendering.
  func giveUpLate() { record(unread: stopReadingLate()) }

  /// Reads no more behind the music for now.
  /// - Returns: What has not been read.
  func stopReadingLate() -> [StemIndex] {
    let unread = set.stems.indices.map(StemIndex.init).filter(late.queue.contains)
    if !unread.isEmpty {
      loadingWatch.reporter(.ended)
      late.begin([])
    }
    return unread
  }

  /// Writes down what stays silent.
  func record(unread stems: [StemIndex]) {
    scribe.record(unreadable: stems.map { set[$0].id }, in: program.number)
  }

  // MARK: - Waiting

  /// Waits until stems are read, which come next. What asks for them is late, and people are told.
  func awaitLate(_ stems: [StemIndex]) async {
    let own = stems.filter { late.queue.contains($0) && mayHoldSamples($0) }
    if own.isEmpty { return }
    bringLate(own)
    note(.stillReading(stems: own.map { set[$0].id }))
    await waitForLate(own)
  }

  /// The same, untold.
  func waitForLate(_ stems: [StemIndex]) async {
    bringLate(stems)
    while stems.contains(where: late.queue.contains), !Task.isCancelled {
      try? await Task.sleep(for: .milliseconds(2))
    }
  }

  /// Lets stems be read next.
  func bringLate(_ stems: [StemIndex]) {
    if late.queue.isEmpty { return }
    late.bring(Set(stems))
    readLate()
  }

  /// Lets a command wait until all stems are read, and tells its asker so.
  func awaitAllRead(for command: ControlCommand, by asker: Asker) async {
    if late.queue.isEmpty { return }
    if asker.isSomebody {
      let told = Note.waitsForStems(command.description, left: late.queue.count)
      lastWait = told
      note(told)
    }
    awaitingRead[asker, default: 0] += 1
    await awaitAllRead()
    awaitingRead[asker] = awaitingRead[asker].flatMap { $0 > 1 ? $0 - 1 : nil }
  }

  /// Waits until all stems are read: for what needs all of them, and for what would take processors away from reading them.
  func awaitAllRead() async {
    while !late.queue.isEmpty, !Task.isCancelled { try? await Task.sleep(for: .milliseconds(5)) }
  }
}
