import CanonEngine
import CanonFiles

/// Why a sound file cannot be a stem's, although it can be read, or may not be read.
package enum LoadingAdvice: FileAdvice {
  case path(String, ContainedPath.Refusal)
  /// The region begins, or ends, on this frame, which the file does not have.
  case regionBegins(String, FrameCount, file: SoundInfo)
  case regionEnds(String, FrameCount, file: SoundInfo)
  case regionReversed(String, from: FrameCount, to: FrameCount, file: SoundInfo)
  /// The loop has so many frames of the file, and none at the engine's rate.
  case tooShort(FrameCount, file: SoundInfo, at: SampleRate)

  package var code: String? { Self.code("stem", self) }

  package var words: Advice {
    switch self {
    case .path(let name, let refusal): Self.found(CleanText.quote(name), SetWording.file(refusal))
    case .regionBegins(let region, let start, let file):
      Self.found(
        "\(CleanText.quote(region)), which begins on \(shown(start, file))", SetWording.regionOutside(file))
    case .regionEnds(let region, let end, let file):
      Self.found(
        "\(CleanText.quote(region)), which ends on \(shown(end, file))", SetWording.regionOutside(file))
    case .regionReversed(let region, let start, let end, let file):
      Self.found(
        "\(CleanText.quote(region)), from \(shown(start, file)) to \(shown(end, file))",
        SetWording.reversedRegion)
    case .tooShort(let frames, let file, let rate):
      Self.found(SetWording.shown(frames, at: file.sampleRate), SetWording.stemTooShort(rate))
    }
  }

  private func shown(_ frame: FrameCount, _ file: SoundInfo) -> String {
    "frame \(frame) (\(fixed(file.sampleRate.seconds(frame), 3)) s)"
  }

  private static func found(_ found: String, _ words: Advice) -> Advice {
    Advice(found: found, expected: words.expected, remedy: words.remedy)
  }
}
