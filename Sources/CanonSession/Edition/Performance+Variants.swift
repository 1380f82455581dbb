import CanonEngine
import CanonFiles
import CanonStems

/// The variants of a set are made beforehand: their samples are put into the cache, and not kept in memory.
extension Performance {
  /// Makes what the cache does not have yet, until the task is cancelled: a stem after the other, for each program anew, and the stems
  /// whose doors have opened. Without a cache nothing is made. It does not wait at the end for a stem that is being made.
  public func prepareVariants() async {
    let work = Task {
      var made: Set<MadeVariant> = []
      while !Task.isCancelled {
        await makeVariants(besides: &made)
        await variantsBell.wait(atMost: program.set.variants.isEmpty ? Self.longestIdleness : .seconds(1))
      }
    }
    while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
    work.cancel()
  }

  /// A stem in a variant, at a sample rate.
  struct MadeVariant: Hashable {
    let program: Int
    let rate: SampleRate
    let variant: VariantSpec
    let stem: StemIndex
  }

  /// Makes what is not among `made`, and adds it there.
  func makeVariants(besides made: inout Set<MadeVariant>) async {
    await awaitAllRead()
    for variant in program.set.variants {
      let number = program.number
      var played: Program?
      for stem in inOrder(set.stems.indices.map(StemIndex.init)) {
        // Somebody who asks for a tempo now comes first.
        while !playbackRequests.isEmpty, !Task.isCancelled { try? await Task.sleep(for: .milliseconds(100)) }
        // A locked stem is not made: there must be no samples of it in memory.
        guard !Task.isCancelled, program.number == number, let rate = deck.sampleRate,
          set.readers.keepsSamples, !deck.isAway
        else { return }
        let next = MadeVariant(program: number, rate: rate, variant: variant, stem: stem)
        guard mayHoldSamples(stem), !made.contains(next) else { continue }
        if played == nil {
          let (reader, program) = (reader, program)
          played = try? await reading { () throws(FileProblems) in
            try reader.played(program, as: variant.playback)
          }
        }
        guard let played, mayHoldSamples(stem) else { break }
        // What is wrong with a file is told when somebody asks for the variant.
        _ = await StemLoader.load([stem], of: played.set, timing: played.timing, at: rate)
        made.insert(next)
      }
    }
  }
}
