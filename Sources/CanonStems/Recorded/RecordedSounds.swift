import CanonEngine

/// A sound as a performance has played it.
public struct RecordedSound: Hashable, Sendable {
  public let hash: SoundHash
  /// The sound file, before any conversion.
  public let source: SoundInfo

  public init(hash: SoundHash, source: SoundInfo) { (self.hash, self.source) = (hash, source) }
}

/// The sounds of a performance that is rendered. Each is read from the folder of the sounds that were kept, else from its own file, and it
/// is what was played, or the rendering refuses it.
public struct RecordedSounds: Sendable {
  /// The stem's id and the sound file as it was named.
  public struct Key: Hashable, Sendable {
    public let stem: String
    public let file: String

    public init(stem: String, file: String) { (self.stem, self.file) = (stem, file) }
  }

  /// The folder of the sounds that were kept.
  public let folder: String
  /// Several if the file was changed while the performance played, which no reload has told; then it is not known when it played which.
  private var sounds: [Key: Set<RecordedSound>] = [:]

  /// What became of them, where that is known (``settle(_:by:)``).
  private var treatments: [Key: Treatment?] = [:]

  /// Those of the click.
  public var click = RecordedClick()

  /// The ids of the stems whose files could not be read when the program began: they are silent.
  public var unreadable: Set<String> = []

  public init(folder: String) { self.folder = folder }

  public mutating func add(_ sound: RecordedSound, for key: Key) { sounds[key, default: []].insert(sound) }

  /// What another program has recorded counts from now on.
  public mutating func replace(_ other: [Key: Set<RecordedSound>]) {
    sounds.merge(other) { _, new in new }
    for key in other.keys { treatments[key] = nil }
  }

  /// Notes in which tempo and key sounds were played. In another one, of an edition that never played, a stem is another sound, which
  /// nobody has recorded.
  /// - Parameters:
  ///   - keys: Of the sounds that a program has recorded.
  ///   - set: The set of that program.
  package mutating func settle(_ keys: some Sequence<Key>, by set: StemSet) {
    for key in keys {
      guard let index = set.index(of: key.stem) else { continue }
      treatments.updateValue(set.treatment(of: set[index]), forKey: key)
    }
  }

  /// Those that a stem has played in a tempo and key.
  func sounds(of stem: StemSpec, _ file: String?, _ treatment: Treatment?) -> Set<RecordedSound> {
    let known = treatments[Key(stem: stem.id, file: file ?? stem.file)]
    return known.map { $0 == treatment } ?? true ? sounds(of: stem, file) : []
  }

  func sounds(of stem: StemSpec, _ file: String?) -> Set<RecordedSound> {
    sounds[Key(stem: stem.id, file: file ?? stem.file)] ?? []
  }

  /// Whether a stem has played another sound of its own file than in another program.
  public func differs(from other: RecordedSounds?, for stem: StemSpec) -> Bool {
    guard let other else { return false }
    let key = Key(stem: stem.id, file: stem.file)
    return sounds[key] != other.sounds[key]
  }

  /// The path of a sound that was kept, whether it is there or not.
  public static func path(of hash: SoundHash, in folder: String) -> String { "\(folder)/\(hash).wav" }
}

extension StemSet {
  /// Whether a stem was silent when the performance that is rendered began this program: its file could not be read, or its capture was
  /// never whole.
  package func wasUnreadable(_ stem: StemSpec) -> Bool {
    guard let recorded else { return false }
    return recorded.unreadable.contains(stem.id) && recorded.sounds(of: stem, nil).isEmpty
  }

  /// What the sound file of a stem was when it was recorded or captured, else what its header says.
  func soundInfo(of stem: StemSpec) throws(SoundProblem) -> SoundInfo {
    if let info = recorded?.sounds(of: stem, nil).first?.source { return info }
    if let sound = captured[stem.path] { return sound.info }
    return loops.remembered(try readers.info(stem.path, stem.channels), at: stem.path, isOfSet: true)
  }
}
