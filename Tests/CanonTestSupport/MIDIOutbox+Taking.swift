import CanonEngine

extension MIDIOutbox {
  /// What a driver takes: everything that waits.
  public func take() -> [[UInt8]] {
    var taken: [[UInt8]] = []
    while let message = memory.pointee.first {
      taken.append((0..<message.count).map(message.byte))
      memory.pointee.removeFirst()
    }
    return taken
  }
}
