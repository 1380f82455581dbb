import CanonEngine
import CanonFiles

/// Which frames of a stem's file are its loop, and how long that is: those of the region in the set file, else of the loop that the sound
/// file names, else all of them.
struct LoopBounds {
  let info: SoundInfo
  /// The loop is `start ..< end`, in frames of the file.
  let start: FrameCount
  let end: FrameCount
  /// If both ends are in bars, beats or seconds, the exact length, independent of frames; nil otherwise.
  let exact: LoopLength?
  /// Whether the loop is the one that the sound file names.
  let isNamedByFile: Bool

  var frameCount: FrameCount { end - start }

  /// The exact length, or else that of the frames; nil for more than a day.
  var length: LoopLength? { exact ?? LoopLength(frames: frameCount, at: info.sampleRate) }

  /// - Parameter info: What the stem's file says.
  /// - Throws: When the region is empty or leads out of the file.
  init(of stem: StemSpec, in set: StemSet, info: SoundInfo) throws(FileProblem) {
    self.info = info
    let rate = info.sampleRate
    func place(_ span: TimeSpan?) -> ExactSeconds? {
      span?.exact(tempo: set.tempo, meter: set.meter, rate: rate)
    }
    let from = place(stem.region?.start), to = place(stem.region?.end)
    let named = stem.region == nil ? info.loop : nil
    isNamedByFile = named != nil
    start = from?.nearestFrame(at: rate) ?? named?.lowerBound ?? 0
    end = to?.nearestFrame(at: rate) ?? named?.upperBound ?? info.frameCount
    let isInFrames = stem.region?.start?.needsFile == true || stem.region?.end?.needsFile == true
    exact = isInFrames ? nil : to.flatMap { ($0 - (from ?? .zero)).length }

    func problem(_ advice: LoadingAdvice) -> FileProblem {
      let (key, line) = stem.region == nil ? ("file", stem.fileLine) : ("region", stem.regionLine)
      return set.problem(line: line, field: "\(stem.name): \(key)", advice)
    }
    // The loop that a file has named may lie outside of what became of the file.
    guard let text = stem.region?.text ?? named.map({ "\($0.lowerBound) .. \($0.upperBound)" }) else {
      return
    }
    if start >= info.frameCount { throw problem(.regionBegins(text, start, file: info)) }
    if end > info.frameCount { throw problem(.regionEnds(text, end, file: info)) }
    if start >= end { throw problem(.regionReversed(text, from: start, to: end, file: info)) }
  }

  /// Whether this lasts as long as `length`, within half a frame of the file.
  func fits(_ length: LoopLength) -> Bool {
    exact.map { length.fits($0, at: info.sampleRate) } ?? length.fits(frameCount, at: info.sampleRate)
  }
}
