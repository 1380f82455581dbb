import CJack
import CanonEngine
import CanonLiveSupport
import CanonSchedule
import CanonSession
import CanonTestSupport

@testable import CanonJack

/// The callback of a client that is not activated, so that nobody but a test calls it.
final class HandmadeCycles {
  let client: JackClient
  let state: UnsafeMutablePointer<AudioState>
  private let box: EngineBox
  private var handle: EngineHandle
  private let watch: UnsafeMutablePointer<PortWatch>
  private let slot = TapSlot()
  private let ports: [OpaquePointer]

  /// - Parameter levels: The samples of each stem. The first one plays from the first cycle on.
  init(on server: DummyServer, levels: [Float]) throws {
    let client = try JackClient(name: "canon", server: server.name)
    try client.offer(OutputPlan(), title: "")
    self.client = client
    let parts = EngineParts(.small(levels.map { _ in StemConfiguration() }))
    box = EngineBox(parts.engine)
    handle = parts.handle
    let pointer = client.pointer
    ports = (1...2).map { jack_port_by_name(pointer, "canon:master_\($0)")! }
    watch = .allocate(capacity: 1)
    watch.initialize(to: PortWatch())
    state = .allocate(capacity: 1)
    state.initialize(
      to: AudioState(
        engine: box.pointer, client: pointer, watch: watch, sampleRate: 48000, report: client.report,
        usesServerClock: true, resume: nil, slot: slot.memory))
    watch.pointee.put((ports[0], ports[1]), at: 0)
    for (number, level) in levels.enumerated() {
      handle.setSamples(.flat(level, 4), of: StemIndex(number), by: .clock)
    }
    start(0)
    _ = handle.roll(by: .clock)
    _ = handle.send()
  }

  deinit {
    state.deinitialize(count: 1)
    state.deallocate()
    watch.deinitialize(count: 1)
    watch.deallocate()
  }

  /// Starts a stem with the next cycle.
  func start(_ stem: Int) {
    _ = handle.start(testPermit(StemIndex(stem)), quantum: .now, by: .clock)
    _ = handle.send()
  }

  /// Makes a cycle.
  /// - Returns: What the two ports of the master have then.
  func cycle(_ frames: UInt32 = 256) -> [[Float]] {
    _ = CanonJack.process(frames, state)
    return ports.map { port in
      Array(UnsafeBufferPointer(start: rt_port_buffer(port, frames), count: Int(frames)))
    }
  }

  /// Makes a cycle.
  /// - Returns: The loudest sample.
  func heard() -> Float { cycle().joined().map(abs).max() ?? 0 }
}
