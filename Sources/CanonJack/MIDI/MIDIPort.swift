/// A port for MIDI messages.
enum MIDIPort: String, CaseIterable {
  /// Pads, pedals and knobs play canon.
  case control = "control_in"
  /// The music's time.
  case clock = "clock_out"
  /// The states of stems, for the lights of pads.
  case lights = "lights_out"

  var isInput: Bool { self == .control }
}
