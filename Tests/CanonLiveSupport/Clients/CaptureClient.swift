import CJack
import CanonJack
import Foundation
import Synchronization

/// Another JACK application, which records its input with the server's frame time of each cycle.
public final class CaptureClient: @unchecked Sendable {
  public static let name = "capture"

  /// One process cycle as it was received.
  public struct Cycle: Sendable {
    /// The server's frame time of its first frame.
    public let time: UInt32
    public let frames: Int
    /// The index of its first sample in the recording's channels.
    let offset: Int
  }

  private let client: OpaquePointer
  private let memory: UnsafeMutablePointer<Memory>

  private struct Memory {
    let client: OpaquePointer
    let ports: (OpaquePointer, OpaquePointer)
    let left: UnsafeMutablePointer<Float>
    let right: UnsafeMutablePointer<Float>
    let cycles: UnsafeMutablePointer<Cycle>
    let capacity: Int
    let cycleCapacity: Int
    var used = 0
    var count = 0
    var xruns = 0
  }

  /// Whether a server of this name accepts clients. (Opening a client is the only way to find out.)
  public static func answers(server: String) -> Bool {
    jack_set_error_function { _ in }
    var status = JackStatus(rawValue: 0)
    guard let client = canon_jack_open("knock", server, &status) else { return false }
    jack_client_close(client)
    return true
  }

  /// Starts to record.
  /// - Parameters:
  ///   - name: Of the client.
  ///   - seconds: The longest recording, at 96 kHz.
  ///   - isDevice: Whether the ports count as physical: those of an output device that can be unplugged.
  public init(server: String, name: String = name, seconds: Int = 60, isDevice: Bool = false) throws {
    client = try TestJack.open(name, on: server, kind: "capture")
    let flags = UInt(JackPortIsInput.rawValue | (isDevice ? JackPortIsPhysical.rawValue : 0))
    let left = jack_port_register(client, "in_1", canon_jack_audio_type(), flags, 0)!
    let right = jack_port_register(client, "in_2", canon_jack_audio_type(), flags, 0)!
    let capacity = seconds * 96000
    let cycleCapacity = 400_000
    memory = .allocate(capacity: 1)
    memory.initialize(
      to: Memory(
        client: client, ports: (left, right), left: .allocate(capacity: capacity),
        right: .allocate(capacity: capacity), cycles: .allocate(capacity: cycleCapacity), capacity: capacity,
        cycleCapacity: cycleCapacity))
    memory.pointee.left.initialize(repeating: 0, count: capacity)
    memory.pointee.right.initialize(repeating: 0, count: capacity)
    jack_set_process_callback(
      client,
      { frames, context in
        CaptureClient.record(Int(frames), context!.assumingMemoryBound(to: Memory.self))
        return 0
      }, memory)
    jack_set_xrun_callback(
      client,
      { context in
        context!.assumingMemoryBound(to: Memory.self).pointee.xruns += 1
        return 0
      }, memory)
    jack_activate(client)
  }

  private static func record(_ frames: Int, _ memory: UnsafeMutablePointer<Memory>) {
    let m = memory.pointee
    guard m.used + frames <= m.capacity, m.count < m.cycleCapacity else { return }
    let left = jack_port_get_buffer(m.ports.0, UInt32(frames)).assumingMemoryBound(to: Float.self)
    let right = jack_port_get_buffer(m.ports.1, UInt32(frames)).assumingMemoryBound(to: Float.self)
    (m.left + m.used).update(from: left, count: frames)
    (m.right + m.used).update(from: right, count: frames)
    (m.cycles + m.count).initialize(
      to: Cycle(time: jack_last_frame_time(m.client), frames: frames, offset: m.used))
    memory.pointee.used += frames
    memory.pointee.count += 1
  }

  /// Connects a pair of another client's ports to the recorder.
  /// - Parameter name: Their full name without the "_1" and "_2" at its end.
  public func listen(to name: String) throws {
    for (port, side) in [(memory.pointee.ports.0, 1), (memory.pointee.ports.1, 2)] {
      let result = jack_connect(client, "\(name)_\(side)", jack_port_name(port))
      guard result == 0 else { throw TimedOut(description: "\(name)_\(side) cannot be connected: \(result)") }
    }
  }

