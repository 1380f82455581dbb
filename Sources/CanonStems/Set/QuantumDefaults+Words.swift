import CanonEngine

extension QuantumDefaults {
  /// The four, by the words that name them in set files.
  static let words: [(word: String, path: WritableKeyPath<QuantumDefaults, Quantum> & Sendable)] = [
    ("start", \.start), ("stop", \.stop), ("mute", \.mute), ("unmute", \.unmute),
  ]
}
