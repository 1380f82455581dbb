import CanonEngine
import CanonFiles

/// The sounds of the click that a performance has played in the place of files, by their hashes. A rendering in which the click is heard plays
/// the same, or refuses it.
public struct RecordedClick: Sendable {
  /// A sound of the click, and the sound file as the set names it.
  public struct Key: Hashable, Sendable {
    public let sound: ClickSound
    public let file: String

    public init(sound: ClickSound, file: String) { (self.sound, self.file) = (sound, file) }
  }

  /// Whether the click is heard in the rendering. If not, its files do not matter.
  public var isHeard = true
  private var hashes: [Key: Set<SoundHash>] = [:]
  /// With which gain they were played, where that is known (``settle(_:by:)``): the hashes are those of what was heard.
  private var gains: [Key: Decibels] = [:]

  public init() {}

  /// What another program has recorded counts from now on.
  public mutating func replace(_ other: [Key: Set<SoundHash>]) {
    hashes.merge(other) { _, new in new }
    for key in other.keys { gains[key] = nil }
  }

  /// Notes with which gain sounds were played. With another one, of an edition that never played, nobody has recorded them.
  /// - Parameters:
  ///   - keys: Of the sounds that a program has recorded.
  ///   - set: The set of that program.
  package mutating func settle(_ keys: some Sequence<Key>, by set: StemSet) {
    for key in keys { gains[key] = set.click.gain }
  }

  /// What must be played in the place of a file; empty for whatever the file is.
  func hashes(of key: Key, _ gain: Decibels) -> Set<SoundHash> {
    guard isHeard, gains[key] ?? gain == gain else { return [] }
    return hashes[key] ?? []
  }
}

/// A sound of the click for which a set names a file.
package struct PlayedClick: Sendable {
  package let key: RecordedClick.Key
  package let buffer: StemBuffer
  /// Whether the file could be read; if not, this is canon's own sound.
  package let isFromFile: Bool
}

extension StemSet {
  /// What the click has for the files that the set names.
  /// - Parameter sounds: Those of the engine that plays the set.
  package func playedClick(_ sounds: ClickSounds, at rate: SampleRate) -> [PlayedClick] {
    let files = clickFiles
    if files.isEmpty { return [] }
    let own = ownClickSounds(at: rate)
    return files.map { sound, file in
      let (buffer, other) = sound == .beat ? (sounds.beat, own.beat) : (sounds.accent, own.accent)
      return PlayedClick(
        key: RecordedClick.Key(sound: sound, file: file.written), buffer: buffer,
        isFromFile: !buffer.isSame(as: other))
    }
  }

  /// The files of the click, by their keys in the set.
  private var clickFiles: [(sound: ClickSound, file: ClickSpec.File)] {
    [(.beat, click.beat), (.accent, click.accent)].compactMap { sound, file in file.map { (sound, $0) } }
  }

  /// What a performance has played in the place of one of these files; empty for whatever the file is.
  private func recordedHashes(of sound: ClickSound, _ file: ClickSpec.File) -> Set<SoundHash> {
    recorded?.click.hashes(of: RecordedClick.Key(sound: sound, file: file.written), click.gain) ?? []
  }

  /// Whether the click cannot be without its files: in a performance that begins, and where a rendering has to play what was heard.
  var needsClickFiles: Bool {
    recorded == nil || clickFiles.contains { !recordedHashes(of: $0.sound, $0.file).isEmpty }
  }

  /// What was played in the place of a file, from where it was kept, or else from the file.
  /// - Parameter read: Reads a sound file with a gain.
  /// - Returns: nil if nothing says what it was.
  func recordedClick(
    _ sound: ClickSound, _ file: ClickSpec.File, at rate: SampleRate,
    _ read: (_ path: String, _ gain: Float) throws(SoundProblem) -> StemBuffer
  ) throws(SoundProblem) -> StemBuffer? {
    guard let folder = recorded?.folder, case let hashes = recordedHashes(of: sound, file),
      let hash = hashes.first
    else { return nil }
    guard hashes.count == 1 else { throw SoundProblem(file.path, .severalPlayed) }
    let kept = RecordedSounds.path(of: hash, in: folder)
    if let buffer = try? read(kept, 1), SoundHash(buffer, at: rate) == hash { return buffer }
    let buffer: StemBuffer
    do throws(SoundProblem) {
      buffer = try read(file.path, Gain(click.gain).linear)
    } catch {
      if case .missing = error.cause { throw SoundProblem(file.path, .notAsPlayed(kept: kept)) }
      throw error
    }
    guard SoundHash(buffer, at: rate) == hash else {
      throw SoundProblem(file.path, .notAsPlayed(kept: kept))
    }
    return buffer
  }
}
