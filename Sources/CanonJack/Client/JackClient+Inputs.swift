import CJack
import CanonEngine
import CanonSession
import Glibc

/// The inputs `in_1` and `in_2`. All of this blocks, so it runs on ``ServerThread``.
extension JackClient {
  /// Has the inputs, and connects them as ordered.
  func offerInputs(_ source: InputOrder.Source) throws(InputProblem) -> Inputs {
    let (left, right) = try inputPorts()
    watch.pointee.putInputs(left, right)
    let before = (sources(of: left), sources(of: right))
    let wanted = try ports(of: source, after: before.0 + before.1)
    var made: [(port: OpaquePointer, source: String)] = []
    if let wanted {
      for port in [left, right] {
        for name in sources(of: port) { jack_disconnect(pointer, name, jack_port_name(port)) }
      }
      let inputs: [OpaquePointer] = [left, right]
      made = zip(inputs, wanted).filter { port, name in jack_connect(pointer, name, jack_port_name(port)) == 0
      }
      waitForConnections(made)
    }
    // Also those that a busy server has accepted and does not show yet: a source with two sides must not be taken for one with one.
    func connected(_ port: OpaquePointer) -> [String] {
      let seen = sources(of: port)
      return seen + made.filter { $0.port == port && !seen.contains($0.source) }.map(\.source)
    }
    let (lefts, rights) = (connected(left), connected(right))
    // What comes in on one side alone is for both.
    watch.pointee.putInputs(
      lefts.isEmpty && !rights.isEmpty ? right : left, rights.isEmpty && !lefts.isEmpty ? left : right)
    if lefts.isEmpty, rights.isEmpty, source != .asConnected { throw .noSource }
    jack_recompute_total_latencies(pointer)
    let inputLatency = [left, right].map { latency(of: $0, JackCaptureLatency) }.max() ?? 0
    // Of all that is heard; a port that nobody hears has none.
    let outputs = outputIDs.keys.flatMap { [2 * $0, 2 * $0 + 1] }.compactMap { watch.pointee.port($0) }
    let outputLatency = outputs.map { latency(of: $0, JackPlaybackLatency) }.max() ?? 0
    return Inputs(sources: lefts + rights, latency: inputLatency + outputLatency)
  }

  /// Returns once the connections are seen, or after a second: the server has them from its next cycle on.
  private func waitForConnections(_ made: [(OpaquePointer, String)]) {
    let end = ContinuousClock.now + .seconds(1)
    while ContinuousClock.now < end, !made.allSatisfy({ sources(of: $0).contains($1) }) {
      usleep(2000)
    }
  }

  /// Registers the ports, if they are not there.
  private func inputPorts() throws(InputProblem) -> (OpaquePointer, OpaquePointer) {
    func port(_ name: String) throws(InputProblem) -> OpaquePointer {
      if let port = jack_port_by_name(pointer, "\(self.name):\(name)"), jack_port_is_mine(pointer, port) != 0,
        jack_port_flags(port) & Int32(JackPortIsInput.rawValue) != 0
      {
        return port
      }
      let port = jack_port_register(
        pointer, name, canon_jack_audio_type(), UInt(JackPortIsInput.rawValue), 0)
      guard let port else { throw .noPort(name) }
      return port
    }
    return (try port("in_1"), try port("in_2"))
  }

  /// The ports to connect, one or two; nil to leave the connections as they are.
  private func ports(
    of source: InputOrder.Source, after connected: [String]
  ) throws(InputProblem) -> [String]? {
    switch source {
    case .asConnected: return nil
    case .usual: return connected.isEmpty ? Array(sources(physical: true).prefix(2)) : nil
    case .named(let name):
      let all = sources(physical: false)
      if all.contains(name) { return [name] }
      let ports = all.filter { $0.hasPrefix(name + ":") }
      if ports.isEmpty { throw .unknownSource(name, known: all) }
      return Array(ports.prefix(2))
    }
  }

  private func latency(of port: OpaquePointer, _ mode: jack_latency_callback_mode_t) -> FrameCount {
    var range = jack_latency_range_t()
    jack_port_get_latency_range(port, mode, &range)
    return FrameCount(range.max)
  }

  private func sources(of port: OpaquePointer) -> [String] {
    Self.names(jack_port_get_all_connections(pointer, port))
  }

  /// The names of audio output ports, in the server's order, without canon's own.
  private func sources(physical: Bool) -> [String] {
    let flags = JackPortIsOutput.rawValue | (physical ? JackPortIsPhysical.rawValue : 0)
    return Self.names(jack_get_ports(pointer, nil, canon_jack_audio_type(), UInt(flags)))
      .filter { !$0.hasPrefix(name + ":") }
  }
}

extension InputOffer {
  /// Follows an order, on the server's thread.
  static func begin(_ order: InputOrder, by client: JackClient) -> Answer<InputOffer> {
    let answer = Answer<InputOffer>()
    ServerThread.detach {
      do throws(InputProblem) {
        answer.give(InputOffer(number: order.number, .success(try client.offerInputs(order.source))))
      } catch {
        answer.give(InputOffer(number: order.number, .failure(error)))
      }
    }
    return answer
  }
}
