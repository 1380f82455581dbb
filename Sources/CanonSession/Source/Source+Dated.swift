import CanonEngine
import CanonFiles
import CanonSchedule
import CanonStems

/// A source with files that name a day, and those that cannot be stems.
struct DatedSource: Sendable {
  /// With the stems and doors of ``taken``, after all others.
  private(set) var source: Source
  private(set) var taken: [DatedFile] = []
  /// The names of the others, and what is wrong with them.
  private(set) var left: [(file: String, problem: FileProblem)] = []

  private let timing: SetTiming
  private let depth: SetCheck.Depth

  /// - Parameters:
  ///   - files: Names in the set's folder, in the order in which they are to be taken (``DatedFile/names(beside:)``).
  ///   - timing: That of the source's set.
  /// - Thread: any control thread (reads the files)
  init(_ source: Source, and files: [String], _ timing: SetTiming, _ depth: SetCheck.Depth) {
    (self.source, self.timing, self.depth) = (source, timing, depth)
    var candidates: [DatedFile] = []
    for file in files {
      do throws(FileProblem) {
        candidates.append(try candidate(file, beside: candidates))
      } catch {
        leave(file, error)
      }
    }
    candidates = heard(candidates)
    guard !candidates.isEmpty else { return }
    do throws(FileProblems) {
      let whole = try source.adding(candidates)
      let problems = Source.problems(between: whole.schedule!, and: whole.set)
      if let first = problems.first { throw FileProblems([first]) }
      (self.source, taken) = (whole, candidates)
    } catch {
      for file in candidates { leave(file.file, error.problems[0]) }
    }
  }

  private mutating func leave(_ file: String, _ problem: FileProblem) {
    var problem = problem
    problem.severity = .warning
    left.append((file, problem))
  }

  /// The file as a stem, judged by its name.
  private func candidate(_ file: String, beside others: [DatedFile]) throws(FileProblem) -> DatedFile {
    let set = source.set, path = Folder.path(of: file, in: set.folder)
    func problem(_ advice: some FileAdvice) -> FileProblem { FileProblem(file: path, advice) }
    let new = try DatedFile(file, path: path)
    if let other = others.first(where: { $0.stemID == new.stemID }) {
      throw problem(DatedAdvice.sameID(new.stemID, as: other.file))
    }
    if set.hasOutput(new.stemID) { throw problem(DatedAdvice.sameID(new.stemID, as: nil)) }
    if let schedule = source.schedule, !schedule.isInSeason(new.date) {
      throw problem(schedule.advice(outOfSeason: new.date))
    }
    if set.stems.count + others.count >= StemSet.mostStems {
      throw problem(SetAdvice.tooMany(.stem, StemSet.mostStems + 1, most: StemSet.mostStems))
    }
    do { _ = try ContainedPath.resolve(file, below: set.folder) } catch {
      throw problem(LoadingAdvice.path(file, error))
    }
    return new
  }

  /// The candidates whose sounds are right, and which no other stem has.
  private mutating func heard(_ candidates: [DatedFile]) -> [DatedFile] {
    if candidates.isEmpty { return [] }
    guard let whole = try? source.adding(candidates) else {
      for file in candidates {
        leave(file.file, FileProblem(file: source.schedule?.path ?? "", DatedAdvice.inOneLine))
      }
      return []
    }
    let first = source.set.stems.count
    var wrong: [Int: FileProblem] = [:]
    for place in candidates.indices {
      wrong[place] = whole.set.problem(ofAdded: StemIndex(first + place), timing, depth: depth)
    }
    // Of several with the same bytes the first one counts.
    for group in FileIdentity.groups(of: whole.set.stems.map(\.path)) {
      let right = group.filter { $0 < first || wrong[$0 - first] == nil }
      for place in right.dropFirst() where place >= first {
        wrong[place - first] = FileProblem(
          file: whole.set.stems[place].path, DatedAdvice.sameBytes(as: whole.set.stems[right[0]].id))
      }
    }
    for (place, problem) in wrong.sorted(by: { $0.key < $1.key }) { leave(candidates[place].file, problem) }
    return candidates.indices.filter { wrong[$0] == nil }.map { candidates[$0] }
  }
}

extension Source {
  /// The source with the stems and doors of files that name a day.
  fileprivate func adding(_ files: [DatedFile]) throws(FileProblems) -> Source {
    var whole = Source(
      name: name, set: try set.adding(files.map(\.stem)),
      schedule: try schedule?.adding(files.map { ($0.stemID, $0.date) }))
    whole.leftAlone = leftAlone
    return whole
  }

  /// The source with the files that its schedule watches for.
  /// - Parameter kept: The files that go before others.
  /// - Thread: any control thread (reads the files)
  func watching(_ depth: SetCheck.Depth, keeping kept: Set<String>) -> Source {
    // What is wrong with the set is told elsewhere.
    guard schedule?.isWatching == true, let timing = try? SetTiming(of: set) else { return self }
    let names = DatedFile.names(beside: set)
    let dated = DatedSource(
      self, and: names.filter(kept.contains) + names.filter { !kept.contains($0) }, timing, depth)
    var source = dated.source
    source.leftAlone = dated.left.map(\.problem)
    return source
  }
}

extension Schedule {
  fileprivate func advice(outOfSeason date: LocalDate) -> DatedAdvice {
    if case .fixed(let year) = year { return .otherYear(day: date.description, year: year) }
    guard case .between(let next) = season(at: zone.firstInstant(of: date)) else { return .form }
    return .betweenSeasons(day: date.description, next: zone.text(next))
  }
}
