import CanonEngine

/// The ritual of a door that opens live: its stem is heard alone, over the base, before the others join in again.
struct Ritual {
  let stem: StemIndex
  /// 1...99 loops of the set.
  let loops: Int
  /// The boundary that ends it; nil until the stem has begun.
  var end: FramePosition?
}

extension Session {
  /// The stem has begun to sound: the loops count from here.
  func beginRitual(_ stem: StemIndex, at frame: FramePosition) {
    guard let grid, stems[stem.int].status.soundsNow,
      let index = doorWatch.rituals.firstIndex(where: { $0.stem == stem && $0.end == nil })
    else { return }
    // What begins within the grace counts for the boundary before it.
    let first = grid.loop.index(atOrAfter: frame - grace)
    doorWatch.rituals[index].end = grid.loop.position(of: first + Int64(doorWatch.rituals[index].loops))
  }

  private var grace: FrameCount { configuration?.grace ?? 0 }

  /// Ends the ritual of a stem that did not come in, or has stopped: a solo of silence is silence.
  func endRitual(of stem: StemIndex) {
    guard doorWatch.rituals.contains(where: { $0.stem == stem }) else { return }
    doorWatch.rituals.removeAll { $0.stem == stem }
    if stems[stem.int].mix.solo != .off { endSolo(of: stem, .now) }
  }

  private func endSolo(of stem: StemIndex, _ quantum: Quantum) {
    performAtOnce([.solo(StemSelection([set[stem].id]), .off, quantum)], by: .door)
  }

  /// The first frame on which a command for the loop's next boundary is one for `end`: it comes after the boundary before
  /// that, and after its grace.
  private func lastLoop(before end: FramePosition, _ loop: GridLine) -> FramePosition {
    min(loop.position(of: loop.index(atOrAfter: end) - 1) + 1 + grace, end)
  }

  /// When the next ritual has to be ended; nil for none.
  var nextRitualEnd: FramePosition? {
    guard let loop = grid?.loop else { return nil }
    return doorWatch.rituals.compactMap { ritual in ritual.end.map { lastLoop(before: $0, loop) } }.min()
  }

  /// Asks for the end in the last loop before it, so that it happens on that boundary.
  func endRituals() {
    guard !doorWatch.rituals.isEmpty, let grid, let clock = handle?.clock else { return }
    for ritual in doorWatch.rituals where stems[ritual.stem.int].status == .stop && !isExpected(ritual.stem) {
      endRitual(of: ritual.stem)
    }
    for ritual in doorWatch.rituals {
      guard let end = ritual.end, clock.position >= lastLoop(before: end, grid.loop) else { continue }
      doorWatch.rituals.removeAll { $0.stem == ritual.stem }
      // Someone may have ended it before.
      guard stems[ritual.stem.int].mix.solo != .off else { continue }
      endSolo(of: ritual.stem, .loop)
    }
  }

  /// Whether a command for the stem is on its way.
  private func isExpected(_ stem: StemIndex) -> Bool { sent.contains { $0.stem == stem } }

  /// The clock has begun anew with another rate; the music goes on where it was.
  func moveRituals(from old: SampleRate?) {
    guard let old, let sampleRate else { return }
    for index in doorWatch.rituals.indices {
      doorWatch.rituals[index].end = doorWatch.rituals[index].end.map {
        FramePosition(Int128($0) * Int128(sampleRate.hertz) / Int128(old.hertz))
      }
    }
  }
}
