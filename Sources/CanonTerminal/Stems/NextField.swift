import CanonControl
import CanonEngine
import CanonSession

/// The pending change of a stem and its countdown in beats. The word is at the left of the field, the countdown at the
/// right, so that the numbers of all stems are aligned.
struct NextField {
  let word: String
  /// Empty if there is no countdown.
  let countdown: String
  let role: Role
  let width: Int

  /// - Parameter width: The width of the field; only wide fields name the beats.
  init(_ stem: Snapshot.Stem, _ context: DrawingContext, width: Int) {
    self.width = width
    let change: (word: String, at: FramePosition)
    if let next = stem.status.next, let pending = stem.status.pending {
      (change, role) = ((next.word, pending.at), .pending)
    } else if let mix = stem.nextMix {
      guard let at = mix.at else {
        (word, countdown, role) = ("\(context.glyphs.arrow) \(mix.word)", "", .pending)
        return
      }
      (change, role) = ((mix.word, at), .pending)
    } else if let end = stem.end, stem.status.soundsNow {
      (change, role) = (("stop", end), .dim)
    } else if let follow = stem.follow, stem.status.soundsNow {
      (change, role) = (("next", follow), .dim)
    } else {
      (word, countdown, role) = (stem.isBase ? "base" : "", "", .dim)
      return
    }
    word = "\(context.glyphs.arrow) \(change.word)"
    let count = context.countdown(to: change.at)
    let inWords = context.beats(until: change.at).map { EventText.count($0, "beat") } ?? count
    countdown = TextRow.wording([inWords, count], width - DisplayWidth.width(word) - 1)
  }

  func add(to row: inout TextRow) {
    let isPending = role == .pending
    if countdown.isEmpty { return row.add(word, width: width, role) }
    row.add(word, width: DisplayWidth.width(word), role, isBold: isPending)
    row.addRight(countdown, width: width - DisplayWidth.width(word), role, isBold: isPending)
  }
}

extension Snapshot.Stem {
  /// The first pending change of the stem's mix, in a word or two, and its frame; nil if there is none.
  fileprivate var nextMix: (word: String, at: FramePosition?)? {
    var all: [(word: String, at: FramePosition?)] = []
    if let next = nextSolo { all.append((next.value == .off ? "no solo" : "solo", next.at)) }
    if let next = nextHeld { all.append((next.value ? "pause" : "resume", next.at)) }
    if let next = nextGain { all.append(("\(MeterScale.text(decibels: next.value.value)) dB", next.at)) }
    if let next = nextPan { all.append((PanText.text(next.value), next.at)) }
    if let next = nextFile { all.append(("file", next.at)) }
    return all.min { ($0.at ?? .max) < ($1.at ?? .max) }
  }
}
