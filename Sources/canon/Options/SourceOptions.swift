import ArgumentParser
import CanonControl
import CanonFiles
import CanonSchedule
import CanonSession
import CanonStems
import CanonTerminal
import Foundation

/// The source and the day, options of all subcommands.
struct SourceOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "A schedule or a programme (a .toml file), a set (its folder or set.toml), a folder of sound files, or sound files. A bare name is searched here, then among the installed schedules and sets. By default ./set.toml, else advent-2015.",
      valueName: "schedule|set|sound"), completion: .file())
  var sources: [String] = []

  /// Only sound files can be several.
  func validate() throws {
    guard sources.count > 1, let other = sources.firstIndex(where: { !SoundNames.isSound($0) }) else {
      return
    }
    throw ValidationError("Unexpected argument '\(sources[max(1, other)])'")
  }

  /// - Parameters:
  ///   - language: Of the problems.
  ///   - header: The journal that is rendered: its source counts if none is named, before the default.
  ///   - policy: Whether the set plays without stems whose files cannot be read.
  ///   - dated: How far the files are read that name the day of their door.
  ///   - loading: Shows how far the files of a folder without a set file are asked what they are; it has gone when this returns.
  func load(
    _ language: Language, or header: JournalHeader? = nil, _ policy: LoadingPolicy = .strict,
    dated: SetCheck.Depth = .samples, loading: LoadingLine? = nil
  ) throws -> Source {
    defer { loading?.clear() }
    let origin = try named ?? header.map { .path($0.source) } ?? origin(language)
    let readers = SoundReaders.standard.keeping(in: .ofUser(ProcessInfo.processInfo.environment))
      .telling(loading?.reporter ?? .none)
    do {
      return try Source.load(origin, header?.readers(readers) ?? readers, policy, dated: dated)
    } catch {
      throw Failure(error, language)
    }
  }

  /// The named source; nil if none is named. Several can only be sound files, and so is a file with such a name.
  var named: SetOrigin? {
    guard let first = sources.first else { return nil }
    return sources.count > 1 || SoundNames.isSound(first) && !Folder.isThere(first)
      ? .sounds(sources) : .path(Library.usual.path(of: first))
  }

  /// The named source, or the default one.
  func origin(_ language: Language) throws -> SetOrigin {
    guard let origin = named ?? Library.usual.usualPath.map(SetOrigin.path) else {
      throw Failure(.usage, CommandLineProblem.noSource.text(language))
    }
    return origin
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
