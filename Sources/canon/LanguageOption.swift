import ArgumentParser
import CanonSession
import CanonTerminal
import Foundation

/// In which language doors and refusals are told: common to all subcommands.
struct LanguageOption: ParsableArguments {
  @Option(
    help:
      "The language of doors and refusals: en or ja. By default that of LC_ALL, LC_MESSAGES or LANG; in JSON en."
  )
  var lang: Language?

  /// For people.
  var text: Language { lang ?? Language(environment: ProcessInfo.processInfo.environment) }

  /// For programs, that of the locale is not asked for.
  var surface: SurfaceLanguages { SurfaceLanguages(text: text, json: lang ?? .english) }
}

extension Language: ExpressibleByArgument {}
