import CanonEngine
import CanonStems

/// The variants of a set are made beforehand: their samples are put into the cache, and not kept in memory.
extension Performance {
  /// Makes what the cache does not have yet, until the task is cancelled: a stem after the other, for each program anew, and again when a
  /// door has opened. Without a cache nothing is made.
  public func prepareVariants() async {
    var done: VariantState?
    while !Task.isCancelled {
      if let state = variantState, state != done {
        for variant in program.set.variants { await prepare(variant, for: state) }
        done = state
      }
      try? await Task.sleep(for: .seconds(1))
    }
  }

  /// What must be the same for what was made to be complete.
  private struct VariantState: Equatable {
    let program: Int
    let rate: SampleRate
    let open: Set<StemIndex>
  }

  /// nil while there is nothing to do: before the first engine, and where nothing is kept.
  private var variantState: VariantState? {
    guard let rate = deck.sampleRate, !set.variants.isEmpty, set.readers.keepsSamples, !deck.isAway else {
      return nil
    }
    let all = set.stems.indices.map(StemIndex.init)
    // A locked stem is not made: there must be no samples of it in memory.
    return VariantState(program: program.number, rate: rate, open: Set(all.filter(mayHoldSamples)))
  }

  private func prepare(_ variant: VariantSpec, for state: VariantState) async {
    guard let played = try? reader.played(program, as: variant.playback) else { return }
    for stem in state.open.sorted() {
      // Somebody who asks for a tempo now comes first.
      while !playbackRequests.isEmpty { try? await Task.sleep(for: .milliseconds(100)) }
      guard !Task.isCancelled, variantState == state else { return }
      // What is wrong with a file is told when somebody asks for the variant.
      _ = await StemLoader.load([stem], of: played.set, timing: played.timing, at: state.rate)
    }
  }
}
