import CanonEngine

/// Relocations of the music.
extension Deck {
  /// Moves the mirrors as the engine has moved its stems.
  func relocate(to place: FramePosition, at frame: FramePosition) {
    lastMove = place
    if place != frame - origin { hasGap = false }
    move(Relocation(at: frame, origin: origin, distance: place - (frame - origin)), at: frame)
  }

  /// Whether the gap before a piece outlasts the moves that are announced.
  var keepsGap: Bool { hasGap && origins.last == origin }

  func move(_ move: Relocation, at frame: FramePosition) {
    origin = move.origin
    origins.move(to: frame - origin, at: frame)
    for stem in stems.indices { stems[stem].relocate(move, at: frame) }
    reachMaster(frame)
    masterSetting.relocate(move)
  }
}

extension StemMirror {
  /// What is to begin stays at its place in the music, what has begun goes on in time.
  mutating func relocate(_ move: Relocation, at frame: FramePosition) {
    reach(frame)
    hold.relocate(move)
    began = move.place(began)
    end = end.map(move.frame)
    asks = asks.flatMap { $0 > frame ? move.frame($0) : nil }
    follow = follow.map(move.frame)
    movePending(move, at: frame)
  }
}
