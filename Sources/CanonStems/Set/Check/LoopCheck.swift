import CanonFiles

/// Says of each stem whose sound file names a loop whether that is what the stem loops.
enum LoopCheck {
  /// - Returns: Warnings and notes, in the order of the set. Files that cannot be read are passed over, and so are those that name no
  ///   loop or all of their frames.
  /// - Thread: any control thread (reads the files' headers)
  static func remarks(of set: StemSet) -> [FileProblem] {
    set.stems.compactMap { stem in
      guard let sound = try? OpenSound(stem.path, set.readers, stem.channels), let points = sound.loopPoints
      else {
        return nil
      }
      return remark(points, sound.info, of: stem, in: set).map { advice in
        var remark = set.problem(line: stem.fileLine, field: "\(stem.name): file", advice)
        if case .ignored = advice { remark.severity = .warning } else { remark.severity = .note }
        return remark
      }
    }
  }

  private static func remark(
    _ points: LoopPoints, _ info: SoundInfo, of stem: StemSpec, in set: StemSet
  ) -> LoopAdvice? {
    if points.range(in: info.frameCount) == nil {
      // Whoever has written a region knows better than the file.
      return stem.region == nil ? .ignored(points, of: stem.file, file: info) : nil
    }
    if points.isAll(of: info.frameCount), stem.region == nil { return nil }
    // What canon assumes of a folder has the loop points as regions.
    if stem.region == nil || set.assumption != nil { return .used(points, of: stem.file, file: info) }
    guard let region = stem.region, let bounds = try? LoopBounds(of: stem, in: set, info: info),
      bounds.start != points.start || bounds.end != points.end
    else { return nil }
    return .overridden(points, of: stem.file, file: info, region: region.text)
  }
}
