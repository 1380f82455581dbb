import CJack
import Foundation
import Synchronization

/// Another JACK application with a MIDI input: it notes the messages that arrive, with their frames.
public final class MIDIRecorder: @unchecked Sendable {
  public struct Message: Equatable, Sendable {
    /// The server's frame.
    public var frame: UInt32 = 0
    public var bytes: [UInt8] = []
  }

  private struct Memory: ~Copyable {
    let client: OpaquePointer
    let port: OpaquePointer
    let messages: UnsafeMutablePointer<Message>
    let count = Atomic<Int>(0)
  }

  public static let name = "lights"
  private static let capacity = 1 << 16

  private let client: OpaquePointer
  private let memory: UnsafeMutablePointer<Memory>

  public init(server: String) throws {
    client = try TestJack.open(Self.name, on: server, kind: "MIDI")
    let port = jack_port_register(client, "in", canon_jack_midi_type(), UInt(JackPortIsInput.rawValue), 0)!
    memory = .allocate(capacity: 1)
    let messages = UnsafeMutablePointer<Message>.allocate(capacity: Self.capacity)
    messages.initialize(repeating: Message(), count: Self.capacity)
    memory.initialize(to: Memory(client: client, port: port, messages: messages))
    jack_set_process_callback(
      client,
      { frames, context in
        MIDIRecorder.receive(frames, context!.assumingMemoryBound(to: Memory.self))
        return 0
      }, memory)
    jack_activate(client)
  }

  private static func receive(_ frames: UInt32, _ memory: UnsafeMutablePointer<Memory>) {
    let buffer = jack_port_get_buffer(memory.pointee.port, frames)!
    let start = jack_last_frame_time(memory.pointee.client)
    var event = jack_midi_event_t()
    for number in 0..<jack_midi_get_event_count(buffer) {
      let count = memory.pointee.count.load(ordering: .relaxed)
      guard count < capacity, jack_midi_event_get(&event, buffer, number) == 0 else { return }
      memory.pointee.messages[count] = Message(
        frame: start &+ event.time, bytes: Array(UnsafeBufferPointer(start: event.buffer, count: event.size)))
      memory.pointee.count.store(count + 1, ordering: .releasing)
    }
  }

  /// Everything that has arrived.
  public var messages: [Message] {
    Array(
      UnsafeBufferPointer(
        start: memory.pointee.messages, count: memory.pointee.count.load(ordering: .acquiring)))
  }

  public func close() {
    jack_client_close(client)
    memory.pointee.messages.deinitialize(count: Self.capacity)
    memory.pointee.messages.deallocate()
    memory.deinitialize(count: 1)
    memory.deallocate()
  }
}
