import CanonSession

/// What a message does.
enum MIDIAction: Hashable, Sendable {
  /// A command when a pad or pedal is pressed, and perhaps another one when it is released.
  case button(press: ControlCommand, release: ControlCommand?)
  case fader(MIDIFader)
}
