import CanonEngine
import CanonFiles
import CanonSchedule
import CanonStems

/// What a reload has read: a program, and what the engine needs for it. It is given to the engine as an edition.
struct NextEdition: Sendable {
  private(set) var program: Program
  /// The number of the piece that played when it was read; nil without a programme.
  let follows: Int?
  let configuration: EngineConfiguration
  /// Where the stems of the playing program go.
  let succession: Succession
  /// New samples. The other stems keep those that they have.
  private(set) var samples: [StemIndex: LoadedStem]
  /// What the sound files of the set were when they were read, by the stems' ids.
  let stamps: [String: FileStamp]
  /// The stems that play the set's file from now on, and another one before.
  let backToOwnFile: Set<StemIndex>
  /// The files that stems go on playing instead of the set's, with the stems that own them.
  let otherFiles: [StemIndex: (name: String, owners: [StemIndex])]
  /// The ids of the buses by their places in the engine; nil for a place without a bus.
  let buses: [String?]
  /// The stems whose doors were open when it was read, and below them those whose samples were not read, because they were not, or that
  /// had none until then.
  let open: Set<StemIndex>
  private(set) var unread: Set<StemIndex>
  /// The stems for which no samples of the playing program would do.
  let outdated: Set<StemIndex>
  /// The ids of the stems that had no samples, and have none now, because their files cannot be read.
  let unreadable: Set<String>
  /// What each stem of the playing program was to play when the samples were read; nil for the set's own file.
  let files: [String?]
  /// Whether its program was read again, and not only made in another tempo or key.
  let readsFiles: Bool
  /// The frames of silence before it, if it begins as another piece.
  let begins: FrameCount?
  /// What is different, for people.
  let changes: ReloadChanges

  /// The file that a stem plays from the boundary on, if that is decided here: nil inside for the set's own.
  func file(of stem: StemIndex) -> String?? {
    if samples[stem] != nil { return .some(otherFiles[stem]?.name) }
    return backToOwnFile.contains(stem) ? .some(nil) : nil
  }

  /// The same program under another number.
  func renumbered(_ number: Int) -> NextEdition {
    var next = self
    next.program.number = number
    return next
  }

  /// Gives no samples to stems of the next program.
  mutating func drop(_ isLocked: (StemIndex) -> Bool) { samples = samples.filter { !isLocked($0.key) } }

  /// Gives no samples to stems of the playing program: they are read when the edition plays.
  mutating func withhold(_ isWithheld: (StemIndex) -> Bool) {
    for stem in samples.keys where succession.origin(of: stem).map(isWithheld) ?? false {
      samples[stem] = nil
      unread.insert(stem)
    }
  }

  /// - Parameter keepsRequests: Whether requests that wait outlast the hand-over (``EditionStem/keepsRequests``).
  func edition(keepsRequests: (StemIndex) -> Bool) -> Edition {
    Edition(
      configuration,
      stems: program.set.stems.indices.map(StemIndex.init).map { stem in
        // What is to be shut was shut before (``Deck/keepSilent(_:)``).
        EditionStem(
          continuing: succession.origin(of: stem),
          replacing: succession.isPiece ? succession.replaced[stem.int] : nil,
          samples: samples[stem]?.buffer, staysOpen: true,
          keepsRequests: keepsRequests(stem))
      }, music: begins.map { .begins(after: $0) } ?? .goesOn)
  }
}

/// Where the stems of a program are in the next one: those with the same id go on.
struct Succession: Sendable {
  /// The stem that each stem of the new program continues; nil for a new one.
  let origins: [StemIndex?]
  private let successors: [StemIndex?]
  /// Whether another piece begins: no stem goes on.
  let isPiece: Bool
  /// The stem whose place and port each new stem of another piece takes, because it has the same id; empty if the music goes on.
  let replaced: [StemIndex?]

  init(from old: StemSet, to new: StemSet, isPiece: Bool = false) {
    let same = new.stems.map { old.index(of: $0.id) }
    self.isPiece = isPiece
    origins = isPiece ? new.stems.map { _ in nil } : same
    replaced = isPiece ? same : []
    successors = old.stems.map { isPiece ? nil : new.index(of: $0.id) }
  }

