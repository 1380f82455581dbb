import CanonEngine
import CanonSession

/// The display of a stem's state: a mark and a word, and a role for the colour.
struct StemLook {
  let mark: String
  let word: String
  let role: Role
  let isBold: Bool
  let isReverse: Bool
  /// Whether its door is shut, so that all of its fields are grey.
  let isShut: Bool

  init(_ stem: Snapshot.Stem, _ context: DrawingContext) {
    let glyphs = context.glyphs
    isShut = !stem.door.isOpen && stem.status == .stop
    guard !isShut else {
      var isForGood = false
      if case .over = stem.door { isForGood = true }
      word = context.wording.shutMark(isForGood: isForGood)
      (mark, role, isBold, isReverse) = (glyphs.locked, .locked, false, false)
      return
    }
    if stem.isUnreadable {
      word = context.wording.unreadableStem
      (mark, role, isBold, isReverse) = (glyphs.stop, .warning, false, false)
      return
    }
    word = stem.isHeld && stem.status.soundsNow ? context.wording.pausedStem : stem.status.state.word
    switch stem.status.state {
    case .stop: (mark, role, isBold, isReverse) = (glyphs.stop, .stop, false, false)
    case .wait:
      // As in the original app, a waiting stem blinks, here on the beat.
      let isLit = context.isLit
      (mark, role, isBold, isReverse) = (isLit ? glyphs.wait.lit : glyphs.wait.unlit, .wait, true, isLit)
    case .play where stem.isHeld:
      (mark, role, isBold, isReverse) = (glyphs.mute, .mute, false, false)
    case .play: (mark, role, isBold, isReverse) = (glyphs.play, .play, true, false)
    case .mute: (mark, role, isBold, isReverse) = (glyphs.mute, .mute, false, false)
    }
  }
}
