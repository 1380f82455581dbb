import CanonSession

/// What goes where, in English.
extension English {
  var noPorts: String {
    "There is no JACK server, so nothing is connected. canon restores the connections when one is available."
  }

  func connection(_ input: String, _ origin: PortMap.Origin) -> String {
    "\(quotePort(input)) (\(word(origin)))"
  }

  private func word(_ origin: PortMap.Origin) -> String {
    switch origin {
    case .rule(.option, _): "--connect"
    case .rule(.file, _): "patch.toml"
    case .rule(.set, _): "set"
    case .rule(.usual, _): "default"
    case .person: "connected by hand"
    }
  }

  func connections(left: [String], right: [String]) -> String {
    func text(_ inputs: [String]) -> String { inputs.isEmpty ? "nothing" : list(inputs) }
    return "left to \(text(left)); right to \(text(right))."
  }

  func cut(left: [String], right: [String]) -> String {
    let cuts = [("left", left), ("right", right)].filter { !$1.isEmpty }
    return "Disconnected by hand: " + cuts.map { "\($0) from \(list($1))" }.joined(separator: "; ") + "."
  }

  func unconnected(_ ids: [String]) -> String { "Not connected: \(list(ids))." }

  func waitsFor(_ target: String, for outputs: [String]) -> String {
    "Waiting for \(target), which \(list(outputs)) \(outputs.count == 1 ? "is" : "are") to be connected to."
  }

  func waits(for targets: [String]) -> [String] {
    if targets.isEmpty { return [] }
    let names = targets.map(quotePort)
    return ["waiting for \(list(names))", "waiting for \(names[0])", "waiting"]
  }

  func planWritten(_ path: String) -> String {
    "\(path): the connections. It is a patch.toml; with [patch] as its first line it is the table of a set."
  }

  func omitted(_ target: String, of output: String) -> String {
    "\(output) waits for \(quotePort(target)), which the file leaves out: it has the single ports of this output."
  }
}
