/// Writing the name of a port as a target that means this port alone.
extension PatchTarget {
  /// The target for one port, whatever its name has in it.
  /// - Returns: nil if no target can be as long.
  package static func exactly(_ port: String) -> PatchTarget? {
    if let plain = PatchTarget(port), plain.isOnePort { return plain }
    // An expression cannot have a brace, and a pattern of the shell no control characters: the rare name with both gets dots.
    let texts = [
      "/^\(port.unicodeScalars.map { escaped($0, orDot: false) }.joined())$/",
      port.map { "*?[]/:".contains($0) ? "[\($0)]" : "\($0)" }.joined(),
      "/^\(port.unicodeScalars.map { escaped($0, orDot: true) }.joined())$/",
    ]
    return texts.lazy.compactMap(PatchTarget.init).first { $0.ports(among: [port], physical: []) == [port] }
  }

  /// A letter in an expression.
  private static func escaped(_ letter: Unicode.Scalar, orDot: Bool) -> String {
    switch letter {
    case "^": "\\^"
    case _ where letter.value < 32 || letter.value == 127: "."
    case "{", "}": orDot ? "." : "\(letter)"
    case ".", "[", "]", "(", ")", "*", "+", "?", "$", "|", "\\": "[\(letter)]"
    default: "\(letter)"
    }
  }
}
