import CanonFiles
import Testing

/// In which language a process tells of doors: as POSIX has it.
@Suite struct LanguageTests {
  @Test(
    "LC_ALL goes before LC_MESSAGES, and that before LANG; what is empty does not count",
    arguments: [
      (["LC_ALL": "ja_JP.UTF-8", "LC_MESSAGES": "en_GB.UTF-8", "LANG": "en_GB.UTF-8"], Language.japanese),
      (["LC_ALL": "en_GB.UTF-8", "LC_MESSAGES": "ja_JP.UTF-8", "LANG": "ja_JP.UTF-8"], .english),
      (["LC_MESSAGES": "ja_JP.UTF-8", "LANG": "de_DE.UTF-8"], .japanese),
      (["LC_MESSAGES": "C", "LANG": "ja_JP.UTF-8"], .english),
      (["LC_ALL": "", "LC_MESSAGES": "", "LANG": "ja"], .japanese), ([:], .english),
    ] as [([String: String], Language)])
  func precedence(environment: [String: String], language: Language) {
    #expect(Language(environment: environment) == language)
  }

  @Test(
    "The letters before any other mark name the language, in whatever case; an unknown one is English",
    arguments: [
      ("ja", Language.japanese), ("ja_JP.eucJP", .japanese), ("JA@x", .japanese), ("en", .english),
      ("POSIX", .english), ("jav_ID", .english), ("ja2", .japanese), ("_ja", .english),
    ])
  func code(locale: String, language: Language) {
    #expect(Language(environment: ["LANG": locale]) == language)
  }
}
