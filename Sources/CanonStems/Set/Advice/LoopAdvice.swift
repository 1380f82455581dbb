import CanonEngine
import CanonFiles

/// What becomes of the loop that a stem's sound file names.
package enum LoopAdvice: FileAdvice {
  /// A warning: it is empty or lies outside of the file, and is ignored.
  case ignored(LoopPoints, of: String, file: SoundInfo)
  /// A note: it is the stem's loop.
  case used(LoopPoints, of: String, file: SoundInfo)
  /// A note: the region in the set file is the stem's loop.
  case overridden(LoopPoints, of: String, file: SoundInfo, region: String)

  package var code: String? { Self.code("loop-points", self) }

  package var words: Advice {
    switch self {
    case .ignored(let points, let name, let file):
      Advice(
        found: Self.found(points, name),
        expected:
          "a start before the end, and both inside the file, which has \(file.sampleRate.shown(file.frameCount))",
        remedy:
          "The loop points are ignored. Correct them, or write a region, e.g. region = \"0 ..\" for all of the file."
      )
    case .used(let points, let name, let file):
      Advice(
        found: Self.found(points, name)
          + ", and no region, so the stem loops \(file.sampleRate.shown(file.loopFrames))",
        expected: "a region if that is not its loop",
        remedy:
          "Write e.g. region = \"0 ..\" for all of the file, or region = \"\(points.region)\" to keep this loop."
      )
    case .overridden(let points, let name, _, let region):
      Advice(
        found: Self.found(points, name) + ", and \(CleanText.quote(region)), which counts",
        expected: "the same loop in both", remedy: "Remove the region if the file is right.")
    }
  }

  /// `"organ.wav": loop points 480 .. 96480 (smpl chunk)`.
  private static func found(_ points: LoopPoints, _ name: String) -> String {
    "\(CleanText.quote(name)): loop points \(points.region) (\(points.source.words))"
  }
}
