import CanonEngine
import CanonStems

/// A piece that is read before its turn, with the samples of the stems that may play, so that it begins without a wait.
struct PreparedPiece: Sendable {
  let program: Program
  let rate: SampleRate
  let samples: [StemIndex: LoadedStem]
}

/// What is known of the other pieces of a programme.
struct PieceBook: Sendable {
  /// The next piece; nil if it is not read yet.
  var prepared: PreparedPiece?
  /// The numbers of the pieces that could not be read, which people have been told.
  var skipped: Set<Int> = []
  /// The seconds of the pieces that end after a number of loops, as far as they are known.
  var lengths: [Int: Double] = [:]
  /// The pieces whose length is known, or cannot be.
  var measured: Set<Int> = []
  /// The loop, counted from 0, whose beginning is the end of the piece that plays; nil if that is not known.
  var lastLoop: Int64?
  /// Whether the stems of the last piece have been asked to stop at its end.
  var hasStopped = false
  /// Whether another piece is being given to the engine because the one that plays ends.
  var isEnding = false
}
