import CJack
import CanonSession
import Glibc
import Synchronization

/// The ports of the outputs: the master's, the stems' and the buses'.
extension JackClient {
  /// How many of the new ports of a plan one call registers. Each is a round trip to the server.
  enum Extent {
    case all
    /// Those of these pairs.
    case pairs(Set<Int>)
    /// As many as this time allows, one pair at least. The others are left to a later call.
    case some(during: Duration)

    /// Whether what was registered stays where a later port is refused: then it is one call of several.
    var isPart: Bool { if case .some = self { true } else { false } }
  }

  /// Has exactly the ports of a plan, or those of its new ports that `extent` says. Those that stay keep their connections.
  /// - Parameter title: The master's.
  /// - Returns: Whether all ports of the plan are there.
  /// - Throws: The port that could not be registered. The former ports stay, but for those in the places of new ones.
  @discardableResult
  func offer(_ plan: OutputPlan, title: String, _ extent: Extent = .all) throws(JackProblem) -> Bool {
    let wanted = plan.pairs(title: title)
    let old = outputs.withLock { $0 }
    if old.isEmpty { Notifications.installConnections(on: pointer, watch) }
    let order = Self.inOrder(wanted)
    planned.withLock { $0 = order.map(\.value.id) }
    for (pair, output) in old where wanted[pair]?.id != output.id { remove(pair) }
    var new: [Int] = []
    do throws(JackProblem) {
      let begin = ContinuousClock.now
      for (pair, output) in order where !has(pair) {
        switch extent {
        case .all: break
        case .pairs(let pairs): if !pairs.contains(pair) { continue }
        case .some(let time): if !new.isEmpty, ContinuousClock.now - begin >= time { return false }
        }
        try register(output, at: pair)
        new.append(pair)
      }
    } catch {
      if !extent.isPart { for pair in new { remove(pair) } }
      throw error
    }
    // The titles of those that stay may be others.
    return outputs.withLock { known in
      known = wanted.filter { known[$0.key] != nil }
      return known.count == wanted.count
    }
  }

  /// As people read them: the master, the stems, the buses.
  private static func inOrder(
    _ outputs: [Int: OutputPlan.Output]
  ) -> [(key: Int, value: OutputPlan.Output)] {
    func rank(_ pair: Int) -> Int { pair == 0 ? 0 : pair < PortWatch.firstStem ? 2 : 1 }
    return outputs.sorted { (rank($0.key), $0.key) < (rank($1.key), $1.key) }
  }

  /// The outputs, as people read them.
  var outputsInOrder: [OutputPlan.Output] { Self.inOrder(outputs.withLock { $0 }).map(\.value) }

  /// The ids of the outputs of the last plan in this order, whether their ports are there or not yet.
  var plannedIDs: [String] { planned.withLock { $0 } }

  /// The ids of the outputs by their pairs of ports.
  var outputIDs: [Int: String] { outputs.withLock { $0.mapValues(\.id) } }

  /// The pair of ports of an output.
  func pair(of id: String) -> Int? { outputs.withLock { $0.first { $0.value.id == id }?.key } }

  private func has(_ pair: Int) -> Bool { outputs.withLock { $0[pair] != nil } }

  private func register(_ output: OutputPlan.Output, at pair: Int) throws(JackProblem) {
    let names = PortName.pair(output.id, output.title)
    func port(_ name: PortName) throws(JackProblem) -> OpaquePointer {
      let port =
        pair < PortWatch.capacity
        ? jack_port_register(
          pointer, name.port, canon_jack_audio_type(), UInt(JackPortIsOutput.rawValue), 0) : nil
      guard let port else { throw .port(name.port) }
      return port
    }
    let left = try port(names.left)
    do throws(JackProblem) {
      watch.pointee.put((left, try port(names.right)), at: pair)
    } catch {
      jack_port_unregister(pointer, left)
      throw error
    }
    outputs.withLock { $0[pair] = output }
  }

  private func remove(_ pair: Int) {
    let ports = [2 * pair, 2 * pair + 1].compactMap { watch.pointee.port($0) }
    watch.pointee.put(nil, at: pair)
    while report.pointee.isInside.load(ordering: .sequentiallyConsistent) { sched_yield() }
    // A check that is under way may have the ports.
    looks.sync {}
    for port in ports { jack_port_unregister(pointer, port) }
    outputs.withLock { $0[pair] = nil }
  }

  /// Sets the ports' display names and their order. libjack keeps these in a database that all clients
  /// share, and a client that was killed may have left it locked. For this reason the master is connected first.
  func describePorts() {
    for (order, (pair, output)) in Self.inOrder(outputs.withLock { $0 }).enumerated() {
      let names = PortName.pair(output.id, output.title)
      for (side, name) in [names.left, names.right].enumerated() {
        guard let port = watch.pointee.port(2 * pair + side) else { continue }
        _ = canon_jack_set_pretty_name(pointer, port, name.pretty)
        _ = canon_jack_set_order(pointer, port, String(2 * order + side))
      }
    }
  }
}
