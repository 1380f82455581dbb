import CanonControl
import CanonFiles
import CanonSession
import CanonStems

/// The picture of a set that `canon check --plot` writes: the level of the mix, then each stem with its waveform, its seam and what is
/// wrong with it. It needs nothing but itself, and can be read on light and on dark pages.
struct CheckPlot {
  let report: CheckReport
  let problems: [FileProblem]
  let language: Language

  /// Pixels.
  static let width = 960.0
  static let margin = 24.0
  /// The width of text in terminal cells that surely fits between the margins.
  private static let columns = 136

  /// The file as XML.
  var svg: String { "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\(PlotFile.mark)\n\(picture)\n" }

  /// The file as a page.
  var html: String {
    let title = SVGCanvas.escaped(report.set.title)
    return """
      <!doctype html>
      \(PlotFile.mark)
      <html lang="\(language.rawValue)"><head><meta charset="utf-8"><title>\(title)</title>
      <meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
      <style>body{margin:0;background:#fff}svg{display:block;margin:auto;max-width:100%;height:auto}\
      @media (prefers-color-scheme:dark){body{background:#17181a}}</style></head>
      <body>
      \(picture)
      </body></html>

      """
  }

  private var picture: String {
    var canvas = SVGCanvas()
    var y = Self.margin + 16
    canvas.text(report.set.title, x: Self.margin, y: y, "title")
    y += 20
    let text = CheckText(report, language)
    canvas.text(text.heading, x: Self.margin, y: y, "dim")
    y += 12
    y = MixPlot(report.measurement).draw(on: &canvas, from: y)
    for line in text.levels { y = write(line, "dim", on: &canvas, y) }
    y = tell(problems.filter { problem in !report.set.stems.contains { isOf($0, problem) } }, on: &canvas, y)
    for stem in report.measurement.stems {
      y += 24
      let spec = report.set[stem.index]
      let name = spec.title == spec.id ? spec.id : "\(spec.id): \(spec.title)"
      canvas.text(String(name.prefix(110)), x: Self.margin, y: y, "name")
      y = write(numbers(stem), "dim", on: &canvas, y + 2)
      let wrong = problems.filter { isOf(spec, $0) }
      y = StemPlot(stem, codes: Set(wrong.compactMap(\.code))).draw(on: &canvas, from: y + 6)
      y = tell(wrong, on: &canvas, y)
    }
    let (width, height) = (Int(Self.width), Int(y + Self.margin))
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" role="img">
      <title>\(SVGCanvas.escaped(text.heading))</title>
      <style>\(SVGStyle.text)</style>
      <rect class="page" width="100%" height="100%"/>
      \(canvas.elements.joined(separator: "\n"))
      </svg>
      """
  }

  private func numbers(_ stem: StemMeasurement) -> String {
    [
      stem.encoding.description, "\(stem.info.sampleRate.hertz) Hz", "\(stem.info.channelCount) ch",
      Decimal.text(stem.seconds, 3) + " s", Decimal.decibels(stem.peak) + " dBFS",
      Decimal.decibels(stem.loudness.truePeak) + " dBTP",
      stem.loudness.integrated.map { Decimal.text($0, 1) + " LUFS" },
      "DC \(CheckText.percent(stem.mean)) %",
    ].compactMap(\.self).joined(separator: ", ")
  }

  // MARK: - What is wrong

  private func isOf(_ stem: StemSpec, _ problem: FileProblem) -> Bool {
    problem.field?.hasPrefix(stem.name + ":") == true
  }

  /// Writes the words of problems, with the name of the file that the composer knows instead of its path.
  private func tell(_ problems: [FileProblem], on canvas: inout SVGCanvas, _ y: Double) -> Double {
    problems.reduce(y) { y, problem in
      var problem = problem
      problem.file = problem.file.split(separator: "/").last.map(String.init) ?? problem.file
      return write(problem.text(language), problem.severity == .note ? "note" : "bad", on: &canvas, y)
    }
  }

  private func write(_ text: String, _ kind: String, on canvas: inout SVGCanvas, _ y: Double) -> Double {
    DoctorText.wrapped(CleanText.clean(text), Self.columns).reduce(y) { y, line in
      canvas.text(line, x: Self.margin, y: y + 16, kind)
      return y + 16
    }
  }
}
