import CanonEngine
import CanonFiles
import Foundation

/// The set that canon assumes of sound files for which nobody has written a `set.toml`.
///
/// It becomes the text of a set file, which is then read as any other: what plays without a file, what `canon new` writes and what a
/// journal records are the same.
package struct AssumedSet {
  /// One sound file.
  struct Sound {
    /// Relative to the folder.
    let file: String
    let name: AssumedName
    let info: SoundInfo
    /// The loop that the file names, right or wrong.
    let loopPoints: LoopPoints?
  }

  /// The name of the file that is the base.
  private static let base = "base"

  package let folder: String
  let sounds: [Sound]
  /// The files that cannot be read, each with the number of readable ones before it.
  let unreadable: [(file: String, name: AssumedName, place: Int)]
  let loop: AssumedLoop
  let tempo: AssumedTempo
  /// Whether it is a folder's, or of named files.
  let isFolder: Bool
  /// Files that only a number, a tempo or their type tells apart: another such file may change which stem has which id.
  package let namesakes: [String]
  /// The place of the base.
  let base: Int

  /// - Parameters:
  ///   - policy: If it is lenient, files that cannot be read are stems too, unless the base is among them.
  ///   - isOmitted: Which names of files do not count.
  /// - Throws: What is wrong with the files; their lengths are not judged (``misfits``).
  /// - Thread: any control thread (reads the files' headers)
  package init(
    folder: String, readers: SoundReaders = .standard, _ policy: LoadingPolicy = .strict,
    without isOmitted: (String) -> Bool = { _ in false }
  ) throws(FileProblems) {
    let files = try SoundNames.inFolder(folder).filter { !isOmitted($0) }
    if files.isEmpty { throw FileProblems([FileProblem(file: folder, AssumedAdvice.noSounds)]) }
    try self.init(folder: folder, files: files, names: files, isFolder: true, readers, policy)
  }

  /// - Parameter files: At least one. Their folder is the deepest one that holds them all.
  package init(
    files: [String], readers: SoundReaders = .standard, _ policy: LoadingPolicy = .strict
  ) throws(FileProblems) {
    let paths = files.compactMap(ContainedPath.realPath)
    // What is not there is told under the name that was given.
    guard paths.count == files.count else { throw FileProblems(Self.unreadable(files, readers)) }
    let folder = Self.commonFolder(of: paths)
    let start = folder == "/" ? 1 : folder.utf8.count + 1
    try self.init(
      folder: folder, files: paths.map { String($0.utf8.dropFirst(start)) ?? $0 }, names: files,
      isFolder: false,
      readers, policy)
  }

  /// - Parameter names: The paths whose names the stems have, one for each file.
  private init(
    folder: String, files: [String], names: [String], isFolder: Bool, _ readers: SoundReaders,
    _ policy: LoadingPolicy
  ) throws(FileProblems) {
    if files.count > StemSet.mostStems {
      throw FileProblems([
        FileProblem(file: folder, SetAdvice.tooMany(.stem, files.count, most: StemSet.mostStems))
      ])
    }
    let names = AssumedName.all(of: names)
    var sounds: [Sound] = [], problems: [FileProblem] = [], tagged: [Tempo] = []
    var unreadable: [(file: String, name: AssumedName, place: Int)] = []
    readers.ask(files.map { (Folder.path(of: $0, in: folder), nil) })
    for (file, name) in zip(files, names) {
      do throws(SoundProblem) {
        let (info, points, tempo) = try readers.description(Folder.path(of: file, in: folder))
        sounds.append(Sound(file: file, name: name, info: info, loopPoints: points))
        if let tempo { tagged.append(tempo) }
      } catch {
        problems.append(error.fileProblem)
        unreadable.append((file, name, sounds.count))
      }
    }
    let hasBase = sounds.contains { $0.name.id == Self.base }
    // The base is the first file unless one has its name, and nothing plays without it.
    let lacksBase =
      unreadable.contains { $0.name.id == Self.base } || !hasBase && unreadable.first?.place == 0
    let isPlayable = policy == .lenient && !sounds.isEmpty && !lacksBase
    if !problems.isEmpty, !isPlayable { throw FileProblems(problems) }
    let stated = StatedTempos(names: names.compactMap(\.tempo), tags: tagged)
    guard let loop = AssumedLoop(sounds.map(\.info), tempo: stated.only) else {
      let longest = sounds.max { $0.info.loopDuration < $1.info.loopDuration }
      throw FileProblems([
        FileProblem(file: Folder.path(of: longest?.file ?? "", in: folder), AssumedAdvice.tooLong)
      ])
    }
    base = sounds.firstIndex { $0.name.id == Self.base } ?? 0
    self.unreadable = unreadable
    tempo = AssumedTempo(stated, loop: loop.length, at: sounds[base].info.sampleRate)
    (self.folder, self.sounds, self.loop, self.isFolder) = (folder, sounds, loop, isFolder)
    // Ids depend on files that cannot be read, too.
    let all = sounds.map { ($0.file, $0.name.kind) } + unreadable.map { ($0.file, $0.name.kind) }
    let kinds = Dictionary(grouping: all) { $0.1 }.values.filter { $0.count > 1 }
    namesakes = kinds.flatMap { $0.map(\.0) }.sorted(by: NaturalOrder.precedes)
  }

  private static func unreadable(_ files: [String], _ readers: SoundReaders) -> [FileProblem] {
    files.compactMap { file in
      do throws(SoundProblem) { _ = try readers.info(file) } catch { return error.fileProblem }
      return nil
    }
  }

  /// The path of the set file that is not there.
  package var path: String { Folder.path(of: StemSetFile.name, in: folder) }

  /// The files whose lengths do not fit the loop, with the nearest length that does.
  package var misfits: [FileProblem] {
    loop.misfits.map { index in
      let sound = sounds[index]
      let nearest = AssumedLoop.nearest(to: sound.info, loop: loop.length) ?? loop.length
      return FileProblem(
        file: Folder.path(of: sound.file, in: folder),
        AssumedAdvice.misfit(
          AssumedAdvice.Misfit(
            seconds: Self.seconds(sound.info.loopDuration), frames: sound.info.loopFrames,
            loop: Self.seconds(loop.length.seconds), count: loop.count, of: sounds.count,
            nearest: Self.seconds(nearest.seconds),
            nearestFrames: nearest.nearestFrames(at: sound.info.sampleRate),
            isNear: isNearMiss(index), folder: isFolder ? folder : nil, isNamedByFile: sound.info.loop != nil)
        ))
    }
  }

  /// The misfits that must be mistakes: so close to a length that fits.
  package var nearMisses: [FileProblem] {
    zip(loop.misfits, misfits).filter { isNearMiss($0.0) }.map(\.1)
  }

  func isNearMiss(_ index: Int) -> Bool {
    let info = sounds[index].info
    guard let nearest = AssumedLoop.nearest(to: info, loop: loop.length) else { return false }
    return LoopRatio.isNear(nearest, info.loopFrames, at: info.sampleRate)
  }

  /// What was assumed, as a note.
  package var note: FileProblem {
    FileProblem(file: folder, AssumedAdvice.assumed(summary), severity: .note)
  }

  private var summary: AssumedAdvice.Summary {
    AssumedAdvice.Summary(
      stems: sounds.count + unreadable.count, loop: Self.seconds(loop.length.seconds), sameLength: loop.count,
      base: sounds[base].name.id, tempo: tempo, folder: isFolder ? folder : nil)
  }

  // MARK: -

  static func seconds(_ value: Double) -> String {
    var text = fixed(value, 3)
    while text.hasSuffix("0") { text.removeLast() }
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }

  private static func commonFolder(of paths: [String]) -> String {
    let folders = paths.map { Folder.of($0).split(separator: "/") }
    guard var common = folders.first else { return "." }
    for folder in folders {
      common = zip(common, folder).prefix { $0 == $1 }.map(\.0)
    }
    guard paths[0].hasPrefix("/") else { return common.isEmpty ? "." : common.joined(separator: "/") }
    return "/" + common.joined(separator: "/")
  }
}
