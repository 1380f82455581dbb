import CanonEngine
import CanonFiles

/// Tells what is heard of loops that can be played: clicks at the seam, a mean that is not 0, samples cut off at full scale.
enum SeamCheck {
  /// The largest mean that is not told, full scale is 1.
  static let largestMean = 0.005

  /// - Parameters:
  ///   - meter: It has measured the stem's loop.
  ///   - start: The loop's first frame in the file.
  static func warnings(
    _ meter: SeamMeter, of stem: StemSpec, in set: StemSet, from start: FrameCount
  ) -> [FileProblem] {
    advice(meter, of: stem, from: start).map { advice in
      var warning = set.problem(line: stem.fileLine, field: "\(stem.name): file", advice)
      warning.severity = .warning
      return warning
    }
  }

  private static func advice(_ meter: SeamMeter, of stem: StemSpec, from start: FrameCount) -> [SeamAdvice] {
    var advice: [SeamAdvice] = []
    // The seam of a stem that plays once is never heard.
    if let seam = meter.seam, seam.clicks, stem.repeats != 1 {
      advice.append(
        .click(file: stem.file, step: fixed(seam.step, 3), times: Int(min(seam.besideIt, 9_999).rounded())))
    }
    if abs(meter.mean) > largestMean {
      advice.append(.offset(file: stem.file, percent: fixed(meter.mean * 100, 1)))
    }
    if meter.flatTops > 0 {
      advice.append(
        .clipped(file: stem.file, places: meter.flatTops, firstFrame: Int(start) + meter.firstFlatTop))
    }
    return advice
  }
}
