import CanonControl
import CanonFiles
import CanonSession
import CanonStems
import Glibc

/// `canon check --fix DIR`: writes a mended set, and says what changed.
struct CheckFix {
  let folder: String
  /// nil if the set has a loop of a wrong length, so that it was not measured.
  let before: SetMeasurement?
  /// Whether a warning of the new set counts as a problem.
  let isStrict: Bool
  let language: Language

  /// - Parameter problems: Those of the source.
  /// - Returns: False if there is something else wrong than what can be mended, so that nothing is written.
  /// - Throws: Also if the new set is not in order, which can be seen from what is left.
  func run(_ origin: SetOrigin, _ problems: [FileProblem]) async throws -> Bool {
    guard SetRepair.canMend(problems), let source = try? Source.load(origin, dated: nil) else { return false }
    let isNew = try makeFolder()
    let repair: SetRepair
    do {
      do { repair = try await SetRepair(source.set, into: folder) } catch {
        if isNew { rmdir(folder) }
        throw error
      }
    } catch SetRepair.Failure.uneditable {
      throw Failure(.badFile, CommandLineProblem.uneditableSet(source.set.file).text(language))
    } catch {
      throw Failure(error, language)
    }
    Output.line("")
    for line in lines(repair, source.set) { Output.line(CleanText.clean(line)) }
    if repair.change != 0, source.set.scenes.contains(where: \.setsGains) {
      Output.line(language.wording.scenesKeepGains)
    }
    let path = Folder.path(of: StemSetFile.name, in: folder)
    Output.line(CleanText.clean(language.wording.written(path)))
    let left = repair.after.problems.filter { $0.severity != .note }
    for problem in left { Output.line(problem.text(language)) }
    let serious = left.filter { isStrict || $0.severity == .error }
    if !serious.isEmpty { throw Failure(.badFile, language.wording.problems(serious.count)) }
    return true
  }

  /// Nothing that is there is written over.
  /// - Returns: Whether it was not there.
  private func makeFolder() throws -> Bool {
    if mkdir(folder, 0o777) == 0 { return true }
    let code = errno
    guard code == EEXIST, Folder.isThere(folder) else {
      throw refusal(.noFolder(folder, DiskError(code: code)))
    }
    if Folder.names(in: folder).contains(where: { $0 != "." && $0 != ".." }) {
      throw refusal(.folderNotEmpty(folder))
    }
    return false
  }

  private func refusal(_ problem: CommandLineProblem) -> Failure {
    Failure(.cannotWrite, problem.text(language))
  }

  private func lines(_ repair: SetRepair, _ set: StemSet) -> [String] {
    let stems = repair.stems.map { stem in
      let gain = set[stem.index].gain.value
      return language.wording.repaired(
        stem.file, parts(stem),
        gain: (Decimal.text(gain, 1), Decimal.text(gain + repair.change, 1)))
    }
    guard let after = repair.after.measurement else { return stems }
    let peak = language.wording.repairedPeak(
      before: before.map { Decimal.decibels(Double($0.truePeak.worst)) },
      after: Decimal.decibels(Double(after.truePeak.worst)) + " dBTP")
    return stems + [peak]
  }

  private func parts(_ stem: StemRepair) -> [RepairPart] {
    var parts: [RepairPart] = []
    if stem.addedFrames != 0 {
      parts.append(.length(stem.before.frameCount, stem.after.frameCount))
    }
    if stem.isMeanRemoved {
      parts.append(.mean(CheckText.percent(stem.before.mean), CheckText.percent(stem.after.mean)))
    }
    if stem.crossfadeFrames > 0, let before = stem.before.seam, let after = stem.after.seam {
      parts.append(
        .seam(
          Decimal.text(min(before.besideIt, 9999), 1), Decimal.text(min(after.besideIt, 9999), 1),
          crossfade: stem.crossfadeFrames))
    }
    return parts
  }
}

extension SceneSpec {
  /// Whether it has a command for a gain, which is absolute.
  fileprivate var setsGains: Bool {
    commands.contains { $0.split(separator: " ").first == "gain" }
  }
}
