/// Something that is told in every language by a module of its own, because only that module knows it. Each language but English
/// has its words in the module's folder `Languages`. All other sentences are in CanonControl.
package protocol Translated {
  /// In English.
  var message: String { get }
  var japanese: String { get }
}

extension Translated {
  /// Whole sentences.
  package func text(_ language: Language) -> String {
    switch language {
    case .english: message
    case .japanese: japanese
    }
  }
}
