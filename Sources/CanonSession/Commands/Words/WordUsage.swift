/// How a word of the vocabulary is used, for the refusal of a line.
public struct WordUsage: Hashable, Sendable {
  public let name: String
  /// As `start STEM… [QUANTUM]`.
  public let form: String
  public let example: String
  public let places: Set<Place>
  /// Whether its first parameter is stems.
  public let takesStems: Bool

  public init(name: String, form: String, example: String, places: Set<Place>, takesStems: Bool) {
    (self.name, self.form, self.example) = (name, form, example)
    (self.places, self.takesStems) = (places, takesStems)
  }
}
