import CanonStems

/// What each output is to be connected to, by several sources, of which the first that names an output counts: the options, the user's
/// file, the set, and for the master at last the loudspeakers.
public struct Patch: Hashable, Sendable {
  /// One of canon's ports and a port of another client.
  public struct Wish: Hashable, Sendable {
    public typealias Side = PatchOutput.Side

    public let id: String
    public let side: Side
    public let input: String

    public init(_ id: String, _ side: Side, _ input: String) {
      (self.id, self.side, self.input) = (id, side, input)
    }
  }

  /// The other clients' audio inputs, in the server's order.
  public struct Inputs: Sendable {
    let all: [String]
    let physical: [String]

    public init(all: [String], physical: [String]) { (self.all, self.physical) = (all, physical) }
  }

  private var layers: [[PatchRule]]

  public static let speakers = PatchTarget.physical(1)

  /// The name of a physical port's device (``PatchTarget/device(of:)``).
  public static func device(of port: String) -> String { PatchTarget.device(of: port) }

  /// - Parameter layers: The rules of each source; the first ones win.
  public init(_ layers: [PatchRule]...) { self.layers = layers }

  /// This patch, and below it other rules.
  public func above(_ rules: [PatchRule]) -> Patch {
    var patch = self
    patch.layers.append(rules)
    return patch
  }

  /// The rules that count for one port: of the first source that names it, the most specific ones. The name of one channel is more
  /// specific than an id, and an id more than a pattern.
  private func rules(for id: String, _ side: PatchOutput.Side) -> [PatchRule] {
    for layer in layers {
      let naming = layer.filter { $0.output.matches(id) && ($0.output.side ?? side) == side }
      if let rank = naming.map(\.rank).max() { return naming.filter { $0.rank == rank } }
    }
    guard id == PatchOutput.master, let master = PatchOutput(id) else { return [] }
    return [PatchRule(master, [Self.speakers])]
  }

  /// The connections that are to be, as far as their targets are there.
  /// - Parameter ids: Those of the outputs, in their order.
  /// - Returns: The connections, and the targets that are not there.
  public func wishes(of ids: [String], among inputs: Inputs) -> (there: [Wish], missing: [PatchTarget]) {
    var there: [Wish] = []
    var missing: [PatchTarget] = []
    var found: [PatchTarget: [String]] = [:]
    func ports(_ target: PatchTarget) -> [String] {
      if let ports = found[target] { return ports }
      let ports = target.ports(among: inputs.all, physical: inputs.physical)
      found[target] = ports
      if ports.isEmpty { missing.append(target) }
      return ports
    }
    for id in ids {
      for side in PatchOutput.Side.allCases {
        for rule in rules(for: id, side) {
          let targets = rule.output.side == nil ? rule.inputs(side, ports) : rule.targets.flatMap(ports)
          there += targets.map { Wish(id, side, $0) }
        }
      }
    }
    return (there, missing)
  }
}

extension PatchRule {
  fileprivate var rank: Int { (output.isPattern ? 0 : 2) + (output.side == nil ? 0 : 1) }

  /// The inputs of one channel. What stands for several ports gets left and right in turn, and so do ports that are named one after
  /// the other; a single port gets both channels.
  fileprivate func inputs(_ side: PatchOutput.Side, _ ports: (PatchTarget) -> [String]) -> [String] {
    runs.flatMap { run -> [String] in
      // Whether the others are there does not matter for a port that is named.
      if run.count > 1 {
        return run.enumerated().filter { $0.offset % 2 == side.rawValue }.flatMap { ports($0.element) }
      }
      let found = ports(run[0])
      return found.count == 1
        ? found : found.enumerated().filter { $0.offset % 2 == side.rawValue }.map(\.element)
    }
  }

  /// The targets, those together that are ports named one after the other.
  private var runs: [[PatchTarget]] {
    targets.reduce(into: []) { runs, target in
      if target.isOnePort, runs.last?.last?.isOnePort == true {
        runs[runs.count - 1].append(target)
      } else {
        runs.append([target])
      }
    }
  }
}
