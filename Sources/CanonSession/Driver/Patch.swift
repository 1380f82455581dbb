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

  /// Where a rule stands. The raw value is a stable word for programs.
  public enum Source: String, CaseIterable, Sendable {
    case option, file, set
    /// The loudspeakers, for a master that no rule names.
    case usual = "default"
  }

  /// What a rule says of one port: a target, and the inputs that it means now; none while it is not there.
  public struct Want: Hashable, Sendable {
    public let id: String
    public let side: Wish.Side
    public let source: Source
    public let target: PatchTarget
    public let inputs: [String]

    public init(_ id: String, _ side: Wish.Side, _ source: Source, _ target: PatchTarget, _ inputs: [String])
    {
      (self.id, self.side, self.source, self.target, self.inputs) = (id, side, source, target, inputs)
    }

    var wishes: [Wish] { inputs.map { Wish(id, side, $0) } }
  }

  /// The other clients' audio inputs, in the server's order.
  public struct Inputs: Sendable {
    let all: [String]
    let physical: [String]

    public init(all: [String], physical: [String]) { (self.all, self.physical) = (all, physical) }
  }

  private let options: [PatchRule]
  private var file: [PatchRule]
  private var set: [PatchRule]

  public static let speakers = PatchTarget.physical(1)

  /// - Parameters:
  ///   - options: The rules of the options, which win.
  ///   - file: Those of the user's file.
  ///   - set: Those of the set.
  public init(_ options: [PatchRule] = [], file: [PatchRule] = [], set: [PatchRule] = []) {
    (self.options, self.file, self.set) = (options, file, set)
  }

  /// The name of a physical port's device (``PatchTarget/device(of:)``).
  public static func device(of port: String) -> String { PatchTarget.device(of: port) }

  /// The options of this patch, and below them other rules of the user's file and of the set.
  public func above(_ set: [PatchRule], file: [PatchRule] = []) -> Patch {
    Patch(options, file: file, set: set)
  }

  /// The rules that count for one port: of the first source that names it, the most specific ones. The name of one channel is more
  /// specific than an id, and an id more than a pattern.
  func rules(for id: String, _ side: Wish.Side) -> (source: Source, rules: [PatchRule]) {
    for (source, layer) in [(Source.option, options), (.file, file), (.set, set)] {
      let naming = layer.filter { $0.output.matches(id) && ($0.output.side ?? side) == side }
      if let rank = naming.map(\.rank).max() { return (source, naming.filter { $0.rank == rank }) }
    }
    guard id == PatchOutput.master, let master = PatchOutput(id) else { return (.usual, []) }
    return (.usual, [PatchRule(master, [Self.speakers])])
  }

  /// Whether an output is to be connected to anything.
  public func connects(_ id: String) -> Bool {
    Wish.Side.allCases.contains { side in rules(for: id, side).rules.contains { !$0.targets.isEmpty } }
  }

  /// What the rules say of each port, port by port.
  /// - Parameter ids: Those of the outputs, in their order.
  public func wants(of ids: [String], among inputs: Inputs) -> [Want] {
    var found: [PatchTarget: [String]] = [:]
    func ports(_ target: PatchTarget) -> [String] {
      if let ports = found[target] { return ports }
      let ports = target.ports(among: inputs.all, physical: inputs.physical)
      found[target] = ports
      return ports
    }
    return ids.flatMap { id in
      Wish.Side.allCases.flatMap { side in
        let (source, rules) = rules(for: id, side)
        return rules.flatMap { rule in
          rule.parts(side, ports).map { Want(id, side, source, $0.target, $0.inputs) }
        }
      }
    }
  }
}

extension [Patch.Want] {
  /// The connections that are to be, as far as their targets are there.
  public var there: [Patch.Wish] { flatMap(\.wishes) }

  /// The targets that are not there, each once.
  public var missing: [PatchTarget] {
    var seen: Set<PatchTarget> = []
    return compactMap { $0.inputs.isEmpty && seen.insert($0.target).inserted ? $0.target : nil }
  }
}

extension PatchRule {
  fileprivate var rank: Int { (output.isPattern ? 0 : 2) + (output.side == nil ? 0 : 1) }

  /// The targets for one channel, and their inputs for it. What stands for several ports gets left and right in turn, and so do ports
  /// that are named one after the other; a single port gets both channels.
  fileprivate func parts(
    _ side: PatchOutput.Side, _ ports: (PatchTarget) -> [String]
  ) -> [(target: PatchTarget, inputs: [String])] {
    if output.side != nil { return targets.map { ($0, ports($0)) } }
    return runs.flatMap { run -> [(target: PatchTarget, inputs: [String])] in
      // Whether the others are there does not matter for a port that is named.
      if run.count > 1 {
        return run.enumerated().filter { $0.offset % 2 == side.rawValue }
          .map { ($0.element, ports($0.element)) }
      }
      let found = ports(run[0])
      let mine = found.enumerated().filter { $0.offset % 2 == side.rawValue }.map(\.element)
      return [(run[0], found.count == 1 ? found : mine)]
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
