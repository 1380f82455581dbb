import ArgumentParser
import CanonControl
import CanonFiles
import CanonSchedule
import CanonSession

/// The source and the day, options of all subcommands.
struct SourceOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "A schedule (a .toml file), or a set (its folder or set.toml). A bare name is searched here, then among the installed schedules and sets. By default ./set.toml, else advent-2015.",
      valueName: "schedule|set"), completion: .file())
  var source: String?

  /// - Parameters:
  ///   - language: Of the problems.
  ///   - other: The source if none is named, before the default.
  func load(_ language: Language, or other: String? = nil) throws -> Source {
    let path = try source.map(Library.usual.path) ?? other ?? path(language)
    do {
      return try Source.load(path)
    } catch {
      throw Failure(error, language)
    }
  }

  /// The named source, or the default one.
  func path(_ language: Language) throws -> String {
    guard let path = source.map(Library.usual.path) ?? Library.usual.usualPath else {
      throw Failure(.usage, CommandLineProblem.noSource.text(language))
    }
    return path
  }
}

/// The option for a preview of another day.
struct AsOfOption: ParsableArguments {
  @Option(
    name: .customLong("as-of"),
    help: ArgumentHelp(
      "Preview another day: 2026-12-06, 2026-12-06T18:00, or with an offset (…+09:00), in the schedule's zone.",
      valueName: "instant"))
  var text: String?

  /// The requested instant; nil for now.
  func instant(for source: Source, _ language: Language) throws -> Instant? {
    guard let text else { return nil }
    do {
      return try AsOf.parse(text, zone: source.schedule?.zone ?? .local)
    } catch {
      throw Failure(error, language)
    }
  }
}
