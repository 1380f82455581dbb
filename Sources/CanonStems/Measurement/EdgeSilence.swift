/// Counts the frames of silence with which a loop begins and ends, while it is decoded.
struct EdgeSilence {
  /// What is quieter is silence: -80 dBFS, above what dither and codecs leave.
  static let limit: Float = 1e-4

  private var frames = 0
  private var firstSound: Int?
  private var lastSound = -1

  /// - Parameter samples: Interleaved.
  mutating func add(_ samples: UnsafeBufferPointer<Float>, channels: Int) {
    let count = samples.count / channels
    func isSilent(_ frame: Int) -> Bool {
      for channel in 0..<channels where abs(samples[frame * channels + channel]) >= Self.limit {
        return false
      }
      return true
    }
    if firstSound == nil, let first = (0..<count).first(where: { !isSilent($0) }) {
      firstSound = frames + first
    }
    if let last = (0..<count).last(where: { !isSilent($0) }) { lastSound = frames + last }
    frames += count
  }

  /// Frames at the start; all of them in a loop without sound.
  var atStart: Int { firstSound ?? frames }
  /// Frames at the end.
  var atEnd: Int { frames - 1 - lastSound }
}
