import CanonEngine

/// What kind of command it is: what it may do to the music, and when it can be given.
extension ControlCommand {
  /// Whether it can wait for a frame: what it does depends on nothing but the engine's state there.
  public var canWait: Bool {
    switch self {
    case .request, .gain, .pan, .solo, .pause, .fade, .panic, .scene, .next, .previous, .seek, .freeze: true
    case .toggle, .undo, .replace, .skip, .section, .cue, .mark, .roll, .begin, .door, .faded, .asked,
      .supply, .gap,
      .left, .wait, .endWaiting, .reload, .playback, .piece, .edition, .record, .endRecording, .capture,
      .endCapture, .keep, .learn, .endLearning, .unpair, .quit:
      false
    }
  }

  /// Whether it pauses or resumes the whole performance.
  public var isPauseOfAll: Bool { if case .pause(nil, _, _) = self { true } else { false } }

  /// Whether it reads the set again.
  var isReload: Bool { if case .reload = self { true } else { false } }

  /// Whether it lets the music play in another tempo or key.
  var isPlayback: Bool { if case .playback = self { true } else { false } }

  /// Whether another piece of the programme begins by it.
  var isPiece: Bool { if case .piece = self { true } else { false } }

  /// Whether something may begin to be heard by it: a stem, or the bases of another piece. A panic drops it while it waits for files.
  var beginsSound: Bool { leadsToSound || isPiece }

  /// Whether it resumes the whole performance: it lets music that stands go on, too.
  var isResumeOfAll: Bool { if case .pause(nil, isOn: false, _) = self { true } else { false } }

  /// Whether it moves the music to another place.
  var movesMusic: Bool {
    switch self {
    case .seek, .freeze(_?), .roll(_?): true
    default: false
    }
  }

  /// Whether it lets the music stand, or go on.
  var isOfTheClock: Bool {
    switch self {
    case .freeze, .roll: true
    default: false
    }
  }

  /// Whether it pauses anything.
  var isPause: Bool { if case .pause(_, isOn: true, _) = self { true } else { false } }

  /// Whether the command may make a silent stem heard.
  package var leadsToSound: Bool {
    switch self {
    case .request(.start, _, _, _), .request(.unmute, _, _, _), .request(.press, _, _, _), .fade(_, .in, _),
      .cue(.listen(_, true)):
      true
    default: false
    }
  }

  /// Whether something is heard on the cue bus by it.
  package var needsCueBus: Bool {
    switch self {
    case .cue(let request): request.needsCueBus
    case .wait(_, let command): command.needsCueBus
    default: false
    }
  }

  /// Whether the click is heard by it.
  package var needsClick: Bool {
    switch self {
    case .cue(let request): request.needsClick
    case .wait(_, let command): command.needsClick
    default: false
    }
  }

  /// Whether it fades stems in or out.
  var isFadeOfStems: Bool { if case .fade = self { true } else { false } }

  /// Whether it means the same whatever plays, and needs no files: it changes levels, or lets stems fall silent.
  var isGivenAsItStands: Bool {
    switch self {
    case .gain, .pan, .request(.stop, _, _, _), .request(.mute, _, _, _), .request(.cancel, _, _, _): true
    default: false
    }
  }

  /// Whether it is a gain, the only command for the master.
  var isGain: Bool { if case .gain = self { true } else { false } }

  /// Whether `all` and globs skip the base; with a fade they include it.
  public var sparesBase: Bool { if case .fade = self { false } else { true } }
}
