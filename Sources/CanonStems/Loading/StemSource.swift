import CanonEngine
import CanonFiles

/// The sound file that a stem is loaded from: the set's own, or another one in its place.
struct StemSource {
  let path: String
  private let stem: StemSpec
  private let set: StemSet
  /// The name as the user gave it.
  private let name: String
  /// The line of the set file; nil if the set file does not name it.
  private let line: Int?

  /// - Parameter file: Relative to the set's folder and below it; nil for the set's own.
  init(_ stem: StemSpec, file: String?, in set: StemSet) throws(FileProblem) {
    self.stem = stem
    self.set = set
    guard let file else {
      (path, name, line) = (stem.path, stem.file, stem.fileLine)
      return
    }
    (name, line) = (file, nil)
    do { path = try ContainedPath.resolve(file, below: set.folder) } catch {
      throw set.problem(line: nil, field: "\(stem.name): file", LoadingAdvice.path(file, error))
    }
  }

  func problem(_ cause: SoundProblem.Cause) -> FileProblem {
    set.problem(of: stem, cause, file: name, line: line)
  }

  /// The shortest loop that Rubber Band stretches, in seconds: of a shorter one it hears no pitch.
  private static let shortest = 0.05

  /// - Throws: If the file's loop is too short for what is to become of it.
  func check(_ bounds: LoopBounds, for treatment: Treatment?) throws(FileProblem) {
    guard treatment?.isTape == false, bounds.info.sampleRate.seconds(bounds.frameCount) < Self.shortest else {
      return
    }
    throw problem(.tooShortToStretch(bounds.frameCount, rate: bounds.info.sampleRate))
  }

  /// - Parameter wanted: The stem's loop at `rate`, in the tempo of the music itself.
  /// - Throws: If the file's loop does not have that length, within half a frame of its own rate.
  func check(_ bounds: LoopBounds, against wanted: GridLine, at rate: SampleRate) throws(FileProblem) {
    let fileRate = bounds.info.sampleRate
    let expected =
      Double(wanted.numerator) / Double(wanted.denominator) / Double(rate.hertz) * Double(fileRate.hertz)
    let frames = (bounds.length?.seconds ?? 0) * Double(fileRate.hertz)
    // Exactly half a frame is within, and floating point is not exact.
    guard abs(frames - expected) > 0.5001 else { return }
    throw problem(
      .replacement(
        bounds.frameCount, expected: FrameCount(expected.rounded()), rate: fileRate,
        isNamedByFile: bounds.isNamedByFile))
  }
}
