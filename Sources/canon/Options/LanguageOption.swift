import ArgumentParser
import CanonControl
import CanonFiles
import CanonSession
import Foundation

/// The language of messages, an option of all subcommands.
struct LanguageOption: ParsableArguments {
  @Option(
    help:
      "The language of messages: en or ja. By default that of LC_ALL, LC_MESSAGES or LANG; in JSON en."
  )
  var lang: Language?

  /// For people.
  var text: Language { lang ?? Language(environment: ProcessInfo.processInfo.environment) }

  /// For programs, the locale does not count as a request.
  var surface: SurfaceLanguages { SurfaceLanguages(text: text, json: lang ?? .english) }
}

extension Language: ExpressibleByArgument {}
