/// What was expected and the remedy: the two parts of a message that do not depend on the place.
public struct Advice: Error, Hashable, Sendable {
  /// Without a full stop.
  public var expected: String
  /// Whole sentences.
  public var remedy: String

  public init(expected: String, remedy: String) { (self.expected, self.remedy) = (expected, remedy) }
}
