import CanonFiles
import CanonStems

/// The present wiring as a plan: a table of `patch.toml`, which read back gives the same connections. With `[patch]` as its first line
/// it is that of a set.
///
/// An output that people have left alone keeps its rules as they are written, patterns and all. The others get the names of ports.
public struct PortPlan: Hashable, Sendable {
  /// What is waited for and has no place in the plan, because the names of ports beside it have another form.
  public struct Omission: Hashable, Sendable {
    public let id: String
    public let target: String
  }

  public private(set) var text: String
  public private(set) var omitted: [Omission] = []

  /// - Parameter title: The set's.
  public init(_ map: PortMap, title: String) {
    text = "[\(TOMLText.quote(title))]\n"
    let ports = map.ports + map.portsToCome
    for place in stride(from: 0, to: ports.count, by: 2) {
      let (left, right) = (ports[place], ports[place + 1])
      if let rules = Self.rules(map, left, right) {
        for (key, targets) in rules { add(key, targets.map(\.description)) }
      } else {
        add(left.id, Wires(map, left), Wires(map, right))
      }
    }
  }

  private mutating func add(_ key: String, _ targets: [String]) {
    let quoted = targets.map(TOMLText.quote)
    text += "\(key) = \(quoted.count == 1 ? quoted[0] : "[\(quoted.joined(separator: ", "))]")\n"
  }

  /// The rules of an output that nobody has changed.
  /// - Returns: nil if somebody has, or if no single line says the same.
  private static func rules(
    _ map: PortMap, _ left: PortMap.Port, _ right: PortMap.Port
  ) -> [(key: String, targets: [PatchTarget])]? {
    guard let patch = map.patch, !map.isChanged(left, right) else { return nil }
    var lines: [(key: String, targets: [PatchTarget])] = []
    for port in [left, right] {
      let rules = patch.rules(for: port.id, port.side).rules
      if rules.allSatisfy({ $0.output.side != nil }) {
        if !rules.isEmpty { lines.append((port.name, rules.flatMap(\.targets))) }
      } else {
        guard rules.count == 1 else { return nil }
        if lines.last?.key != port.id { lines.append((port.id, rules[0].targets)) }
      }
    }
    return lines
  }

  /// The inputs of one port by name, and what else it waits for.
  private struct Wires {
    var inputs: [String]
    var others: [PatchTarget] = []

    init(_ map: PortMap, _ port: PortMap.Port) {
      inputs = port.connections.map(\.input)
      let absent = map.kept.added.filter { $0.id == port.id && $0.side == port.side }.map(\.input)
      for want in map.allWants where want.id == port.id && want.side == port.side {
        if want.inputs.isEmpty {
          if want.target.isOnePort {
            inputs.append(want.target.description)
          } else {
            others.append(want.target)
          }
        }
        inputs += want.inputs.filter { !port.cut.contains($0) }
      }
      var seen: Set<String> = []
      inputs = (inputs + absent.sorted()).filter { seen.insert($0).inserted }
    }

    /// nil for a name that no target can have.
    var targets: [PatchTarget] { inputs.compactMap(PatchTarget.exactly) }
  }

  /// The names of ports in one line, if that says what two lines would, else a line for each channel.
  private mutating func add(_ id: String, _ left: Wires, _ right: Wires) {
    let (lefts, rights) = (left.targets, right.targets)
    var others: [PatchTarget] = []
    for target in left.others + right.others where !others.contains(target) { others.append(target) }
    let isOneLine = (lefts + rights).allSatisfy(\.isOnePort) && lefts.count == rights.count
    let isBoth = isOneLine && lefts.count == 1 && lefts == rights
    let pairs = isBoth ? lefts : zip(lefts, rights).flatMap { [$0, $1] }
    if isOneLine, pairs.count + others.count <= PatchRule.mostTargets {
      add(id, (pairs + others).map(\.description))
    } else {
      omitted += others.map { Omission(id: id, target: $0.description) }
      for (side, targets) in [(1, lefts), (2, rights)] { add("\(id)_\(side)", targets.map(\.description)) }
    }
  }
}

extension PortMap {
  /// Whether people have made or cut connections of an output.
  fileprivate func isChanged(_ left: Port, _ right: Port) -> Bool {
    [left, right].contains { port in
      !port.cut.isEmpty || port.connections.contains { $0.origin == .person }
    } || kept.added.contains { $0.id == left.id }
  }
}
