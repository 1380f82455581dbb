import CanonEngine

/// Whether the music stands still, or is to.
enum Halt {
  case none
  /// The engine has accepted a halt that has not happened yet.
  case due(place: FramePosition?, by: Asker)
  /// The frame on which the music was last where it stands, as far as control has read.
  case stands(FramePosition)

  var isNone: Bool { if case .none = self { true } else { false } }
}

/// Halts: the music stands still, and the frames count on.
extension Deck {
  /// The frame that the music has reached: the next one to be delivered, or that on which the music came to stand.
  var reached: FramePosition {
    if case .stands(let frame) = halt { min(frame, position) } else { position }
  }

  var isStanding: Bool { if case .stands = halt { true } else { false } }

  /// Whether the music stands or will, by what was requested last.
  var isToStand: Bool {
    let last = sent.lastIndex { $0.isRequested && $0.command?.isOfTheClock == true }
    if let last { return if case .freeze = sent[last].command { true } else { false } }
    return !halt.isNone
  }

  /// The engine has accepted a halt.
  func accept(haltAt place: FramePosition?, by asker: Asker) {
    switch halt {
    case .none: halt = .due(place: place, by: asker)
    case .due(let old, _): halt = .due(place: place ?? old, by: asker)
    case .stands: break
    }
  }

  func halted(at frame: FramePosition, to place: FramePosition) -> [Action] {
    let asker = if case .due(_, let asker) = halt { asker } else { Asker.clock }
    origins.move(to: place, at: frame)
    halt = .stands(frame)
    return [.tell(.frozen(place, at: frame, by: asker))]
  }

  /// The engine has brought everything to a later frame, because the music has stood until then.
  func stood(at frame: FramePosition, for frames: FrameCount) {
    halt = .stands(frame)
    origin += frames
    origins.stand(until: frame, for: frames)
    for stem in stems.indices { stems[stem].delay(by: frames) }
    masterSetting.delay(by: frames)
    masterMotion = masterMotion.delayed(by: frames)
  }

  func rolled(at frame: FramePosition) {
    if isStanding {
      origins.move(to: frame - origin, at: frame)
    }
    halt = .none
  }

  /// The engine has followed another clock; a journal says it as the command that does the same.
  func clockChanged(_ change: ClockChange, at frame: FramePosition) -> [Action] {
    switch change {
    case .halt(let place):
      accept(haltAt: place, by: .clock)
      return [.record(.freeze(.frame(place)), at: frame)]
    case .roll(let place):
      return [
        .record(.roll(.frame(place)), at: frame),
        .tell(.goesOn(from: place, at: frame, by: .clock)),
      ]
    case .seek(let place, let at):
      return [
        .record(.seek(.to(.frame(place))), at: frame), .tell(.seeks(to: place, at: at, by: .clock)),
      ]
    }
  }

  /// The stems as doors and views are to see them: while the music stands, the engine reports the stop of a shut door later.
  var stemsNow: [StemMirror] {
    guard isStanding else { return stems }
    let position = position
    return stems.map { stem in
      guard let stop = stem.status.pending, stop.by == .door, stem.status.next == .stop, stop.at <= position
      else { return stem }
      var stopped = stem
      stopped.become(.stop, since: stop.at)
      return stopped
    }
  }

  /// Brings the mirrors of music that stands to the present frame, before another engine takes over.
  func catchUp() {
    guard case .stands(let frame) = halt, frame < position else { return }
    stood(at: position, for: position - frame)
  }
}

extension StemMirror {
  /// Moves everything that is planned, and everything that has begun, by a number of frames; only the stop of a shut door stays.
  mutating func delay(by frames: FrameCount) {
    delayStatus(by: frames)
    keptShut = keptShut?.delayed(by: frames)
    began += frames
    end = end.map { $0 + frames }
    follow = follow.map { $0 + frames }
    asks = asks.map { $0 + frames }
    hold.delay(by: frames)
    motion.delay(by: frames)
  }
}
