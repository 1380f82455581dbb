import CanonEngine
import CanonFiles
import CanonStems

/// The samples with which an engine is made.
extension Performance {
  /// From now on tells somebody how far the files are read from which an engine is made (``makeEngine(at:)``).
  public func reportLoading(to reporter: LoadingReporter) { loading = reporter }

  /// The samples of every stem whose door is open, for a new engine; of those that sound first, if the others are read behind the music. A
  /// stem that cannot be read again continues with its old samples; if there are none, only that stem is silent, as is one that cannot be
  /// read at first if the set is lenient.
  /// - Returns: The samples, the stems that are still to be read, in their order, and the ids of the other stems that have none although their
  ///   doors are open.
  /// - Throws: At first, the problems of all files: if the set is strict, or if a base is among them, or if no stem can be read.
  func loadAll(at rate: SampleRate, _ configuration: EngineConfiguration) async throws(FileProblems)
    -> (samples: [LoadedStem], late: [StemIndex], unreadable: [String])
  {
    let all = set.stems.indices.map(StemIndex.init).filter(mayHoldSamples)
    var left = inOrder(all.filter { !set.wasUnreadable(set[$0]) && unreadable[set[$0].id] == nil })
    var problems: [(stem: StemIndex, problem: FileProblem)] = []
    var loaded: [LoadedStem] = []
    let first = beginsBeforeAllIsRead ? set.stemsOfBeginning : Set(left)
    var wanted = left.filter(first.contains)
    repeat {
      let now = Set(wanted)
      left.removeAll(where: now.contains)
      let results = await StemLoader.load(
        wanted, of: set, timing: program.timing, at: rate, configuration: configuration, holding: holding,
        loadingWatch.reporter.with(loading))
      for (stem, result) in zip(wanted, results) {
        switch result {
        case .success(let new): loaded.append(new)
        case .failure(let problem):
          if deck.clock != nil, let conversion = deck.conversion(of: stem, to: rate, configuration),
            let kept = await ReadingThreads.run(conversion)
          {
            loaded.append(kept)
            note(.keptSamples(stem: set[stem].id, problem))
          } else {
            problems.append((stem, problem))
          }
        }
      }
      // Before nothing plays, every file that is wrong is named.
      let more = isPlayable(loaded, problems.map(\.stem)) ? askedForEarly : Set(left)
      wanted = left.filter { more.contains($0) && mayHoldSamples($0) }
    } while !wanted.isEmpty
    problems.sort { $0.stem < $1.stem }
    loaded.sort { $0.index < $1.index }
    if !isPlayable(loaded, problems.map(\.stem)) { throw FileProblems(problems.map(\.problem)) }
    for (stem, problem) in problems {
      unreadable[set[stem].id] = problem
      note(.unreadable(stem: set[stem].id, problem))
    }
    let silent = Set(all).subtracting(loaded.map(\.index)).subtracting(left).sorted()
    return (loaded, left, silent.map { set[$0].id })
  }

  /// Whether the music plays, or goes on, in spite of stems whose files cannot be read.
  private func isPlayable(_ loaded: [LoadedStem], _ unreadable: [StemIndex]) -> Bool {
    unreadable.isEmpty || deck.clock != nil
      || set.policy == .lenient && !loaded.isEmpty && !unreadable.contains { set[$0].isBase }
  }

  /// Learns from all files what they are, on all processors: the engine's configuration asks for each.
  func readHeaders() async {
    await headers.take()?.value
    await Self.readHeaders(of: set)
  }

  static func readHeaders(of set: StemSet) async {
    await StemLoader.readHeaders(set.stems.indices.map(StemIndex.init), of: set)
  }

  /// The files that stems play instead of the set's, for a new engine. If one cannot be read any more, the set's own file
  /// is used.
  func loadReplacements(
    at rate: SampleRate, _ configuration: EngineConfiguration
  ) async -> [(StemIndex, OtherFile)] {
    var replaced: [(StemIndex, OtherFile)] = []
    for (index, mirror) in deck.stems.enumerated() {
      // A file that is pending is read when the command is given again.
      guard let file = mirror.file.value, mayHoldSamples(StemIndex(index)) else { continue }
      do throws(CommandProblem) {
        replaced.append(
          (StemIndex(index), try await load(file, for: StemIndex(index), at: rate, configuration)))
      } catch {
        if case .notLoaded(let stem, let problems) = error {
          note(.ownSamples(stem: stem, problems))
        } else {
          publish.yield(.refused(error, by: .recovery))
        }
      }
    }
    return replaced
  }
}
