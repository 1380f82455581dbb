import CanonControl
import CanonEngine
import CanonSession

/// The pending change of a stem, or of the master, and its countdown in beats. The word is at the left of the field, the countdown at the
/// right, so that the numbers of all stems are aligned.
struct NextField {
  let word: String
  /// Empty if there is no countdown.
  let countdown: String
  let role: Role
  let width: Int

  /// - Parameter width: The width of the field; only wide fields name the beats.
  init(_ stem: Snapshot.Stem, _ context: DrawingContext, width: Int) {
    let change: (word: String, at: FramePosition)
    let role: Role
    if let requested = stem.requested {
      self.init((requested.word, nil), context, width: width)
      return
    } else if let next = stem.status.next, let pending = stem.status.pending {
      (change, role) = ((next.word, pending.at), .pending)
    } else if let mix = stem.nextMix {
      self.init(mix, context, width: width)
      return
    } else if let end = stem.end, stem.status.soundsNow {
      (change, role) = (("stop", end), .dim)
    } else if let follow = stem.follow, stem.status.soundsNow {
      (change, role) = (("next", follow), .dim)
    } else {
      self.init(word: stem.isBase ? "base" : "", countdown: "", role: .dim, width: width)
      return
    }
    self.init(change.word, at: change.at, role, context, width: width)
  }

  /// A pending gain of the master.
  init(master next: Snapshot.Next<Decibels>, _ context: DrawingContext, width: Int) {
    self.init((next.word, next.at), context, width: width)
  }

  /// A change of a mix. It has no countdown while the engine has not received it.
  private init(_ mix: (word: String, at: FramePosition?), _ context: DrawingContext, width: Int) {
    if let at = mix.at {
      self.init(mix.word, at: at, .pending, context, width: width)
    } else {
      self.init(
        word: "\(context.glyphs.arrow) \(mix.word)", countdown: "", role: .pending, width: width)
    }
  }

  private init(
    _ change: String, at frame: FramePosition, _ role: Role, _ context: DrawingContext, width: Int
  ) {
    let word = "\(context.glyphs.arrow) \(change)"
    let count = context.countdown(to: frame)
    let inWords = context.beats(until: frame).map { EventText.count($0, "beat") } ?? count
    let countdown = TextRow.wording([inWords, count], width - DisplayWidth.width(word) - 1)
    self.init(word: word, countdown: countdown, role: role, width: width)
  }

  private init(word: String, countdown: String, role: Role, width: Int) {
    (self.word, self.countdown, self.role, self.width) = (word, countdown, role, width)
  }

  func add(to row: inout TextRow) {
    let isPending = role == .pending
    if countdown.isEmpty { return row.add(word, width: width, role) }
    row.add(word, width: DisplayWidth.width(word), role, isBold: isPending)
    row.addRight(countdown, width: width - DisplayWidth.width(word), role, isBold: isPending)
  }
}

extension Snapshot.Next<Decibels> {
  fileprivate var word: String { "\(MeterScale.text(decibels: value.value)) dB" }
}

extension Snapshot.Stem {
  /// The first pending change of the stem's mix, in a word or two, and its frame; nil if there is none.
  fileprivate var nextMix: (word: String, at: FramePosition?)? {
    var all: [(word: String, at: FramePosition?)] = []
    if let next = nextSolo { all.append((next.value == .off ? "no solo" : "solo", next.at)) }
    if let next = nextHeld { all.append((next.value ? "pause" : "resume", next.at)) }
    if let next = nextGain { all.append((next.word, next.at)) }
    if let next = nextPan { all.append((PanText.text(next.value), next.at)) }
    if let next = nextFile { all.append(("file", next.at)) }
    return all.min { ($0.at ?? .max) < ($1.at ?? .max) }
  }
}
