import CanonEngine
import CanonStems

/// Another edition takes effect.
extension Performance {
  /// Continues with the program of the edition that the engine plays from a frame on.
  /// - Parameter move: Where the places of the music are now, and those that are counted from bar 1; nil if the grid is the same.
  func handedOver(
    to next: NextEdition, _ move: (places: GridMap, counted: Relocation)?, by asker: Asker,
    at frame: FramePosition
  ) {
    let (old, new) = (program, next.program)
    let isPiece = next.succession.isPiece
    // The files of a piece that is over are as likely to stay as they are as those of the last one.
    if isPiece { (playing, playingClick) = ([:], []) } else { keepDropped(by: next) }
    adopt(new)
    let scenes = { (place: Int) -> Int? in
      isPiece ? nil : new.scenes.firstIndex { $0.id == old.scenes[place].id }
    }
    lastScene = lastScene.flatMap(scenes)
    log.move(next.succession, scenes: scenes)
    for number in deck.waitingSteps.keys { deck.waitingSteps[number]!.move(scenes) }
    meters.move(next.succession)
    moveDoors(to: next, move?.places)
    // A rendering judges the new doors by the time in the journal, which must be exact then.
    carryOut([.mark(nil, at: deck.position, isNeeded: true)])
    stamps = stamps.filter { id, _ in !isPiece && new.set.index(of: id) != nil }.merging(next.stamps) { $1 }
    unreadable = unreadable.filter { id, _ in !isPiece && next.unreadable.contains(id) }
    playsClick()
    plays(next.samples.map { PlayedSound(new.set[$0], $1, file: next.otherFiles[$0]?.name) })
    let all = new.set.stems.indices.map(StemIndex.init)
    for stem in all where deck.hasSamples(stem) { deck.tellOpen(stem, past: &keeper) }
    reorderOutputs(keepsLast: true)
    publish.yield(.reloaded(next.changes, snapshot(), at: frame, by: asker))
    if let move {
      waiting.move(move.counted)
      marks.move(move.places.position)
      if let ending = pieces.ending { pieces.ending?.place = move.places.position(of: ending.place) }
    }
    if isPiece { beginPiece() }
    if old.set.sections != new.set.sections { sectionsChanged() }
    judgeWaiting()
    letIn(next.unread.filter { mayHoldSamples($0) }.sorted(), joining: [])
    // What was given while the edition waited was read for the loop before.
    if !keeper.watchWanted.isReplay, all.contains(where: { mayHoldSamples($0) && !deck.fits($0) }) {
      giveAgain([.reload(.loop)], by: asker)
    }
  }

  private func moveDoors(to next: NextEdition, _ map: GridMap?) {
    let known = keeper.next?.keeper.fileOwners ?? [:]
    keeper = keeper.succeeded(by: next.program, next.succession, map)
    keeper.fileOwners.merge(known) { $1 }
    for stem in next.program.set.stems.indices.map(StemIndex.init) {
      // The door of a new stem that has opened since it was read has opened while canon plays.
      if next.succession.origin(of: stem) == nil, keeper.hasDoor(stem) {
        keeper.past.isOpen[stem] = next.open.contains(stem)
      }
      guard let file = deck.stems[stem.int].mix.file else { continue }
      if let other = next.otherFiles[stem], other.name == file {
        keeper.give(file, ownedBy: other.owners, to: stem, at: deck.moment)
      } else {
        keeper.giveFile(file, to: stem, at: deck.moment)
      }
    }
  }

  /// The engine has received some commands for an edition that no longer plays: those of each asker are given again, on one frame.
  func giveOutdated() {
    var all = outdated
    outdated = []
    while let first = all.first {
      let same = all.filter { $0.by == first.by && $0.batch == first.batch }
      giveAgain(same.map(\.command), by: first.by, batch: first.batch)
      all.removeAll { $0.by == first.by && $0.batch == first.batch }
    }
  }

  /// - Parameter batch: The batch of an undo, which expects that each of the commands is given.
  func giveAgain(_ commands: [ControlCommand], by asker: Asker, batch: Int? = nil) {
    let asked = interruptions
    Task {
      let problems = await perform(
        commands, by: asker, batch: batch, as: batch == nil ? .change : .undo, since: asked)
      for place in commands.indices { receipts.given(batch, adding: place == 0 ? problems : []) }
    }
  }

  /// Writes a command into the journal, before an edition its text.
  func record(_ command: ControlCommand, at frame: FramePosition) {
    if case .edition(let number, _) = command, let next = deck.edition(number) {
      scribe.begin(number, next.program.text)
      // What is still being captured has no sound that a journal could name. When it is whole, the journal names it.
      let unfinished = capture.flatMap { $0.status.isAdded ? nil : [$0.status.stem] } ?? []
      scribe.record(unreadable: next.unreadable.union(unfinished).sorted(), in: number)
    }
    scribe.record(command, at: frame)
  }
}