  /// The stem that a stem of the new program continues; nil for a new stem.
  func origin(of stem: StemIndex) -> StemIndex? { origins[stem.int] }

  /// What a stem of the old program has become; nil if it has left.
  subscript(stem: StemIndex) -> StemIndex? { successors[stem.int] }

  /// The values that stems of the old program had, by the stems that they have become.
  func moved<Value>(_ values: [StemIndex: Value]) -> [StemIndex: Value] {
    var moved: [StemIndex: Value] = [:]
    for (stem, value) in values { if let stem = self[stem] { moved[stem] = value } }
    return moved
  }

  func moved(_ stems: Set<StemIndex>) -> Set<StemIndex> { Set(stems.compactMap { self[$0] }) }
}

/// The differences between a program and the next one, by the ids of stems.
public struct ReloadChanges: Hashable, Sendable {
  public var added: [String] = []
  public var removed: [String] = []
  /// Stems that go on and are different: in the set, in their samples, or in their doors.
  public var changed: [String] = []
  /// Whether something else is different: the grid, the defaults, the buses, the scenes, the title, the connections, the click.
  public var hasOther = false
  /// The tempo and key in which the music plays then, if they are others than before.
  public var playback: Playback?
  /// Files of the door folder that have become the stems that are new; then nothing else is different.
  public var files: [AddedFile] = []
  /// The piece of a programme that begins; then nothing is said of stems.
  public var piece: PieceName?

  /// A file that has become a stem, and when the stem's door opens.
  public struct AddedFile: Hashable, Sendable {
    public let file: String
    public let stem: String
    public let opens: Instant
    public let zone: Zone

    public init(file: String, stem: String, opens: Instant, zone: Zone) {
      (self.file, self.stem, self.opens, self.zone) = (file, stem, opens, zone)
    }
  }

  public init(
    added: [String] = [], removed: [String] = [], changed: [String] = [], hasOther: Bool = false,
    playback: Playback? = nil, files: [AddedFile] = []
  ) {
    (self.added, self.removed, self.changed, self.hasOther) = (added, removed, changed, hasOther)
    (self.playback, self.files) = (playback, files)
  }

  public var isEmpty: Bool {
    added.isEmpty && removed.isEmpty && changed.isEmpty && !hasOther && playback == nil && piece == nil
  }

  /// - Parameters:
  ///   - loaded: The stems of the new program that get other samples.
  ///   - files: Those that have become stems of the new program.
  ///   - hasOtherClick: Whether the click has other sounds.
  init(
    from old: Program, to new: Program, _ succession: Succession, loaded: Set<StemIndex>, files: [DatedFile],
    hasOtherClick: Bool
  ) {
    if succession.isPiece {
      piece = new.pieceName
      hasOther = piece == nil
      return
    }
    if let zone = new.schedule?.zone {
      self.files = files.map {
        AddedFile(file: $0.file, stem: $0.stemID, opens: zone.firstInstant(of: $0.date), zone: zone)
      }
    }
    if old.set.playback != new.set.playback { playback = new.set.playback }
    removed = old.set.stems.map(\.id).filter { new.set.index(of: $0) == nil }
    for (index, stem) in new.set.stems.enumerated() {
      guard let origin = succession.origin(of: StemIndex(index)) else {
        added.append(stem.id)
        continue
      }
      let isSame =
        stem.isSame(as: old.set[origin]) && (playback != nil || !loaded.contains(StemIndex(index)))
        && Self.isSame(old.schedule?.door(of: stem.id), new.schedule?.door(of: stem.id))
      if !isSame { changed.append(stem.id) }
    }
    let isOther =
      old.set.text != new.set.text || old.schedule?.text != new.schedule?.text
      || old.userPatch != new.userPatch || hasOtherClick
    hasOther = isEmpty && isOther
  }

  private static func isSame(_ old: Door?, _ new: Door?) -> Bool {
    old?.condition == new?.condition && old?.join == new?.join && old?.soloLoops == new?.soloLoops
  }
}

extension ClickSounds? {
  /// Whether these are the same sounds in the same memory.
  func isSame(as other: ClickSounds?) -> Bool {
    self?.beat === other?.beat && self?.accent === other?.accent
  }
}
