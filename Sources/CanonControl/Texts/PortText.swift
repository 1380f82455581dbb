import CanonFiles
import CanonSession

/// The answer to `ports`, for people: what each output is connected to and why, and what is waited for.
enum PortText {
  /// A line for each connected output, one for all others, and one for each target that is waited for.
  /// - Parameter map: nil without a server.
  static func lines(_ map: PortMap?, _ language: Language) -> [String] {
    let wording = language.wording
    guard let map else { return [wording.noPorts] }
    let ports = map.ports
    var (lines, unconnected): ([String], [String]) = ([], [])
    for place in stride(from: 0, to: ports.count, by: 2) {
      let (left, right) = (ports[place], ports[place + 1])
      var sentences: [String] = []
      if left.connections.isEmpty && right.connections.isEmpty {
        unconnected.append(left.id)
      } else {
        let texts = [left, right].map { $0.connections.map { wording.connection($0.input, $0.origin) } }
        sentences.append(wording.connections(left: texts[0], right: texts[1]))
      }
      if !left.cut.isEmpty || !right.cut.isEmpty {
        sentences.append(
          wording.cut(left: left.cut.map(wording.quotePort), right: right.cut.map(wording.quotePort)))
      }
      if !sentences.isEmpty { lines.append(wording.line(left.id, wording.sequence(sentences))) }
    }
    if !unconnected.isEmpty { lines.append(wording.unconnected(unconnected)) }
    return lines
      + map.waiting.map { wording.waitsFor(wording.connection($0.target, $0.origin), for: $0.outputs) }
  }
}

extension PortMap.Waiting {
  /// The ids of outputs of which both ports wait, and the names of single ports.
  fileprivate var outputs: [String] {
    let names = Set(ports)
    var outputs: [String] = []
    for port in ports {
      let id = String(port.dropLast(2))
      let name = names.contains(id + "_1") && names.contains(id + "_2") ? id : port
      if outputs.last != name { outputs.append(name) }
    }
    return outputs
  }
}
