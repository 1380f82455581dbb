import CanonEngine

extension StemSet {
  /// The properties of a stem's sound file, from its header; it is decoded if the header does not tell its length (MP3).
  /// - Precondition: `index` counts one of ``stems``.
  /// - Thread: any control thread (reads the file)
  public func info(of index: StemIndex) throws(SoundProblem) -> SoundInfo {
    try soundInfo(of: self[index])
  }

  /// The frames of its sound file that a stem sounds; all possible frames, as its loop, if it is the whole
  /// file, or if the file or the region is wrong.
  /// - Precondition: `index` counts one of ``stems``.
  /// - Thread: any control thread (reads the file's header)
  public func soundingFrames(of index: StemIndex) -> SoundingFrames {
    let stem = self[index]
    guard let info = try? soundInfo(of: stem), stem.region != nil || info.loop != nil,
      let bounds = try? LoopBounds(of: stem, in: self, info: info)
    else { return .all }
    return SoundingFrames(bounds, intro: stem.intro)
  }

  /// The paths of everything that it was read from, and is played from: its file, or the folder that has none, the sound files of its stems
  /// and of the click.
  package var files: [String] {
    [shownFile] + stems.map(\.path) + [click.beat, click.accent].compactMap { $0?.path }
  }
}
