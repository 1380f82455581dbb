import CanonEngine
import CanonFiles
import Foundation
import Synchronization

/// The sounds that a performance has captured, by the paths that their files would have. They play from memory: the set's folder has no
/// such file until somebody keeps one.
public final class CapturedSounds: Sendable {
  public struct Sound: Sendable {
    public let buffer: StemBuffer
    public let rate: SampleRate
    /// As the header of a file of it says.
    public let info: SoundInfo

    /// - Parameters:
    ///   - buffer: A loop alone.
    ///   - line: The loop, whose length may be a fraction of frames: a file has the nearest number of them.
    public init(_ buffer: StemBuffer, of line: GridLine, at rate: SampleRate) {
      (self.buffer, self.rate) = (buffer, rate)
      let frames = (2 * line.numerator + line.denominator) / (2 * line.denominator)
      info = SoundInfo(
        sampleRate: rate, channelCount: buffer.channelCount, frameCount: min(frames, buffer.layout.loop))
    }
  }

  /// nil for the name of a sound that has gone: a journal may name it.
  private let sounds = Mutex<[String: Sound?]>([:])

  public init() {}

  /// The sound that was captured as the file of a path; nil for any other path.
  public subscript(path: String) -> Sound? {
    get { sounds.withLock { $0[path] ?? nil } }
    set { sounds.withLock { $0[path] = newValue } }
  }

  /// Forgets a sound, and keeps its name from others.
  public func forget(_ path: String) { sounds.withLock { $0[path] = .some(nil) } }

  /// Whether a name was ever given.
  public func isTaken(_ path: String) -> Bool { sounds.withLock { $0.keys.contains(path) } }
}

extension CapturedSounds.Sound {
  /// Writes it to a new WAV file of 32-bit floats, which holds it exactly.
  /// - Throws: Also if there is a file already.
  /// - Thread: any control thread (writes the disk)
  public func write(to path: String) throws(SoundProblem) {
    var writer = try SoundWriter(
      path: path, format: .wav32f, sampleRate: rate, channelCount: buffer.channelCount,
      expectedFrames: info.frameCount)
    for start in buffer.blocks where start < info.frameCount {
      guard let samples = buffer.samples(from: start) else { throw SoundProblem(path, .system(EIO)) }
      try writer.write(Array(samples.prefix((Int(info.frameCount) - start) * buffer.channelCount)))
    }
    _ = try writer.finish(asNew: true)
  }

  /// The sound for an engine.
  /// - Parameters:
  ///   - layout: That of the stem at `rate`.
  ///   - line: The stem's loop at `rate`.
  func loaded(_ index: StemIndex, _ layout: StemLayout, line: GridLine, at rate: SampleRate) -> LoadedStem? {
    if rate == self.rate, buffer.layout == layout {
      return LoadedStem(index, captured: self)
    }
    return try? LoadedStem(index, converting: buffer, from: self.rate, to: rate, line: line)
  }
}

extension StemSet {
  /// The set with one more stem, whose sound was captured: it begins at its loop's top whenever it starts.
  /// - Parameters:
  ///   - id: In the form of an id.
  ///   - file: The name of its file in the set's folder, which need not be there.
  /// - Throws: Why the set cannot have it.
  /// - Thread: any control thread
  public func adding(capturedAs file: String, id: String) throws(FileProblems) -> StemSet {
    try withText(text + Self.table(id, file, after: text))
  }

  /// The set without a stem that was captured.
  /// - Throws: Why it cannot be without it.
  public func removing(capturedAs file: String, id: String) throws(FileProblems) -> StemSet {
    try withText(text.replacingOccurrences(of: Self.table(id, file, after: "\n"), with: ""))
  }

  /// The text of the set file as it is on the disk now, with a captured stem: at its end, or, if it has the stem, with that file.
  /// - Throws: What is wrong with the file, or would be.
  /// - Thread: any control thread (reads the disk)
  public func text(withCaptured file: String, id: String) throws(FileProblem) -> String {
    let old = try TextFile.read(
      self.file, kind: FileKind.set.rawValue, largestSize: StemSetFile.largestSize)
    do throws(FileProblems) {
      let set = try StemSetFile.parse(path: self.file, text: old, readers)
      var new = old + Self.table(id, file, after: old)
      if let line = set.index(of: id).flatMap({ set[$0].idLine }) {
        var edit = TOMLTextEdit(old)
        edit.set([(key: "file", value: TOMLText.quote(file))], at: line)
        new = edit.text
      }
      _ = try StemSetFile.parse(path: self.file, text: new, readers)
      return new
    } catch {
      // A reload tells all of them; the first is enough here.
      throw error.problems[0]
    }
  }

  /// The table of a captured stem, to be put at the end of a set file.
  static func table(_ id: String, _ file: String, after text: String) -> String {
    (text.isEmpty || text.hasSuffix("\n") ? "" : "\n")
      + "\n[[stem]]\nid    = \"\(id)\"\nfile  = \"\(file)\"\nentry = \"top\"\n"
  }

  /// Whether `text` can be the id of a stem.
  public static func isID(_ text: String) -> Bool {
    IDReader.isWord(text) && !StemSpec.reservedIDs.contains(text.lowercased())
  }
}
