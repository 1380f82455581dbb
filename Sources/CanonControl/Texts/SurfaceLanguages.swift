import CanonFiles
import CanonSession

/// The languages of a surface.
public struct SurfaceLanguages: Hashable, Sendable {
  /// For people.
  public var text: Language
  /// For programs: English, unless another one was requested.
  public var json: Language

  public init(text: Language = .english, json: Language = .english) { (self.text, self.json) = (text, json) }
}
