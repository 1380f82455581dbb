/// A language for everything that people read. It changes words, never an instant.
///
/// CONTRIBUTING.md says how to add a language.
public enum Language: String, CaseIterable, Sendable {
  case english = "en"
  case japanese = "ja"

  /// The language of a process: the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set and not empty decides, as
  /// in POSIX.
  public init(environment: [String: String]) {
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"]
    self.init(locale: names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C")
  }

  /// The language of a locale such as `ja_JP.UTF-8`; English for every unknown language.
  public init(locale: String) {
    let code = locale.prefix { $0.isASCII && $0.isLetter }
    self = Language(rawValue: code.lowercased()) ?? .english
  }
}
