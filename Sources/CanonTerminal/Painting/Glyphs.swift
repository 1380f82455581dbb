/// The glyphs of the screen; each takes one cell.
struct Glyphs: Sendable {
  let ellipsis: String
  /// Between a state and the next one.
  let arrow: String
  // States. A waiting stem's mark changes on the beat.
  let play: String, mute: String, stop: String, locked: String
  let wait: (lit: String, unlit: String)
  /// Beside the selected stem: on its first row, and on its other rows.
  let selection: (first: String, below: String)
  // The loop: passed and to come, with the marks of beats and bars, and its end.
  let passed: (line: String, beat: String, bar: String)
  let ahead: (line: String, beat: String, bar: String)
  let end: String
  let playHead: String
  // Meters: up to the RMS value, from there to the peak, the peak that is held, marks of the scale.
  let rms: String, peak: String, hold: String, mark: String, cap: String
  /// The RMS bar's other rows when it is several rows high.
  let rmsBelow: String
  /// Both channels in one row: only the left one, only the right one, both.
  let halves: (left: String, right: String, both: String)
  /// A waveform from silence to the full height of a row: nine levels.
  let levels: [String]
  // Frames: corners, horizontal and vertical lines.
  let corners: (topLeft: String, topRight: String, bottomLeft: String, bottomRight: String)
  let horizontal: String, vertical: String
  /// Between a range's ends.
  let dash: String

  static let unicode = Glyphs(
    ellipsis: "…", arrow: "→", play: "►", mute: "‖", stop: "■", locked: "×", wait: (lit: "●", unlit: "○"),
    selection: (first: "▌", below: "▌"), passed: (line: "━", beat: "┻", bar: "╋"),
    ahead: (line: "─", beat: "┴", bar: "┼"),
    end: "┤", playHead: "●", rms: "▆", peak: "▂", hold: "│", mark: "┊", cap: "│", rmsBelow: "█",
    halves: (left: "▀", right: "▄", both: "█"), levels: [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"],
    corners: (topLeft: "┌", topRight: "┐", bottomLeft: "└", bottomRight: "┘"), horizontal: "─", vertical: "│",
    dash: "–")

  static let ascii = Glyphs(
    ellipsis: "~", arrow: ">", play: ">", mute: "=", stop: "-", locked: "x", wait: (lit: "*", unlit: "o"),
    selection: (first: ">", below: " "), passed: (line: "=", beat: "+", bar: "|"),
    ahead: (line: "-", beat: "+", bar: "|"),
    end: "|", playHead: "O", rms: "#", peak: "=", hold: "|", mark: ":", cap: "|", rmsBelow: "#",
    halves: (left: "=", right: "=", both: "#"), levels: [" ", ".", ".", ":", "-", "=", "+", "*", "#"],
    corners: (topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+"), horizontal: "-", vertical: "|",
    dash: "-")
}
