import CJack

/// A client that records what it receives, with the server's frame times: the ear of the self-test.
///
/// Sendable by convention: after the initialiser only counters are read until ``finish()``, which must be called once.
package final class JackCapture: @unchecked Sendable {
  private let client: JackClient
  private let state: UnsafeMutablePointer<CaptureState>
  /// As the server gave it.
  package let name: String

  /// Whether its callback has real-time priority.
  package let isRealtime: Bool

  /// What was captured.
  package struct Sound: Sendable {
    package let cycles: [CapturedCycle]
    package let left: [Float]
    package let right: [Float]

    package init(cycles: [CapturedCycle], left: [Float], right: [Float]) {
      (self.cycles, self.left, self.right) = (cycles, left, right)
    }
  }

  /// Calls libjack.
  private init(_ client: JackClient, frames: Int) throws(JackProblem) {
    func port(_ name: String) throws(JackProblem) -> OpaquePointer {
      let flags = UInt(JackPortIsInput.rawValue)
      guard let port = jack_port_register(client.pointer, name, canon_jack_audio_type(), flags, 0) else {
        throw .port(name)
      }
      return port
    }
    let ports = (left: try port("in_1"), right: try port("in_2"))
    (self.client, name) = (client, client.name)
    isRealtime = jack_is_realtime(client.pointer) != 0
    state = .allocate(capacity: 1)
    state.initialize(to: CaptureState(client: client.pointer, ports: ports, capacity: frames))
    jack_set_process_callback(client.pointer, capture, state)
    guard jack_activate(client.pointer) == 0 else {
      client.close()
      state.deinitialize(count: 1)
      state.deallocate()
      throw .cannotActivate
    }
  }

  /// Begins to record.
  /// - Parameter frames: The number after which nothing more is recorded.
  package static func open(name: String, server: String, frames: Int) async throws(JackProblem) -> JackCapture
  {
    let client = try await JackClient.open(name: name, server: server)
    return try await ServerThread.run { () throws(JackProblem) in try JackCapture(client, frames: frames) }
  }

  /// The number of frames recorded so far.
  package var frameCount: Int { state.pointee.frameCount.load(ordering: .acquiring) }

  /// Ends the recording and closes the client.
  package func finish() async -> Sound {
    await ServerThread.run { [self] in
      // A client stays open while a knock is under way (``JackClient/close()``), and its callback needs the memory.
      let isClosing = !Knock.isUnderWay
      client.close()
      let count = state.pointee.frameCount.load(ordering: .acquiring)
      let cycles = state.pointee.cycleCount.load(ordering: .acquiring)
      let sound = Sound(
        cycles: (0..<cycles).map { state.pointee.cycles[$0] }.withTimesOfLateCycles,
        left: Array(UnsafeBufferPointer(start: state.pointee.left, count: count)),
        right: Array(UnsafeBufferPointer(start: state.pointee.right, count: count)))
      if isClosing {
        state.deinitialize(count: 1)
        state.deallocate()
      }
      return sound
    }
  }
}
