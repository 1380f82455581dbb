/// The meaning of a piece of text on the screen; the painter decides its look (colour, brightness).
public enum Role: String, CaseIterable, Sendable {
  case normal
  /// The title of the set.
  case title
  /// Names of columns and fields.
  case heading
  /// Less important text: hints, units, lines.
  case dim
  /// A key to press.
  case key
  /// The stem that keys work on.
  case selected
  // The states of a stem.
  case stop, wait, play, mute
  /// A stem whose door is shut, with all its fields.
  case locked
  /// A pending change, with its countdown.
  case pending
  /// The mark of a preview.
  case preview
  /// A door that has just opened.
  case opened
  case warning
  case error
  /// The parts of the loop: the past, the current place, and the rest.
  case passed, playHead, ahead
  /// The picture of a stem's loop, and its part that a playing stem has played.
  case waveform, waveformPassed
  // Meters: below -18 dB, from there on, and from -6 dB on.
  case meterLow, meterMid, meterHigh
  /// The marks of a meter's scale.
  case meterMark
}
