import CanonEngine

/// A loop that was stretched as a circle: it goes on from its end into its beginning as it did before.
///
/// The library is given the loop with what lies before and behind it in the circle. That alone leaves a click: at the place of the cut the
/// phases of the two ends differ. So the end fades into what lies before the cut at the beginning, which is the same music, and goes on there.
struct StretchedLoop {
  /// Each channel.
  let channels: [[Float]]

  /// The length of the fade, in seconds, and the part of the loop that it is at most.
  private static let (fade, largestPart) = (0.05, 4)
  /// What the library is given of the circle on either side, in seconds of the sound.
  static let margin = 0.5

  /// - Parameters:
  ///   - loop: The signals of a loop, of `count` frames.
  ///   - wanted: The frames that it is to have.
  ///   - ratio: The exact ratio of the lengths, of which both may be fractions of frames.
  init(
    _ loop: [SoundSignal], count: Int, wanted: Int, by ratio: Double, pitch: Double, at rate: SampleRate
  ) {
    let hertz = Double(rate.hertz)
    // As many frames on either side as make both the margin and the fade.
    let before = Int((hertz * max(Self.margin, 2 * Self.fade / ratio)).rounded(.up))
    let cut = Int((Double(before) * ratio).rounded())
    // The end is a little further than the loop's, which need not be whole.
    let frames = -before..<(count + before)
    let stretched = Stretcher.stretch(loop, frames, by: ratio, pitch: pitch, at: rate)
    let length = max(1, min(Int(hertz * Self.fade), wanted / Self.largestPart))
    let alike = Self.likeness(stretched, cut - length, cut + wanted - length, length)
    channels = stretched.map { samples in
      var result = Array(samples[cut..<(cut + wanted)])
      guard wanted > length else { return result }
      for frame in 0..<length {
        let new = (Double(frame) + 0.5) / Double(length), old = 1 - new
        // What is alike adds up to its own loudness, and what is not would be softer.
        let loudness = max(0.25, old * old + new * new + 2 * old * new * alike)
        let mixed =
          old * Double(samples[cut + wanted - length + frame]) + new * Double(samples[cut - length + frame])
        result[wanted - length + frame] = Float(mixed / loudness.squareRoot())
      }
      return result
    }
  }

  /// The correlation of two parts, -1...1; 1 if one of them is silent.
  private static func likeness(_ channels: [[Float]], _ first: Int, _ second: Int, _ length: Int) -> Double {
    var (a, b, both) = (0.0, 0.0, 0.0)
    for samples in channels {
      for frame in 0..<length {
        let (x, y) = (Double(samples[first + frame]), Double(samples[second + frame]))
        (a, b, both) = (a + x * x, b + y * y, both + x * y)
      }
    }
    return a > 0 && b > 0 ? both / (a * b).squareRoot() : 1
  }
}
