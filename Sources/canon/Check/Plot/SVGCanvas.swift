import CanonFiles

/// The elements of a picture in SVG, one after the other. Places are in pixels from the upper left corner.
struct SVGCanvas {
  private(set) var elements: [String] = []

  /// - Parameter kind: The class that gives the colour; ``SVGStyle`` has them.
  mutating func text(_ text: String, x: Double, y: Double, _ kind: String) {
    elements.append(
      "<text class=\"\(kind)\" x=\"\(Self.number(x))\" y=\"\(Self.number(y))\">\(Self.escaped(text))</text>")
  }

  mutating func rectangle(x: Double, y: Double, width: Double, height: Double, _ kind: String) {
    elements.append(
      "<rect class=\"\(kind)\" x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" width=\"\(Self.number(width))\" "
        + "height=\"\(Self.number(height))\"/>")
  }

  mutating func line(_ from: (x: Double, y: Double), _ to: (x: Double, y: Double), _ kind: String) {
    polyline([from, to], kind)
  }

  mutating func polyline(_ points: [(x: Double, y: Double)], _ kind: String) { path(points, kind, end: "") }

  mutating func polygon(_ points: [(x: Double, y: Double)], _ kind: String) { path(points, kind, end: "Z") }

  private mutating func path(_ points: [(x: Double, y: Double)], _ kind: String, end: String) {
    guard let first = points.first else { return }
    let rest = points.dropFirst().map { "\(Self.number($0.x)) \(Self.number($0.y))" }.joined(separator: " ")
    elements.append(
      "<path class=\"\(kind)\" d=\"M\(Self.number(first.x)) \(Self.number(first.y)) L\(rest)\(end)\"/>")
  }

  mutating func circle(x: Double, y: Double, radius: Double, _ kind: String) {
    elements.append(
      "<circle class=\"\(kind)\" cx=\"\(Self.number(x))\" cy=\"\(Self.number(y))\" r=\"\(Self.number(radius))\"/>"
    )
  }

  private static func number(_ value: Double) -> String { Decimal.short(value, 1) }

  /// What a text is in XML: without what no escape makes valid there. Scalar by scalar: with a combining mark `<` is another character, but
  /// still the same mark-up.
  static func escaped(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in CleanText.clean(text).unicodeScalars {
      switch scalar {
      case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
      case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
      case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
      case "\"": escaped.append(contentsOf: "&quot;".unicodeScalars)
      case "'": escaped.append(contentsOf: "&#39;".unicodeScalars)
      case "\u{fffe}", "\u{ffff}": escaped.append("\u{fffd}")
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }
}

/// The colours of a picture, for light and for dark pages.
enum SVGStyle {
  static let text = """
    text{font:12px system-ui,sans-serif;fill:#222}.title{font-size:20px;font-weight:600}.name{font-weight:600;font-size:14px}\
    .dim{fill:#666}.bad{fill:#b3261e}.note{fill:#7a5c00}\
    .page{fill:#fff}.box{fill:#f4f4f2;stroke:#d5d5d0}.wave{fill:#3a76a8}.hull{fill:none;stroke:#3a76a8;stroke-width:1.5}\
    .second{fill:none;stroke:#8a5aa8;stroke-width:1.5}.axis{fill:none;stroke:#aaa;stroke-dasharray:3 3}.limit{fill:none;stroke:#999}\
    .mark{fill:none;stroke:#d32f2f;stroke-width:1.5}.over{fill:#d32f2f}.shade{fill:#8886}\
    @media (prefers-color-scheme:dark){text{fill:#e6e6e6}.dim{fill:#a5a5a5}.bad{fill:#ff8a80}.note{fill:#e8c468}\
    .page{fill:#17181a}.box{fill:#202225;stroke:#3a3d42}.wave{fill:#6ba7d8}.hull{stroke:#6ba7d8}.second{stroke:#c39bdc}\
    .axis{stroke:#666}.limit{stroke:#777}.mark{stroke:#ff6b62}.over{fill:#ff6b62}}
    """
}
