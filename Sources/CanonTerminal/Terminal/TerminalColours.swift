import CNcurses

/// The colours of roles, from the terminal's own sixteen, which users choose to be readable.
@MainActor struct TerminalColours {
  private let pairs: [Role: Int32]

  /// - Parameter wanted: Whether colours are wanted, if the terminal has them.
  init(_ wanted: Bool) {
    guard wanted, nc_begin_colours() != 0 else {
      pairs = [:]
      return
    }
    var pairs: [Role: Int32] = [:]
    for (number, role) in Role.allCases.enumerated() {
      guard let colour = Self.colour(of: role) else { continue }
      nc_colour(Int32(number + 1), Int32(colour))
      pairs[role] = Int32(number + 1)
    }
    self.pairs = pairs
  }

  func use(_ style: TextStyle) {
    nc_style(
      pairs[style.role] ?? 0, style.isBold ? 1 : 0, style.isReverse ? 1 : 0, Self.isDim(style.role) ? 1 : 0)
  }

  static func isDim(_ role: Role) -> Bool { role == .dim || role == .locked || role == .ahead }

  /// The colour of a role; nil for the terminal's default.
  static func colour(of role: Role) -> Int16? {
    let (red, green, yellow, blue, magenta, cyan): (Int16, Int16, Int16, Int16, Int16, Int16) = (
      1, 2, 3, 4, 5, 6
    )
    return switch role {
    case .normal, .title, .heading, .dim, .locked, .stop, .ahead, .selected: nil
    case .play, .opened, .meterLow, .waveformPassed: green
    case .wait, .pending, .meterMid, .warning: yellow
    case .mute, .waveform, .passed: blue
    case .error, .meterHigh: red
    case .key, .playHead, .meterMark: cyan
    case .preview: magenta
    }
  }
}
