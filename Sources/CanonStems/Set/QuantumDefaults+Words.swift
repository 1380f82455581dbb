import CanonEngine

extension QuantumDefaults {
  /// The four quanta, by their names in set files.
  static let words: [(word: String, path: WritableKeyPath<QuantumDefaults, Quantum> & Sendable)] = [
    ("start", \.start), ("stop", \.stop), ("mute", \.mute), ("unmute", \.unmute),
  ]
}
