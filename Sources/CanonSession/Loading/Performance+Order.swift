import CanonEngine
import CanonStems

/// Which samples are made first: those of the stems that sound first.
extension Performance {
  /// How soon the stems of the playing program are needed. Before the first downbeat its bases are to sound.
  private var urgencies: [Urgency] {
    let expected = Expected(deck)
    return set.stems.indices.map { Urgency(deck.stems[$0].status, leadingTo: expected.stems[$0].state) }
  }

  /// The stems that sound, or are to sound by what was requested, also before the clock has started.
  var soundingStems: Set<StemIndex> {
    let now = urgencies
    return Set(now.indices.filter { now[$0] != .rest }.map(StemIndex.init)).union(askedForEarly)
  }

  /// Stems of the playing program in the order in which their samples are made.
  func inOrder(_ stems: [StemIndex]) -> [StemIndex] {
    let now = urgencies
    return Urgency.sorted(stems) { now[$0.int] }
  }

  /// Stems of the next program in the order in which their samples are made. Another piece begins with its bases.
  func inOrder(
    _ stems: some Sequence<StemIndex>, of next: Program, _ succession: Succession
  ) -> [StemIndex] {
    let now = urgencies
    return Urgency.sorted(stems) { stem in
      if succession.isPiece { return next.set[stem].isBase ? .isToSound : .rest }
      // Another program may play by now than the one that the next follows.
      return succession.origin(of: stem).flatMap { now.indices.contains($0.int) ? now[$0.int] : nil } ?? .rest
    }
  }
}
