import CanonEngine
import CanonStems

/// A piece that is read before its turn, with the samples of the stems that may play, so that it begins without a wait.
struct PreparedPiece: Sendable {
  let program: Program
  let rate: SampleRate
  let samples: [StemIndex: LoadedStem]
  /// What it was read from.
  let files: WatchedFiles
}
