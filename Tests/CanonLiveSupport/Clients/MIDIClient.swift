import CJack
import Foundation
import Synchronization

/// Another JACK application with a MIDI output: pads, pedals and knobs.
public final class MIDIClient: @unchecked Sendable {
  private struct Message {
    var bytes: [UInt8] = []
    /// Its place in a period.
    var offset: UInt32 = 0
    /// The server's frame on which it was sent.
    var frame: UInt32 = 0
  }

  private struct Memory: ~Copyable {
    let client: OpaquePointer
    let port: OpaquePointer
    let messages: UnsafeMutablePointer<Message>
    let given = Atomic<Int>(0)
    let sent = Atomic<Int>(0)
  }

  private let client: OpaquePointer
  private let memory: UnsafeMutablePointer<Memory>
  /// The most messages of a test.
  private static let capacity = 1 << 20

  /// - Parameter isDevice: Whether its port counts as physical.
  public init(server: String, name: String = "pad", isDevice: Bool = true) throws {
    client = try TestJack.open(name, on: server, kind: "MIDI")
    let flags = UInt(JackPortIsOutput.rawValue | (isDevice ? JackPortIsPhysical.rawValue : 0))
    let port = jack_port_register(client, "out", canon_jack_midi_type(), flags, 0)!
    memory = .allocate(capacity: 1)
    let messages = UnsafeMutablePointer<Message>.allocate(capacity: Self.capacity)
    messages.initialize(repeating: Message(), count: Self.capacity)
    memory.initialize(to: Memory(client: client, port: port, messages: messages))
    jack_set_process_callback(
      client,
      { frames, context in
        MIDIClient.send(frames, context!.assumingMemoryBound(to: Memory.self))
        return 0
      }, memory)
    jack_activate(client)
  }

  private static func send(_ frames: UInt32, _ memory: UnsafeMutablePointer<Memory>) {
    let buffer = jack_port_get_buffer(memory.pointee.port, frames)
    jack_midi_clear_buffer(buffer)
    let (first, given) = (
      memory.pointee.sent.load(ordering: .relaxed), memory.pointee.given.load(ordering: .acquiring)
    )
    var (number, last) = (first, UInt32(0))
    while number < given, number - first < 64 {
      let message = memory.pointee.messages + number
      last = max(last, message.pointee.offset % frames)
      guard let bytes = jack_midi_event_reserve(buffer, last, message.pointee.bytes.count) else { break }
      for (place, byte) in message.pointee.bytes.enumerated() { bytes[place] = byte }
      message.pointee.frame = jack_last_frame_time(memory.pointee.client) &+ last
      number += 1
    }
    memory.pointee.sent.store(number, ordering: .releasing)
  }

  /// Sends messages as soon as there is a period; those of one period in their order.
  /// - Parameter offset: The place in the period; what is greater than its length begins again at 0.
  public func send(_ messages: [[UInt8]], after offset: Int = 0) {
    let given = memory.pointee.given.load(ordering: .relaxed)
    precondition(given + messages.count <= Self.capacity, "too many messages")
    for (number, bytes) in messages.enumerated() {
      memory.pointee.messages[given + number] = Message(bytes: bytes, offset: UInt32(offset))
    }
    memory.pointee.given.store(given + messages.count, ordering: .releasing)
  }

  /// Waits until everything was sent.
  /// - Returns: The server's frame on which the last message was.
  @discardableResult
  public func flush() throws -> UInt32 {
    let given = memory.pointee.given.load(ordering: .relaxed)
    try waitUntil("all MIDI messages are sent") { memory.pointee.sent.load(ordering: .acquiring) == given }
    return memory.pointee.messages[given - 1].frame
  }

  /// Connects its output to an input, or cuts the connection.
  public func connect(_ input: String, _ isConnected: Bool = true) {
    let output = String(cString: jack_port_name(memory.pointee.port))
    _ = isConnected ? jack_connect(client, output, input) : jack_disconnect(client, output, input)
  }

  /// The inputs to which its output is connected.
  public var connections: [String] {
    TestJack.texts(jack_port_get_all_connections(client, memory.pointee.port))
  }

  public func close() {
    jack_client_close(client)
    memory.pointee.messages.deinitialize(count: Self.capacity)
    memory.pointee.messages.deallocate()
    memory.deinitialize(count: 1)
    memory.deallocate()
  }
}
