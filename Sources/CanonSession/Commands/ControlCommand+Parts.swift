import CanonEngine

/// What a command names, and the same command with something else in its place.
extension ControlCommand {
  /// The stems that it names; nil if it names none.
  public var selection: StemSelection? {
    switch self {
    case .request(_, let selection, _, _), .gain(let selection, _, _), .pan(let selection, _, _),
      .replace(let selection, _, _):
      selection
    case .fade(let selection, _, _): selection
    case .solo(let selection, _, _), .pause(let selection, _, _), .toggle(_, let selection, _): selection
    case .cue(let request): request.selection
    case .panic, .scene, .next, .previous, .undo, .skip, .seek, .section, .mark, .freeze, .roll, .begin,
      .door, .faded, .asked, .supply, .gap, .left, .wait, .endWaiting, .reload, .playback, .piece, .edition,
      .record,
      .endRecording, .capture, .endCapture, .keep, .learn, .endLearning, .unpair, .quit:
      nil
    }
  }

  /// The requested quantum; nil if there is none.
  public var quantum: Quantum? {
    switch self {
    case .request(_, _, let quantum, _), .solo(_, _, let quantum), .pause(_, _, let quantum),
      .scene(_, let quantum), .replace(_, _, let quantum), .next(let quantum), .previous(let quantum),
      .toggle(_, _, let quantum), .reload(let quantum), .playback(_, let quantum), .piece(_, let quantum):
      quantum
    case .edition(_, let quantum): quantum
    case .section(.goTo(_, let quantum)): quantum
    case .gain, .pan, .fade: fade?.quantum
    case .panic, .skip, .seek, .section, .cue, .mark, .freeze, .roll, .begin, .undo, .door, .faded, .asked,
      .supply,
      .gap, .left, .wait, .endWaiting, .record, .endRecording, .capture, .endCapture, .keep, .learn,
      .endLearning, .unpair, .quit:
      nil
    }
  }

  /// The fade of a gain, a pan or a stem; nil for other commands.
  package var fade: Fade? {
    switch self {
    case .gain(_, _, let fade), .pan(_, _, let fade), .fade(_, _, let fade): fade
    default: nil
    }
  }

  /// The same gain or pan with another fade; other commands stay as they are.
  func with(_ fade: Fade) -> ControlCommand {
    switch self {
    case .gain(let selection, let gain, _): .gain(selection, gain, fade)
    case .pan(let selection, let pan, _): .pan(selection, pan, fade)
    case .fade(let selection, let direction, _): .fade(selection, direction, fade)
    default: self
    }
  }

  /// The command as a journal has it if a door has requested it.
  var asDoors: ControlCommand {
    guard case .request(.stop, let selection, let quantum?, _) = self, selection.words.count == 1 else {
      return self
    }
    return .door(selection.words[0], isOpen: false, stopping: quantum)
  }

  /// The command as it can be given again: an edition is read again.
  var asGiven: ControlCommand {
    if case .edition(_, let quantum) = self { .reload(quantum) } else { self }
  }
}
