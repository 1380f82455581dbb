import CanonEngine

/// The loop that a sound file names of itself, as the file says it: it may be empty, or lie outside of the file.
package struct LoopPoints: Hashable, Sendable {
  /// The first frame of the loop.
  package let start: FrameCount
  /// The first frame behind the loop.
  package let end: FrameCount
  package let source: Source

  /// What names it.
  package enum Source: String, Hashable, Sendable, CaseIterable {
    /// The chunk `smpl` of WAV.
    case sampler
    /// The chunks `INST` and `MARK` of AIFF.
    case instrument
    /// A region, or two points, with a name that says so: the chunks `cue ` and `LIST` of WAV.
    case cue
    /// A region of CAF that loops: the chunk `regn`.
    case region
    /// The markers of CAF at the start and the end of a loop: the chunk `mark`.
    case markers
    /// `LOOPSTART` with `LOOPLENGTH` or `LOOPEND` in the comments of FLAC and Ogg, or the ID3 tag of MP3.
    case comments

    /// As people know it: `smpl chunk`.
    package var words: String {
      switch self {
      case .sampler: "smpl chunk"
      case .instrument: "INST chunk"
      case .cue: "cue points"
      case .region: "regn chunk"
      case .markers: "mark chunk"
      case .comments: "LOOPSTART tag"
      }
    }
  }

  package init(start: FrameCount, end: FrameCount, _ source: Source) {
    (self.start, self.end, self.source) = (start, end, source)
  }

  /// - Parameter length: In frames.
  init(start: FrameCount, length: FrameCount, _ source: Source) {
    let (end, isTooFar) = start.addingReportingOverflow(length)
    self.init(start: start, end: isTooFar ? .max : end, source)
  }

  /// The loop.
  /// - Parameter frameCount: The file's.
  /// - Returns: nil unless it is inside the file and not empty.
  package func range(in frameCount: FrameCount) -> Range<FrameCount>? {
    0 <= start && start < end && end <= frameCount ? start..<end : nil
  }

  /// Whether the loop is the whole file. Programs differ in whether the last frame belongs to a loop, so one frame may be missing.
  /// - Parameter frameCount: The file's.
  package func isAll(of frameCount: FrameCount) -> Bool {
    range(in: frameCount).map { $0.lowerBound == 0 && $0.upperBound >= frameCount - 1 } ?? false
  }

  /// The same places in a file whose frames have another rate, each to the nearest frame, halves rounded up.
  func converted(from input: Int, to output: Int) -> LoopPoints {
    func converted(_ frame: FrameCount) -> FrameCount {
      let (twice, whole) = (2 * Int128(frame) * Int128(output) + Int128(input), 2 * Int128(input))
      return FrameCount(clamping: twice / whole - (twice % whole < 0 ? 1 : 0))
    }
    return LoopPoints(start: converted(start), end: converted(end), source)
  }

  /// As a set file writes a region: `480 .. 96480`.
  package var region: String { "\(start) .. \(end)" }
}
