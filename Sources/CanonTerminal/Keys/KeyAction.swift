/// An action of a key. The raw value is its word in `keys.toml`; ``KeyRow/all`` has its help text and its default
/// keys.
public enum KeyAction: String, Hashable, Sendable, CaseIterable {
  case selectNext = "select-next"
  case selectPrevious = "select-previous"
  case selectFirst = "select-first"
  case selectLast = "select-last"
  case pageDown = "page-down"
  case pageUp = "page-up"
  case press
  case pressNow = "press-now"
  case mute
  case muteNow = "mute-now"
  case solo
  case stop
  case stopNow = "stop-now"
  case cancel
  case undo
  case pause
  case panic
  case gainUp = "gain-up"
  case gainDown = "gain-down"
  case panLeft = "pan-left"
  case panRight = "pan-right"
  case masterUp = "master-up"
  case masterDown = "master-down"
  case masterMute = "master-mute"
  case nextScene = "next"
  case previousScene = "previous"
  case seekForward = "seek-forward"
  case seekBack = "seek-back"
  case seekStart = "seek-start"
  case doors
  case help
  case commandLine = "command-line"
  case redraw
  case quit

  /// The word by which `keys.toml` names it.
  public var word: String { rawValue }
}
