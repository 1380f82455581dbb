import ArgumentParser
import CanonControl
import CanonFiles
import CanonSession
import CanonTerminal
import Foundation

/// The language of messages, an option of all subcommands.
struct LanguageOption: ParsableArguments {
  @Option(
    help:
      "The language of messages: en or ja. By default that of LC_ALL, LC_MESSAGES or LANG; in JSON en."
  )
  var lang: Language?

  /// The language before the arguments are parsed.
  static func usual(in arguments: ArraySlice<String>) -> Language {
    let asked =
      arguments.firstIndex(of: "--lang").flatMap { arguments.dropFirst($0 + 1 - arguments.startIndex).first }
      ?? arguments.first { $0.hasPrefix("--lang=") }.map { String($0.dropFirst(7)) }
    return asked.flatMap(Language.init(rawValue:))
      ?? Language(environment: ProcessInfo.processInfo.environment)
  }

  /// For people.
  var text: Language { lang ?? Language(environment: ProcessInfo.processInfo.environment) }

  /// How far the sound files are read, if standard error is a terminal.
  var loadingLine: LoadingLine? {
    LoadingLine(text, kind: ProcessInfo.processInfo.environment["TERM"])
  }

  /// Wrong usage, in words for people.
  func error(_ problem: OptionProblem) -> ValidationError {
    ValidationError(CommandLineProblem.option(problem).text(text))
  }

  /// For programs, the locale does not count as a request.
  var surface: SurfaceLanguages { SurfaceLanguages(text: text, json: lang ?? .english) }
}

extension Language: ExpressibleByArgument {}
