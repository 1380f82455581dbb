import CanonEngine

extension StemSet {
  /// The properties of a stem's sound file, from its header; it is decoded if the header does not tell its length (MP3).
  /// - Precondition: `index` counts one of ``stems``.
  /// - Thread: any control thread (reads the file)
  public func info(of index: StemIndex) throws(SoundProblem) -> SoundInfo {
    try soundInfo(of: self[index])
  }

  /// The frames of its sound file that are a stem's loop; all possible frames if the file or the region is wrong.
  /// - Precondition: `index` counts one of ``stems``.
  /// - Thread: any control thread (reads the file's header)
  public func framesOfLoop(of index: StemIndex) -> Range<FrameCount> {
    let stem = self[index]
    guard stem.region != nil, let info = try? soundInfo(of: stem),
      let bounds = try? LoopBounds(of: stem, in: self, info: info)
    else { return 0..<StemLayout.longest }
    return bounds.start..<bounds.end
  }
}
