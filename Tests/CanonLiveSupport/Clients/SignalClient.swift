import CJack
import Foundation

/// Another JACK application, whose outputs `out_1` and `out_2` send a signal that tells the frame on which each sample was sent.
public final class SignalClient {
  public static let name = "signal"

  private struct Memory {
    let client: OpaquePointer
    let ports: [OpaquePointer]
    let latency: UInt32
  }

  private let client: OpaquePointer
  private let memory: UnsafeMutablePointer<Memory>

  /// - Parameters:
  ///   - ports: One or two.
  ///   - latency: The frames by which what it sends is said to be late.
  public init(server: String, ports count: Int = 2, latency: Int = 0) throws {
    let client = try TestJack.open(Self.name, on: server, kind: "signal")
    self.client = client
    let ports = (1...count).map {
      jack_port_register(client, "out_\($0)", canon_jack_audio_type(), UInt(JackPortIsOutput.rawValue), 0)!
    }
    memory = .allocate(capacity: 1)
    memory.initialize(to: Memory(client: client, ports: ports, latency: UInt32(latency)))
    jack_set_process_callback(
      client,
      { frames, context in
        let memory = context!.assumingMemoryBound(to: Memory.self).pointee
        let time = jack_last_frame_time(memory.client)
        for (side, port) in memory.ports.enumerated() {
          let samples = jack_port_get_buffer(port, frames).assumingMemoryBound(to: Float.self)
          for k in 0..<frames {
            let (left, right) = SignalClient.sample(at: time &+ k)
            samples[Int(k)] = side == 0 ? left : right
          }
        }
        return 0
      }, memory)
    jack_set_latency_callback(
      client,
      { mode, context in
        let memory = context!.assumingMemoryBound(to: Memory.self).pointee
        guard mode == JackCaptureLatency else { return }
        var range = jack_latency_range_t(min: memory.latency, max: memory.latency)
        for port in memory.ports { jack_port_set_latency_range(port, mode, &range) }
      }, memory)
    jack_activate(client)
  }

  /// What is sent on a frame of the server: hardly any two frames have the same samples.
  public static func sample(at time: UInt32) -> (left: Float, right: Float) {
    func value(_ seed: UInt32) -> Float {
      var bits = (time ^ seed) &* 2_654_435_761
      bits ^= bits >> 15
      bits = bits &* 2_246_822_519
      return Float(Int32(bitPattern: bits) >> 8) / Float(1 << 25)
    }
    return (value(0), value(0x5bd1_e995))
  }

  public func close() {
    jack_client_close(client)
    memory.deinitialize(count: 1)
    memory.deallocate()
  }
}
