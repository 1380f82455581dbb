/// On which boundary each kind of change takes effect when a command does not say.
public struct QuantumDefaults: Hashable, BitwiseCopyable, Sendable {
  public var start: Quantum
  public var stop: Quantum
  public var mute: Quantum
  public var unmute: Quantum

  /// Everything waits for the loop.
  public static let loop = QuantumDefaults(.loop)

  /// The same quantum for all four.
  public init(_ quantum: Quantum) { self.init(start: quantum, stop: quantum, mute: quantum, unmute: quantum) }

  public init(start: Quantum, stop: Quantum, mute: Quantum, unmute: Quantum) {
    self.start = start
    self.stop = stop
    self.mute = mute
    self.unmute = unmute
  }

  /// That of a press: it has the quantum of what it leads to.
  @_noLocks public func ofPress(_ status: StemStatus) -> Quantum {
    switch status {
    case .stop, .wait: start
    case .play, .playThenMute, .playThenStop: mute
    case .mute, .muteThenPlay, .muteThenStop: unmute
    }
  }
}
