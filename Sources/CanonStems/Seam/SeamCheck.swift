import CanonEngine
import CanonFiles

/// Looks for what is heard of loops that can be played: clicks at the seam, a mean that is not 0, samples cut off at full scale.
enum SeamCheck {
  /// The largest mean that is not told, full scale is 1.
  private static let largestMean = 0.005

  /// - Returns: Warnings, in the order of the set. Files that cannot be read are passed over.
  /// - Thread: any control thread (decodes all files, one on each processor)
  static func warnings(of set: StemSet) async -> [FileProblem] {
    await withTaskGroup(of: (place: Int, warnings: [FileProblem]).self) { group in
      for (place, stem) in set.stems.enumerated() {
        group.addTask { (place, Task.isCancelled ? [] : Self.warnings(of: stem, in: set)) }
      }
      var all: [(place: Int, warnings: [FileProblem])] = []
      for await some in group { all.append(some) }
      return all.sorted { $0.place < $1.place }.flatMap(\.warnings)
    }
  }

  private static func warnings(of stem: StemSpec, in set: StemSet) -> [FileProblem] {
    guard let sound = try? OpenSound(stem.path, set.readers, stem.channels),
      let bounds = try? LoopBounds(of: stem, in: set, info: sound.info)
    else { return [] }
    var meter = SeamMeter(channelCount: sound.info.channelCount, rate: sound.info.sampleRate)
    guard (try? sound.look(from: bounds.start, count: bounds.frameCount, { meter.add($0) })) != nil else {
      return []
    }
    return advice(meter, of: stem, from: bounds.start).map { advice in
      var warning = set.problem(line: stem.fileLine, field: "\(stem.name): file", advice)
      warning.severity = .warning
      return warning
    }
  }

  /// - Parameter start: The loop's first frame in the file.
  static func advice(_ meter: SeamMeter, of stem: StemSpec, from start: FrameCount) -> [SeamAdvice] {
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
