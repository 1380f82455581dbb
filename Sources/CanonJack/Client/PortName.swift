import CanonSession

/// A port's name in JACK and its display name.
struct PortName: Hashable, Sendable {
  let port: String
  let pretty: String

  /// The left and the right port of an output: `<id>_1`, `<id>_2`.
  static func pair(_ id: String, _ title: String) -> (left: PortName, right: PortName) {
    (
      PortName(port: "\(id)_1", pretty: "\(title) left"), PortName(port: "\(id)_2", pretty: "\(title) right")
    )
  }
}

extension OutputPlan {
  /// The outputs by their pairs of ports (``PortWatch``), and the master's.
  /// - Parameter title: The master's.
  func pairs(title: String) -> [Int: Output] {
    var pairs = self.pairs
    pairs[0] = Output(id: "master", title: title)
    return pairs
  }
}
