import CanonEngine
import CanonFiles

/// Why a sound file cannot be a stem's, although it can be read, or may not be read.
package enum LoadingAdvice: FileAdvice {
  case path(String, ContainedPath.Refusal)
  /// The region begins, or ends, on this frame, which the file does not have.
  case regionBegins(String, FrameCount, file: SoundInfo)
  case regionEnds(String, FrameCount, file: SoundInfo)
  case regionReversed(String, from: FrameCount, to: FrameCount, file: SoundInfo)
  /// The loop has this number of frames of the file, and none at the engine's rate.
  case tooShort(FrameCount, file: SoundInfo, at: SampleRate)

  package var code: String? { Self.code("stem", self) }

  package var words: Advice {
    switch self {
    case .path(let name, let refusal): Self.found(CleanText.quote(name), Self.file(refusal))
    case .regionBegins(let region, let start, let file):
      Self.found(
        "\(CleanText.quote(region)), which begins on \(shown(start, file))", Self.outside(file))
    case .regionEnds(let region, let end, let file):
      Self.found(
        "\(CleanText.quote(region)), which ends on \(shown(end, file))", Self.outside(file))
    case .regionReversed(let region, let start, let end, let file):
      Self.found(
        "\(CleanText.quote(region)), from \(shown(start, file)) to \(shown(end, file))",
        PlayingAdvice.reversedRegion.words)
    case .tooShort(let frames, let file, let rate):
      Self.found(
        file.sampleRate.shown(frames),
        Advice(expected: "a loop of at least one frame at \(rate.hertz) Hz", remedy: "Give a longer loop."))
    }
  }

  private static func file(_ refusal: ContainedPath.Refusal) -> Advice {
    switch refusal {
    case .empty: StemAdvice.file.words
    case .absolute:
      Advice(
        expected: "a path relative to the set's folder",
        remedy: "Put the file into the folder of the set and write its name alone.")
    case .outside:
      Advice(
        expected: "a file below the set's folder, links resolved",
        remedy: "Put the file into the folder of the set.")
    }
  }

  private static func outside(_ file: SoundInfo) -> Advice {
    Advice(
      expected: "a region inside the file, which has \(file.sampleRate.shown(file.frameCount))",
      remedy: "Correct the region, or make the file longer.")
  }

  private func shown(_ frame: FrameCount, _ file: SoundInfo) -> String {
    "frame \(frame) (\(fixed(file.sampleRate.seconds(frame), 3)) s)"
  }

  private static func found(_ found: String, _ words: Advice) -> Advice {
    Advice(found: found, expected: words.expected, remedy: words.remedy)
  }
}
