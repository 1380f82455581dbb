/// A port's name in JACK and its display name.
struct PortName: Hashable, Sendable {
  let port: String
  let pretty: String

  /// `master_1`, `master_2`, then `<id>_1`, `<id>_2` for each stem and each bus.
  static func all(
    title: String, stems: [(id: String, title: String)], buses: [(id: String, title: String)]
  ) -> [PortName] {
    var names: [PortName] = []
    for (id, title) in [("master", title)] + stems + buses {
      names.append(PortName(port: "\(id)_1", pretty: "\(title) left"))
      names.append(PortName(port: "\(id)_2", pretty: "\(title) right"))
    }
    return names
  }
}
