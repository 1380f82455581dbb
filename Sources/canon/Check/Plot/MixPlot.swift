import CanonStems
import Foundation

/// The level of all stems together over their common cycle, in decibels, in a picture.
struct MixPlot {
  private let outline: Outline?

  private static let height = 96.0
  /// What the numbers at the right take.
  private static let scaleWidth = 64.0
  /// Decibels at the top and at the bottom.
  private static let highest = 6.0
  private static let lowest = -48.0

  init(_ measurement: SetMeasurement) { outline = measurement.outline }

  /// - Returns: Where what follows begins; `top` if nothing was mixed.
  func draw(on canvas: inout SVGCanvas, from top: Double) -> Double {
    guard let outline else { return top }
    let left = CheckPlot.margin, width = CheckPlot.width - 2 * CheckPlot.margin - Self.scaleWidth
    let levels = zip(outline.highest, outline.lowest).map { Double(max(abs($0), abs($1))) }
    let step = width / Double(max(1, levels.count))
    func y(_ decibels: Double) -> Double {
      let inside = min(Self.highest, max(Self.lowest, decibels))
      return top + Self.height * (Self.highest - inside) / (Self.highest - Self.lowest)
    }
    func height(_ level: Double) -> Double { y(level > 0 ? 20 * log10(level) : Self.lowest) }
    canvas.rectangle(x: left, y: top, width: width, height: Self.height, "box")
    let curve = levels.enumerated().map { (x: left + (Double($0) + 0.5) * step, y: height($1)) }
    let bottom = top + Self.height
    canvas.polygon([(x: left, y: bottom)] + curve + [(x: left + width, y: bottom)], "wave")
    for (part, level) in levels.enumerated() where level > 1 + 1e-6 {
      canvas.rectangle(
        x: left + Double(part) * step, y: height(level), width: max(1, step), height: y(0) - height(level),
        "over")
    }
    for decibels in [0.0, -12, -24, -36] {
      canvas.line((left, y(decibels)), (left + width, y(decibels)), decibels == 0 ? "limit" : "axis")
      canvas.text("\(Int(decibels)) dBFS", x: left + width + 6, y: y(decibels) + 4, "dim")
    }
    return bottom + 2
  }
}
