/// The quantum of each kind of change, for commands that name none.
public struct QuantumDefaults: Hashable, BitwiseCopyable, Sendable {
  public var start: Quantum
  public var stop: Quantum
  public var mute: Quantum
  public var unmute: Quantum

  /// Every change waits for the loop.
  public static let loop = QuantumDefaults(.loop)

  /// The same quantum for all four.
  public init(_ quantum: Quantum) { self.init(start: quantum, stop: quantum, mute: quantum, unmute: quantum) }

  public init(start: Quantum, stop: Quantum, mute: Quantum, unmute: Quantum) {
    self.start = start
    self.stop = stop
    self.mute = mute
    self.unmute = unmute
  }

  /// The quantum of a press: that of the change it leads to.
  @_noLocks public func ofPress(_ status: StemStatus) -> Quantum {
    switch status {
    case .stop, .wait: start
    case .play, .playThenMute, .playThenStop: mute
    case .mute, .muteThenPlay, .muteThenStop: unmute
    }
  }
}
