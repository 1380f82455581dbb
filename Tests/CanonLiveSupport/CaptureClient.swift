import CJack
import Foundation
import Synchronization

/// Another JACK application, which records what it is given, with the server's frame time of each cycle.
public final class CaptureClient: @unchecked Sendable {
  public static let name = "capture"

  /// One process cycle as it was received.
  public struct Cycle: Sendable {
    /// The server's frame time of its first frame.
    public let time: UInt32
    public let frames: Int
    /// Where its samples begin in ``left`` and ``right``.
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
    /// Whether ports were registered before the first cycle; written by the audio thread alone.
    var isFull = false
  }

  /// Whether a server of this name takes clients. (Opening one is the only way to know.)
  public static func answers(server: String) -> Bool {
    jack_set_error_function { _ in }
    var status = JackStatus(rawValue: 0)
    guard let client = canon_jack_open("knock", server, &status) else { return false }
    jack_client_close(client)
    return true
  }

  /// Records from now on.
  /// - Parameter seconds: The most that is kept, at 96 kHz.
  public init(server: String, seconds: Int = 60) throws {
    jack_set_error_function { _ in }
    var status = JackStatus(rawValue: 0)
    guard let client = canon_jack_open(Self.name, server, &status) else {
      throw TimedOut(description: "server \(server) takes no capture client")
    }
    self.client = client
    let flags = UInt(JackPortIsInput.rawValue)
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

  /// Ends the recording. To be called once; the client is gone afterwards.
  /// - Parameter serverIsDead: Then the client is left to itself, since closing could wait for long.
  public func finish(serverIsDead: Bool = false) -> Recording {
    if !serverIsDead { jack_deactivate(client) }
    let m = memory.pointee
    let cycles = (0..<m.count).map { m.cycles[$0] }
    let recording = Recording(
      cycles: cycles, left: Array(UnsafeBufferPointer(start: m.left, count: m.used)),
      right: Array(UnsafeBufferPointer(start: m.right, count: m.used)))
    if !serverIsDead {
      jack_client_close(client)
      m.left.deallocate()
      m.right.deallocate()
      m.cycles.deallocate()
      memory.deallocate()
    } else {
      // libjack's thread may still hold it; a test's memory for a dead server is given up.
      let client = SendablePointer(client)
      DispatchQueue(label: "close").async { jack_client_close(client.pointer) }
    }
    return recording
  }
}

private struct SendablePointer: @unchecked Sendable {
  let pointer: OpaquePointer
  init(_ pointer: OpaquePointer) { self.pointer = pointer }
}

/// What a ``CaptureClient`` has received.
public struct Recording: Sendable {
  public let cycles: [CaptureClient.Cycle]
  public let left: [Float]
  public let right: [Float]

  /// Every frame with the server's time, cycle by cycle.
  public func forEachCycle(_ body: (UInt32, ArraySlice<Float>, ArraySlice<Float>) throws -> Void) rethrows {
    for cycle in cycles {
      let range = cycle.offset..<(cycle.offset + cycle.frames)
      try body(cycle.time, left[range], right[range])
    }
  }
}
