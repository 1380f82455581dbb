/// A tempo and a key of a set that have a name (`[[variant]]` in its file), and are made before somebody asks for them.
public struct VariantSpec: Hashable, Sendable {
  /// In the form of a stem's id; unique among the variants, ignoring case.
  public let name: String
  public let playback: Playback
}
