import CanonEngine
import CanonFiles
import CanonStems

/// The next piece is read while one plays.
extension Performance {
  /// Reads the piece after the one that plays, as soon as that plays, until the task is cancelled.
  public func preparePieces() async {
    while !Task.isCancelled {
      await awaitAllRead()
      await prepareNextPiece()
      await measurePieces()
      await piecesBell.wait(atMost: program.piece == nil ? Self.longestIdleness : .milliseconds(200))
    }
  }

  /// Reads the next piece, unless it is read already. One that cannot be played is told, and the one after it is the next.
  func prepareNextPiece() async {
    if program.piece == nil || keeper.watchWanted.isReplay { return }
    await lookAtFilesOfPieces()
    guard let played = program.piece, let rate = deck.sampleRate, arriving == nil,
      let number = (played.number..<played.count).map({ $0 + 1 })
        .first(where: { !pieces.skipped.contains($0) })
    else { return }
    let isReady = pieces.prepared.map { $0.program.piece?.number == number && $0.rate == rate } ?? false
    if isReady { return dropLocked() }
    let (reader, old) = (reader, program)
    var files: [String] = []
    do throws(CommandProblem) {
      let (new, watched) = try await reading { () throws(FileProblems) in
        let new = try reader.piece(number, after: old)
        return (new, WatchedFiles(new.files))
      }
      files = new.files
      let succession = Succession(from: old.set, to: new.set, isPiece: true)
      var keeper = keeper.succeeded(by: new, succession, nil)
      let moment = deck.moment.succeeded(by: new.set, succession)
      // There must be no samples of a locked stem in memory.
      let open = inOrder(
        new.set.stems.indices.map(StemIndex.init).filter { keeper.isOpen($0, at: moment) }, of: new,
        succession)
      let answers = await StemLoader.load(open, of: new.set, timing: new.timing, at: rate, holding: holding)
      var (samples, problems): ([StemIndex: LoadedStem], [FileProblem]) = ([:], [])
      for (stem, answer) in zip(open, answers) {
        switch answer {
        case .success(let loaded): samples[stem] = loaded
        case .failure(let problem) where new.set.policy == .strict || new.set[stem].isBase:
          problems.append(problem)
        case .failure: break
        }
      }
      if !problems.isEmpty { throw .notReloaded(FileProblems(problems)) }
      guard program.piece == played, deck.sampleRate == rate else { return }
      pieces.prepared = PreparedPiece(program: new, rate: rate, samples: samples, files: watched)
      // A door may have shut meanwhile.
      dropLocked()
    } catch {
      if case .notReloaded(let problems) = error, program.piece == played {
        skip(number, problems, files: files)
      }
    }
  }

  /// Forgets what was read of files that have been written since: of the next piece, and of those that could not be read.
  private func lookAtFilesOfPieces() async {
    let (prepared, skipped) = (pieces.prepared?.files, pieces.watched)
    if prepared == nil, skipped.isEmpty { return }
    let (isStale, changed) = await Task.detached(priority: .utility) {
      (prepared.map { !$0.areSame } ?? false, skipped.filter { !$0.value.areSame }.map(\.key))
    }.value
    if isStale, pieces.prepared?.files == prepared { pieces.prepared = nil }
    for number in changed where pieces.watched[number] == skipped[number] { pieces.tryAgain(number) }
  }

  /// What was read of a piece before, if it is for the engine's rate and still what its files say.
  /// - Parameter isDue: Whether the piece before is about to end: then there is no time to read it once more.
  func preparedPiece(_ number: Int, isDue: Bool) async -> PreparedPiece? {
    guard let prepared = pieces.prepared, prepared.program.piece?.number == number,
      prepared.rate == deck.sampleRate
    else { return nil }
    if isDue { return prepared }
    return await Task.detached { prepared.files.areSame }.value ? prepared : nil
  }

  /// Forgets the samples of stems of the next piece whose doors have shut since they were read.
  private func dropLocked() {
    guard let prepared = pieces.prepared, prepared.program.schedule != nil else { return }
    let succession = Succession(from: self.set, to: prepared.program.set, isPiece: true)
    var keeper = keeper.succeeded(by: prepared.program, succession, nil)
    let moment = deck.moment.succeeded(by: prepared.program.set, succession)
    pieces.prepared = PreparedPiece(
      program: prepared.program, rate: prepared.rate,
      samples: prepared.samples.filter { keeper.isOpen($0.key, at: moment) }, files: prepared.files)
  }
}
