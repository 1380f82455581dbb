import CanonEngine

/// On which boundary each kind of change takes effect when a command does not say.
public struct QuantumDefaults: Hashable, Sendable {
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

  /// The four, by the words that name them in set files.
  static let words: [(word: String, path: WritableKeyPath<QuantumDefaults, Quantum> & Sendable)] = [
    ("start", \.start), ("stop", \.stop), ("mute", \.mute), ("unmute", \.unmute),
  ]
}
