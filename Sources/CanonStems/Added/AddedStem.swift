import CanonEngine
import CanonFiles
import Synchronization

/// A sound file that becomes a stem beside those of a set file.
package struct AddedStem: Hashable, Sendable {
  /// Its name in the set's folder.
  package let file: String
  package let id: String
  package let title: String

  /// - Parameter name: The name of a sound file of which the id and the title are made, as without a set file.
  package init(file: String, named name: String) {
    let assumed = AssumedName.all(of: [name])[0]
    (self.file, id, title) = (file, assumed.id, assumed.title)
  }

  /// The stem's table in the set file.
  fileprivate var text: String {
    "\n[[stem]]\nid = \(TOMLText.quote(id))\ntitle = \(TOMLText.quote(title))\nfile = \(TOMLText.quote(file))\n"
  }
}

extension StemSet {
  /// The set with more stems after its own. What is known of the other stems' files stays as it is.
  ///
  /// Their tables stand at the end of its text, so that the text alone says what was played.
  /// - Throws: If a file lies outside of the folder, or if no table can be added to the text: its stems stand in brackets.
  /// - Thread: any control thread (resolves paths)
  package func adding(_ stems: [AddedStem]) throws(FileProblems) -> StemSet {
    if stems.isEmpty { return self }
    return try withText(stems.reduce(text) { $0 + "\n" + $1.text })
  }

  /// The set with more tables in its text.
  func withText(_ text: String) throws(FileProblems) -> StemSet {
    var set = try StemSetFile.parse(path: file, text: text, readers)
    (set.loops, set.origin, set.policy) = (loops, origin, policy)
    (set.recorded, set.captured) = (recorded, captured)
    (set.assumption, set.namesakes) = (assumption, namesakes)
    return set
  }

  /// Whether the set has an output with this id, ignoring case.
  package func hasOutput(_ id: String) -> Bool {
    outputs.contains { $0.lowercased() == id.lowercased() }
  }

  /// What is wrong with an added stem's sound file; nil if nothing is.
  ///
  /// Nobody has written `length = "free"` for it, so it must be as long as a simple share of the loop, or a number of beats.
  /// - Parameters:
  ///   - timing: That of the set.
  ///   - depth: A file that was decoded before, and is the same, is not decoded again.
  /// - Thread: any control thread (reads the file)
  package func problem(ofAdded stem: StemIndex, _ timing: SetTiming, depth: SetCheck.Depth) -> FileProblem? {
    let spec = self[stem], stamp = FileStamp(spec.path)
    let isHeard = stamp != nil && HeardFiles.stamp(of: spec.path) == stamp
    do throws(FileProblem) {
      let extent = try SetCheck.extent(
        of: spec, in: self, loop: timing.loop, depth: isHeard ? .headers : depth)
      if let stamp, depth == .samples { HeardFiles.remember(stamp, of: spec.path) }
      try checkShare(extent, of: spec, timing.loop)
      return nil
    } catch {
      // Its table is in no file that anybody can look into.
      return FileProblem(file: spec.path, found: error.value, error.advice)
    }
  }

  private func checkShare(_ extent: StemExtent, of stem: StemSpec, _ loop: LoopLength) throws(FileProblem) {
    let frames = extent.bounds.frameCount, rate = extent.bounds.info.sampleRate
    guard let length = extent.length, let nearest = LoopRatio.nearest(to: frames, at: rate, loop: loop),
      length != nearest.length, StemExtent.beats(in: frames, at: rate, self) == nil
    else { return }
    throw problem(
      of: stem,
      .length(
        frames, expected: nearest.length.nearestFrames(at: rate), rate: rate, nearest.ratio,
        isNamedByFile: extent.bounds.isNamedByFile))
  }
}

/// The files that were decoded without a problem, by their paths, and what they were then.
private enum HeardFiles {
  private static let stamps = Mutex<[String: FileStamp]>([:])

  static func stamp(of path: String) -> FileStamp? { stamps.withLock { $0[path] } }
  static func remember(_ stamp: FileStamp, of path: String) { stamps.withLock { $0[path] = stamp } }
}
