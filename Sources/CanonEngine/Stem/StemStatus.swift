/// A requested change that waits for its frame.
public struct PendingChange: Hashable, BitwiseCopyable, Sendable {
  /// The frame from which the new state holds.
  public let at: FramePosition
  public let by: Asker

  @_noLocks public init(at: FramePosition, by: Asker) {
    self.at = at
    self.by = by
  }
}

/// A stem's state together with its pending change, if it has one. Impossible combinations (two pending changes, an
/// armed stem without a boundary, a stopped stem about to be muted) cannot be expressed.
public enum StemStatus: Hashable, BitwiseCopyable, Sendable {
  case stop
  case wait(PendingChange)
  case play
  case playThenMute(PendingChange)
  case playThenStop(PendingChange)
  case mute
  case muteThenPlay(PendingChange)
  case muteThenStop(PendingChange)

  public var state: StemState {
    @_noLocks get {
      switch self {
      case .stop: .stop
      case .wait: .wait
      case .play, .playThenMute, .playThenStop: .play
      case .mute, .muteThenPlay, .muteThenStop: .mute
      }
    }
  }

  /// The state that the pending change leads to; nil if there is none.
  public var next: StemState? {
    @_noLocks get {
      switch self {
      case .stop, .play, .mute: nil
      case .wait, .muteThenPlay: .play
      case .playThenMute: .mute
      case .playThenStop, .muteThenStop: .stop
      }
    }
  }

  public var pending: PendingChange? {
    @_noLocks get {
      switch self {
      case .stop, .play, .mute: nil
      case .wait(let change), .playThenMute(let change), .playThenStop(let change),
        .muteThenPlay(let change), .muteThenStop(let change):
        change
      }
    }
  }

  /// Whether a change is pending and its frame is at or before `position`.
  @_noLocks package func isDue(at position: FramePosition) -> Bool {
    switch self {
    case .stop, .play, .mute: false
    case .wait(let change), .playThenMute(let change), .playThenStop(let change),
      .muteThenPlay(let change), .muteThenStop(let change):
      change.at <= position
    }
  }

  var isPending: Bool { @_noLocks get { isDue(at: .max) } }

  /// Whether both are equal except for the asker. (The synthesised `==` must not be called on the audio thread.)
  @_noLocks func isSame(as other: StemStatus) -> Bool {
    switch (self, other) {
    case (.stop, .stop), (.play, .play), (.mute, .mute): true
    case (.wait(let a), .wait(let b)), (.playThenMute(let a), .playThenMute(let b)),
      (.playThenStop(let a), .playThenStop(let b)), (.muteThenPlay(let a), .muteThenPlay(let b)),
      (.muteThenStop(let a), .muteThenStop(let b)):
      a.at == b.at
    case (.stop, _), (.wait, _), (.play, _), (.playThenMute, _), (.playThenStop, _), (.mute, _),
      (.muteThenPlay, _), (.muteThenStop, _):
      false
    }
  }

  /// The status after the pending change; the status itself if there is none.
  package var completed: StemStatus {
    @_noLocks get {
      switch self {
      case .stop, .muteThenStop, .playThenStop: .stop
      case .play, .wait, .muteThenPlay: .play
      case .mute, .playThenMute: .mute
      }
    }
  }

  /// Whether the stem is to be heard now.
  public var soundsNow: Bool {
    @_noLocks get {
      switch self {
      case .play, .playThenMute, .playThenStop: true
      case .stop, .wait, .mute, .muteThenPlay, .muteThenStop: false
      }
    }
  }

  /// The frame from which a playing stem is to be silent; nil if it is to play on, or is silent.
  var silenceAt: FramePosition? {
    @_noLocks get {
      switch self {
      case .playThenMute(let change), .playThenStop(let change): change.at
      case .stop, .wait, .play, .mute, .muteThenPlay, .muteThenStop: nil
      }
    }
  }

  /// Whether the pending change is a stop.
  var stopsNext: Bool {
    @_noLocks get {
      switch self {
      case .playThenStop, .muteThenStop: true
      case .stop, .wait, .play, .playThenMute, .mute, .muteThenPlay: false
      }
    }
  }

  /// The frame from which the stem is to be heard if nothing else is requested; nil if it is, or is to be, silent.
  @_noLocks package func soundsFrom(_ position: FramePosition) -> FramePosition? {
    switch self {
    case .wait(let change), .muteThenPlay(let change): change.at
    case .play: position
    case .stop, .mute, .playThenMute, .playThenStop, .muteThenStop: nil
    }
  }
}
