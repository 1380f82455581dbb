import Foundation

/// The scale of all meters, the same as in the original app: linear in decibels, from -80 dB to
/// 0.
enum MeterScale {
  /// The decibels marked on every meter; the scale above the meters has more if there is room.
  static let marks = [-18.0, -6.0]
  private static let labels = [0, -6, -18, -40, -60]

  /// The place of an amplitude on the scale: (80 - |dB|) / 80, 0 from -80 dB down and 1 from full scale on.
  static func position(_ amplitude: Float) -> Double {
    guard amplitude > 0 else { return 0 }  // nor for what is not a number
    return position(decibels: 20 * log10(Double(amplitude)))
  }

  static func position(decibels: Double) -> Double { decibels >= 0 ? 1 : max(0, (80 + decibels) / 80) }

  /// `-3.2 dB`; `-inf dB` for silence.
  static func text(_ amplitude: Float) -> String {
    let decibels = 20 * log10(Double(amplitude))
    guard amplitude > 0, decibels > -120 else { return "-inf dB" }
    return decibels < 200 ? text(decibels: decibels) + " dB" : "inf dB"
  }

  /// The text with one decimal, without locale.
  static func text(decibels: Double) -> String {
    if decibels == -.infinity { return "-inf" }
    let tenths = Int((abs(decibels) * 10).rounded())
    return (decibels < 0 && tenths > 0 ? "-" : "") + "\(tenths / 10).\(tenths % 10)"
  }

  /// The loudness range of a level at the middle of a cell.
  static func role(cell: Int, of width: Int) -> Role {
    let decibels = -80 + 80 * (Double(cell) + 0.5) / Double(max(1, width))
    return decibels >= -6 ? .meterHigh : decibels >= -18 ? .meterMid : .meterLow
  }

  /// The cell of a mark.
  static func cell(_ decibels: Double, of width: Int) -> Int {
    min(max(0, width - 1), Int(position(decibels: decibels) * Double(width)))
  }

  /// The numbers above meters of a given width with a cap: each ends over its mark.
  static func heading(_ width: Int) -> String {
    var cells = Array(repeating: Character(" "), count: width + 1)
    var free = width + 1  // what is right of it is taken
    for label in labels {
      let text = Array(String(label))
      let end = label == 0 ? width : cell(Double(label), of: width)
      let start = end - text.count + 1
      guard start >= 0, end < free else { continue }
      for (offset, letter) in text.enumerated() { cells[start + offset] = letter }
      free = start - 1
    }
    return String(cells)
  }
}
