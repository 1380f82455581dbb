import CanonControl
import CanonEngine
import CanonSession

/// What the page shows until something changes. What moves by itself is in ``WebMotion``.
struct WebPicture: Encodable, Hashable, Sendable {
  struct Stem: Encodable, Hashable, Sendable {
    var stem: String
    var title: String
    var isBase: Bool
    var state: String
    /// The state that is pending, or requested.
    var next: String?
    /// The place in the music on which `next` begins, in frames; nil while the engine has not received it.
    var at: Int64?
    var gain: JSONDecibels
    var isOpen: Bool
    var isHeld: Bool
    var isUnreadable: Bool
  }

  struct Scene: Encodable, Hashable, Sendable {
    var scene: String
    var title: String
  }

  /// A piece of a programme.
  struct Piece: Encodable, Hashable, Sendable {
    /// The place in the music on which it ends, in frames from its first downbeat; nil if that is not known, and once the music is there.
    var end: Int64?

    init(_ piece: PieceStatus, _ snapshot: Snapshot) {
      guard let remaining = piece.remaining, remaining > 0, let rate = snapshot.sampleRate else { return }
      end = snapshot.place + Int64((remaining * Double(rate.hertz)).rounded())
    }
  }

  var title: String
  /// nil without a programme.
  var piece: Piece?
  var preview: String?
  var isAway: Bool
  var isPaused: Bool
  var isFrozen: Bool
  /// The line that the pause button says.
  var pauseLine: String
  /// Whether it lets the music go on.
  var resumes: Bool
  /// Another number when the doors' statuses, or the program, are others.
  var calendar: Int
  var sampleRate: Int?
  /// The length of the loop in frames, which need not be whole, its bars and its beats; 0 bars and beats without a tempo.
  var loop: Double?
  var bars: Int
  var beats: Int
  /// The gain of the sum, to which it goes.
  var gain: JSONDecibels
  var stems: [Stem]
  var scenes: [Scene]

  init(_ snapshot: Snapshot, scenes: [Scene], preview: String?, pauseKey: ControlCommand) {
    (pauseLine, resumes) = (pauseKey.description, pauseKey == .pause(nil, isOn: false, .now))
    var hasher = Hasher()
    hasher.combine(snapshot.program)
    for stem in snapshot.stems { hasher.combine(stem.door) }
    // JavaScript has whole numbers up to 2^53.
    calendar = hasher.finalize() & 0xFFFF_FFFF
    (title, self.preview, isAway) = (snapshot.title, preview, snapshot.isAway || snapshot.sampleRate == nil)
    piece = snapshot.piece.map { Piece($0, snapshot) }
    (isPaused, isFrozen) = (snapshot.isPaused, snapshot.isFrozen)
    sampleRate = snapshot.sampleRate.map { Int($0.hertz) }
    loop = snapshot.grid.map { Double($0.loop.numerator) / Double($0.loop.denominator) }
    let grid = snapshot.grid.flatMap { $0.beatsPerLoop > 0 ? $0 : nil }
    (bars, beats) = (grid.map { Int($0.barsPerLoop) } ?? 0, grid.map { Int($0.beatsPerLoop) } ?? 0)
    gain = JSONDecibels(snapshot.masterGoal)
    self.scenes = scenes
    stems = snapshot.stems.map { stem in
      Stem(
        stem: stem.id, title: stem.title, isBase: stem.isBase, state: stem.status.state.word,
        next: stem.status.next?.word ?? stem.requested?.word,
        at: stem.status.pending.map { snapshot.music(on: $0.at) },
        gain: JSONDecibels(stem.gainGoal), isOpen: stem.door.isOpen, isHeld: stem.isHeld,
        isUnreadable: stem.isUnreadable)
    }
  }
}
