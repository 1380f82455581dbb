/// What a piece of text on the screen means; how it looks (colour, brightness) is the painter's to decide.
public enum Role: String, CaseIterable, Sendable {
  case normal
  /// Of the set.
  case title
  /// Names of columns and fields.
  case heading
  /// Not needed at a glance: hints, units, lines.
  case dim
  /// A key to press.
  case key
  /// The stem that keys work on.
  case selected
  // The states of a stem.
  case stop, wait, play, mute
  /// A stem whose door is shut, with all that belongs to it.
  case locked
  /// A change that is to come, with its countdown.
  case pending
  /// Another day than today is shown.
  case preview
  /// A door that has just opened.
  case opened
  case warning
  case error
  /// Of the loop: what has passed, where it is, and what is to come.
  case passed, playHead, ahead
  /// The picture of a stem's loop, and what of it a sounding stem has played.
  case waveform, waveformPassed
  // Meters: below -18 dB, from there on, and from -6 dB on.
  case meterLow, meterMid, meterHigh
  /// The marks of a meter's scale.
  case meterMark
}
