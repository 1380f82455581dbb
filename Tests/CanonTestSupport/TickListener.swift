import CanonEngine

/// What a bench hears of the MIDI clock.
final class TickListener {
  let clock: UnsafeMutablePointer<MIDIClock>
  private(set) var ticks: [Tick] = []
  /// The number of frames that were delivered while the clock ran.
  private var delivered: Int64 = 0

  init() {
    clock = .allocate(capacity: 1)
    // Tests may have a tick on each frame, and move the music on each of them.
    clock.initialize(to: MIDIClock(capacity: 1 << 14))
  }

  deinit {
    clock.deinitialize(count: 1)
    clock.deallocate()
  }

  /// Takes the messages of a period.
  func hear(_ frames: Int) {
    for place in 0..<clock.pointee.count {
      let message = clock.pointee.message(place)
      let bytes = [message.status, message.data1, message.data2].prefix(message.count)
      ticks.append(Tick(delivered + Int64(message.offset), Array(bytes)))
    }
    clock.pointee.beginPeriod()
    delivered += Int64(frames)
  }
}
