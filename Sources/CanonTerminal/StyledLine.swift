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

/// A piece of a line that looks the same from its first cell to its last.
public struct Span: Hashable, Sendable {
  /// Without control characters; its width is ``DisplayWidth/width(_:)-(String)``.
  public var text: String
  public var role: Role
  public var isBold: Bool
  public var isReverse: Bool

  public init(_ text: String, _ role: Role = .normal, isBold: Bool = false, isReverse: Bool = false) {
    (self.text, self.role, self.isBold, self.isReverse) = (text, role, isBold, isReverse)
  }

  func looksLike(_ other: Span) -> Bool {
    role == other.role && isBold == other.isBold && isReverse == other.isReverse
  }
}

/// One line of the screen, exactly as many cells wide as the screen has columns.
public struct StyledLine: Hashable, Sendable {
  /// None is empty; no two neighbours look the same.
  public let spans: [Span]

  init(spans: [Span]) { self.spans = spans }

  /// Without its styles.
  public var text: String { spans.map(\.text).joined() }

  /// In terminal cells.
  public var width: Int { spans.reduce(0) { $0 + DisplayWidth.width($1.text) } }

  /// The line for a terminal without colours: what colour would have told is reversed or bold. The text
  /// stays, since it never needs colour to be understood.
  var withoutColour: StyledLine {
    StyledLine(
      spans: spans.map { span in
        var span = span
        switch span.role {
        case .warning, .error, .preview: span.isReverse = true
        case .play, .wait, .pending, .playHead: span.isBold = true
        default: break
        }
        return span
      })
  }
}
