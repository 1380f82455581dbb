import CanonStems

/// A stem in a picture: its waveform, and beside it the last and the first millisecond of its loop.
struct StemPlot {
  private let stem: StemMeasurement
  /// The codes of what is wrong with it.
  private let codes: Set<String>

  private static let height = 84.0
  private static let waveWidth = 690.0
  private static let seamX = CheckPlot.margin + waveWidth + 18
  private static let seamWidth = CheckPlot.width - CheckPlot.margin - seamX

  init(_ stem: StemMeasurement, codes: Set<String>) { (self.stem, self.codes) = (stem, codes) }

  /// - Returns: Where what follows begins.
  func draw(on canvas: inout SVGCanvas, from top: Double) -> Double {
    drawWave(on: &canvas, top)
    drawSeam(on: &canvas, top)
    return top + Self.height
  }

  private func drawWave(on canvas: inout SVGCanvas, _ top: Double) {
    let left = CheckPlot.margin, middle = top + Self.height / 2
    // Full scale fills nearly all of the height; what is beyond it makes the scale smaller.
    let scale = (Self.height / 2 - 4) / max(1, stem.peak)
    let step = Self.waveWidth / Double(max(1, stem.outline.highest.count))
    func points(_ values: [Float]) -> [(x: Double, y: Double)] {
      values.enumerated().map { part, value in
        (left + (Double(part) + 0.5) * step, middle - scale * Double(value))
      }
    }
    func x(of frame: Int) -> Double {
      left + Self.waveWidth * Double(frame) / Double(max(1, stem.frameCount))
    }
    canvas.rectangle(x: left, y: top, width: Self.waveWidth, height: Self.height, "box")
    if stem.silenceAtStart > 0 {
      canvas.rectangle(
        x: left, y: top, width: x(of: stem.silenceAtStart) - left, height: Self.height, "shade")
    }
    if stem.silenceAtEnd > 0, stem.silenceAtStart < stem.frameCount {
      let start = x(of: Int(stem.frameCount) - stem.silenceAtEnd)
      canvas.rectangle(x: start, y: top, width: left + Self.waveWidth - start, height: Self.height, "shade")
    }
    canvas.polygon(points(stem.outline.highest) + points(stem.outline.lowest).reversed(), "wave")
    canvas.line((left, middle), (left + Self.waveWidth, middle), "axis")
    for side in [-1.0, 1] {
      canvas.line((left, middle - side * scale), (left + Self.waveWidth, middle - side * scale), "limit")
    }
    for frame in stem.clippedFrames {
      canvas.line((x(of: frame), top), (x(of: frame), top + 12), "mark")
    }
    if codes.contains("seam.offset") {
      let mean = middle - scale * stem.mean
      canvas.line((left, mean), (left + Self.waveWidth, mean), "mark")
    }
  }

  private func drawSeam(on canvas: inout SVGCanvas, _ top: Double) {
    let middle = top + Self.height / 2, centre = Self.seamX + Self.seamWidth / 2
    canvas.rectangle(x: Self.seamX, y: top, width: Self.seamWidth, height: Self.height, "box")
    let samples = stem.ends.flatMap { $0.last + $0.first }
    let scale = (Self.height / 2 - 8) / Double(max(1e-4, samples.map(abs).max() ?? 0))
    canvas.line((Self.seamX, middle), (Self.seamX + Self.seamWidth, middle), "axis")
    for (channel, ends) in stem.ends.enumerated().reversed() {
      let step = Self.seamWidth / 2 / Double(max(ends.last.count, ends.first.count, 1))
      let before = ends.last.reversed().enumerated().reversed().map { place, value in
        (x: centre - (Double(place) + 0.5) * step, y: middle - scale * Double(value))
      }
      let after = ends.first.enumerated().map { place, value in
        (x: centre + (Double(place) + 0.5) * step, y: middle - scale * Double(value))
      }
      canvas.polyline(before + after, channel == 0 ? "hull" : "second")
    }
    let clicks = codes.contains("seam.click")
    canvas.line((centre, top), (centre, top + Self.height), clicks ? "mark" : "axis")
    canvas.text("-1 ms", x: Self.seamX + 4, y: top + Self.height - 5, "dim")
    canvas.text("+1 ms", x: Self.seamX + Self.seamWidth - 40, y: top + Self.height - 5, "dim")
    if clicks, let ends = stem.ends.first, let last = ends.last.last, let first = ends.first.first {
      canvas.circle(x: centre, y: middle - scale * Double(last + first) / 2, radius: 9, "mark")
    }
  }
}
