import CanonEngine
import CanonStems

/// What is about to change, and what has become due.
extension Deck {
  /// The common cycle of the playing stems; nil before the first engine, and if it is out of range.
  var cycle: GridLine? {
    guard let grid, let lines = configuration?.stems.map(\.line) else { return nil }
    let sounding = stems.indices.filter { stems[$0].status.soundsNow }.map { lines[$0] ?? grid.loop }
    return GridLine.commonCycle(sounding, otherwise: grid.loop)
  }

  /// Whether the engine has yet to answer: a command, or that the clock rolls.
  var isAwaitingAnswers: Bool { clock?.isRolling != true || !sent.isEmpty }

  /// The first frame on which stems are known to change, or the music to be moved; `.max` if none is. It may be past.
  var nextChange: FramePosition {
    stems.reduce(origins.announced(after: position)?.at ?? .max) { next, stem in
      let follow = stem.follow.flatMap { $0 > position ? $0 : nil }
      return min(next, stem.status.pending?.at ?? .max, stem.end ?? .max, follow ?? .max)
    }
  }

  /// Whether levels, files, solos, pauses or the clock are about to change.
  var isChanging: Bool {
    if case .due = halt { return true }
    return masterSetting.next != nil
      || stems.contains { stem in
        stem.gain.next != nil || stem.pan.next != nil || stem.solo.next != nil || stem.file.next != nil
          || stem.nextHold != nil
      }
  }

  /// Makes changes that have become due take effect in the mirrors.
  func reach() {
    let reached = reached
    for index in stems.indices { stems[index].reach(reached) }
    reachMaster(reached)
  }

  func reachMaster(_ position: FramePosition) {
    guard let change = masterSetting.reach(position) else { return }
    masterMotion = masterMotion.moved(to: Gain(change.value).linear, at: change.at, length: change.frames)
  }

  /// The master's gain as the engine had it on a frame, a fade as far as it has come.
  func masterLevel(at frame: FramePosition) -> Decibels {
    masterSetting.fadeEnd(at: frame) == nil ? masterSetting.value : masterMotion.decibels(at: frame)
  }
}