  /// The reverse of ``listen(to:)``.
  public func leave(_ name: String) {
    for (port, side) in [(memory.pointee.ports.0, 1), (memory.pointee.ports.1, 2)] {
      jack_disconnect(client, "\(name)_\(side)", jack_port_name(port))
    }
  }

  /// The current time: by the server's frame clock, and by the machine's clock in microseconds.
  public var now: (frame: UInt32, microseconds: UInt64) { (jack_frame_time(client), jack_get_time()) }

  /// The frames that have passed since the last cycle began: several periods while the server stands still, or catches up.
  public var lag: Int {
    let m = memory.pointee
    return m.count == 0 ? .max : Int(Int32(bitPattern: jack_frame_time(client) &- m.cycles[m.count - 1].time))
  }

  /// The number of cycles received so far.
  public var cycleCount: Int { memory.pointee.count }

  /// The number of xruns that the server has reported so far.
  public var xrunCount: Int { memory.pointee.xruns }

  /// The approximate number of frames with sound received so far.
  public var soundingFrames: Int {
    let m = memory.pointee
    guard m.used > 0 else { return 0 }
    return (0..<m.count).reduce(0) { sum, k in
      let cycle = m.cycles[k]
      return sum + (m.left[cycle.offset + cycle.frames / 2] != 0 ? cycle.frames : 0)
    }
  }

  /// Waits for more cycles than these: the server has gone on for a while.
  public func awaitCycles(_ count: Int) throws {
    let cycles = cycleCount
    try waitUntil("\(count) more cycles") { cycleCount > cycles + count }
  }

  /// Waits for more frames with sound than these.
  public func awaitSound(frames: Int = 24_000) throws {
    let sound = soundingFrames
    try waitUntil("\(frames) more frames with sound") { soundingFrames > sound + frames }
  }

  /// For messages: what was received.
  public var state: String { "\(memory.pointee.count) cycles, \(memory.pointee.used) frames" }

  /// Asks the server for another period size.
  public func setPeriod(_ frames: Int) { jack_set_buffer_size(client, UInt32(frames)) }

  /// Ends the recording, even if the server is dead. Must be called once.
  public func finish() -> Recording {
    // The client is not deactivated first, because that can hang on a dead server.
    let isClosed = close(within: 20)
    let m = memory.pointee
    let captured = (0..<m.count).map {
      CapturedCycle(
        time: m.cycles[$0].time, frames: m.cycles[$0].frames, offset: m.cycles[$0].offset, elapsed: 0)
    }
    let recording = Recording(
      cycles: captured.withTimesOfLateCycles.filter { $0.lateness == 0 }.map {
        Cycle(time: $0.time, frames: $0.frames, offset: $0.offset)
      },
      left: Array(UnsafeBufferPointer(start: m.left, count: m.used)),
      right: Array(UnsafeBufferPointer(start: m.right, count: m.used)))
    if isClosed {
      m.left.deallocate()
      m.right.deallocate()
      m.cycles.deallocate()
      memory.deallocate()
    }
    return recording
  }

  /// libjack stops reading notifications before it asks jackd to close the client. If so many come meanwhile that jackd waits for
  /// them to be read, both wait for each other until jackd is ended.
  /// - Returns: Whether the client is closed. It records nothing more in any case.
  private func close(within seconds: Double) -> Bool {
    let closed = DispatchSemaphore(value: 0)
    nonisolated(unsafe) let client = client
    Thread.detachNewThread {
      jack_client_close(client)
      closed.signal()
    }
    return closed.wait(timeout: .now() + seconds) == .success
  }
}

/// The recording of a ``CaptureClient``.
public struct Recording: Sendable {
  /// The cycles that were received in time; the samples of late ones may be overwritten while they are read.
  public let cycles: [CaptureClient.Cycle]
  public let left: [Float]
  public let right: [Float]

  /// Passes each cycle to `body`, with the server's frame time.
  public func forEachCycle(_ body: (UInt32, ArraySlice<Float>, ArraySlice<Float>) throws -> Void) rethrows {
    for cycle in cycles {
      let range = cycle.offset..<(cycle.offset + cycle.frames)
      try body(cycle.time, left[range], right[range])
    }
  }
}
