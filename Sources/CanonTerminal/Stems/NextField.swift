import CanonEngine
import CanonSession

/// A pending change of a stem, or of the master, and its countdown in beats. The word is at the left of the field, the countdown at the
/// right, so that the numbers of all stems are aligned.
struct NextField {
  let word: String
  /// Empty if there is no countdown.
  let countdown: String
  let role: Role
  let width: Int

  /// The fields of a stem: its first two pending changes, the first in time first; if none is pending, what it does by itself.
  /// - Parameter width: The width of a field; only wide fields name the beats.
  static func fields(_ stem: Snapshot.Stem, _ context: DrawingContext, width: Int) -> [NextField] {
    let changes = stem.pendingChanges.prefix(2).map { NextField($0, context, width: width) }
    if !changes.isEmpty { return changes }
    let isHeard = stem.status.soundsNow
    if let end = stem.end, isHeard { return [NextField("stop", at: end, .dim, context, width: width)] }
    if let follow = stem.follow, isHeard {
      return [NextField("next", at: follow, .dim, context, width: width)]
    }
    return [
      NextField(word: stem.isBase ? context.wording.baseMark : "", countdown: "", role: .dim, width: width)
    ]
  }

  /// A pending gain of the master.
  init(master next: Snapshot.Next<Decibels>, _ context: DrawingContext, width: Int) {
    self.init((next.word, next.at), context, width: width)
  }

  /// A pending change. It has no countdown while the engine has not received it.
  private init(_ change: (word: String, at: FramePosition?), _ context: DrawingContext, width: Int) {
    if let at = change.at {
      self.init(change.word, at: at, .pending, context, width: width)
    } else {
      self.init(
        word: "\(context.glyphs.arrow) \(change.word)", countdown: "", role: .pending, width: width)
    }
  }

  private init(
    _ change: String, at frame: FramePosition, _ role: Role, _ context: DrawingContext, width: Int
  ) {
    let word = "\(context.glyphs.arrow) \(change)"
    let count = context.countdown(to: frame)
    let inWords = context.beats(until: frame).map { context.wording.beats($0) } ?? count
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
  /// The pending changes of the stem's state and of its mix, each in a word or two, the first in time first. A request for a state
  /// that the engine has not received comes first, because it takes the place of a pending one; such changes of the mix come last.
  fileprivate var pendingChanges: [(word: String, at: FramePosition?)] {
    var mix: [(word: String, at: FramePosition?)] = []
    if let next = nextSolo { mix.append((next.value == .off ? "no solo" : "solo", next.at)) }
    if let next = nextHeld { mix.append((next.value ? "pause" : "resume", next.at)) }
    if let next = nextGain { mix.append((next.word, next.at)) }
    if let next = nextPan { mix.append((PanText.text(next.value), next.at)) }
    if let next = nextFile { mix.append(("file", next.at)) }
    // A stable order: of changes on one frame the state's is the first.
    func sorted(_ changes: [(word: String, at: FramePosition?)]) -> [(word: String, at: FramePosition?)] {
      changes.enumerated().sorted { ($0.element.at ?? .max, $0.offset) < ($1.element.at ?? .max, $1.offset) }
        .map(\.element)
    }
    if let requested { return [(requested.word, nil)] + sorted(mix) }
    guard let next = status.next, let change = status.pending else { return sorted(mix) }
    return sorted([(next.word, change.at)] + mix)
  }
}
