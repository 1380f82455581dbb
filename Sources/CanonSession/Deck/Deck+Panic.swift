import CanonEngine

/// Panics, received or not.
extension Deck {
  /// Stops all movements at their current values, and drops pending changes.
  func panic(at frame: FramePosition) -> [Action] {
    var actions: [Action] = []
    // A relocation that is announced for later does not happen.
    if origins.last != origin { origins.forget(after: frame) }
    cue.isClickOn = false
    let requested = requested
    for stem in stems.indices.map(StemIndex.init) {
      stems[stem.int].panic(at: frame)
      let file = stems[stem.int].mix.file
      stems[stem.int].resetRequests(but: requested.lazy.filter { $0.stem == stem }.compactMap(\.command))
      if stems[stem.int].mix.file != file { actions.append(.giveFile(stems[stem.int].mix.file, to: stem)) }
    }
    reachMaster(frame)
    masterSetting.stop(at: frame, on: masterMotion.decibels(at: frame, otherwise: masterSetting.value))
    if !masterSetting.value.isInaudible { audibleMaster = masterSetting.value }
    masterMotion = Ramp(constant: masterMotion.value(at: frame))
    resetMasterRequest()
    isPauseTold = false
    return actions
  }

  /// Applies a panic that the old engine never received to what is restored: requests before it are dropped, and no stem is
  /// heard until it is started again.
  func panicUnanswered() -> [Action] {
    guard let last = sent.lastIndex(where: { $0.command == .panic && $0.receipt == nil }) else { return [] }
    let asker = sent[last].by
    // It ends no halt.
    sent = sent[...last].filter { $0.command?.isOfTheClock == true } + sent[(last + 1)...]
    let frame = position
    let actions = dropPieces() + panic(at: frame)
    for stem in stems.indices { stems[stem].become(.stop, since: frame) }
    return actions + [.tell(.panic(at: frame, by: asker))]
  }

  /// Drops the pieces that were given before, as the engine would have.
  private func dropPieces() -> [Action] {
    let dropped = editions.filter { ticket, edition in
      edition.next.succession.isPiece && !sent.contains { $0.ticket == ticket }
    }
    return dropped.keys.sorted { $0.rawValue < $1.rawValue }.flatMap(superseded)
  }
}
