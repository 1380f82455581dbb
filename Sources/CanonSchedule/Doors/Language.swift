/// The languages in which doors are told. A language changes words, never an instant.
public enum Language: String, CaseIterable, Sendable {
  case english = "en"
  case japanese = "ja"

  /// The language of a process: the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set and not empty decides, as
  /// POSIX has it; English for every language that is not known here.
  public init(environment: [String: String]) {
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"]
    let locale = names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
    let code = locale.prefix { $0.isASCII && $0.isLetter }
    self = Language(rawValue: code.lowercased()) ?? .english
  }
}
