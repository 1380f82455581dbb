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
    let first = grid.loop.index(atOrAfter: frame)
    doorWatch.rituals[index].end = grid.loop.position(of: first + Int64(doorWatch.rituals[index].loops))
  }

  /// Asks for the end in the last loop before it, so that it happens on that boundary.
  func endRituals() {
    guard !doorWatch.rituals.isEmpty, let grid, let clock = handle?.clock else { return }
    for ritual in doorWatch.rituals {
      guard let end = ritual.end, clock.position > grid.loop.position(of: grid.loop.index(atOrAfter: end) - 1)
      else { continue }
      doorWatch.rituals.removeAll { $0.stem == ritual.stem }
      // Someone may have ended it before.
      guard stems[ritual.stem.int].mix.solo != .off else { continue }
      Task { await perform(.solo(StemSelection([set[ritual.stem].id]), .off, .loop), by: .door) }
    }
  }

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
