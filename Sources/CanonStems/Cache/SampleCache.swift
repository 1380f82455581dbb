import CanonEngine
import CanonFiles
import Dispatch
import Glibc
import Synchronization

/// Decoded and converted samples on the disk, so that the next start need not make them again.
///
/// It is keyed by the content of the sound files, its size has a limit, it is safe to delete at any time, also while canon plays, and what is
/// damaged in it is made anew. What cannot be written is not kept, without a word: the music does not depend on it.
package final class SampleCache: Sendable {
  /// canon's own folder; made when something is kept.
  let folder: String
  /// Bytes that its files have together at most.
  private let largestSize: Int64
  /// When this process began: what is as new as that is in use.
  private let start: timespec
  private let calls: DiskCalls
  /// Writes one file after another, beside the music.
  private let queue = DispatchQueue(label: "canon.cache", qos: .utility)
  private let isFull = Mutex(false)
  /// The entries that are read in parts.
  private let inUse = Mutex<[InUse]>([])

  private struct InUse {
    let name: String
    weak var entry: OpenEntry?
  }

  /// Bytes: the usual limit, and what is always left free on the disk.
  package static let usualSize: Int64 = 4 << 30
  private static let leastFree: Int64 = 1 << 30

  package init(folder: String, largestSize: Int64 = usualSize, calls: DiskCalls = DiskCalls()) {
    (self.folder, self.largestSize, self.calls) = (folder, largestSize, calls)
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    start = now
  }

  /// The user's.
  /// - Parameter environment: Of the process.
  /// - Returns: nil without a home.
  package static func ofUser(_ environment: [String: String]) -> SampleCache? {
    UserFolder.cache.path(environment).map { SampleCache(folder: $0 + "/samples") }
  }

  private func path(_ key: CacheKey) -> String { Folder.path(of: key.name, in: folder) }

  /// The samples that were kept for a key; nil if there are none, or if they are damaged.
  /// - Parameters:
  ///   - layout: Of the samples.
  ///   - channels: 1 or 2.
  /// - Thread: any control thread (reads the disk)
  func samples(_ key: CacheKey, _ layout: StemLayout, channels: Int) -> StemBuffer? {
    let path = path(key)
    do throws(SampleEntry.Damage) {
      let buffer = try SampleEntry.read(path, key, layout, channels: channels)
      // What was used last is removed last.
      utimensat(AT_FDCWD, path, nil, 0)
      return buffer
    } catch {
      if error == .damaged { try? calls.remove(path) }
      return nil
    }
  }

  /// The samples that were kept for a key, to be read in parts; nil if there are none, or if they are damaged.
  /// - Parameters:
  ///   - layout: Of the samples.
  ///   - channels: 1 or 2.
  /// - Thread: any control thread (reads all of the samples, to check them)
  func entry(_ key: CacheKey, _ layout: StemLayout, channels: Int) -> OpenEntry? {
    open(key, layout, channels: channels, isChecked: false)
  }

  private func open(_ key: CacheKey, _ layout: StemLayout, channels: Int, isChecked: Bool) -> OpenEntry? {
    let path = path(key)
    do throws(SampleEntry.Damage) {
      let entry = try SampleEntry.open(path, key, layout, channels: channels, isChecked: isChecked)
      utimensat(AT_FDCWD, path, nil, 0)
      inUse.withLock { inUse in
        inUse.removeAll { $0.entry == nil }
        inUse.append(InUse(name: key.name, entry: entry))
      }
      return entry
    } catch {
      if error == .damaged { try? calls.remove(path) }
      return nil
    }
  }

  /// Makes an entry whose samples need not be in memory as a whole, to be read in parts.
  ///
  /// The limit of the cache does not count for it, because the samples are in use and nowhere else; only the room on the disk does.
  /// - Parameter write: Writes the samples (``SampleEntry/write(_:of:plane:_:to:)``).
  /// - Returns: nil if the disk has no room, or refuses.
  /// - Throws: What is wrong with the sound file.
  /// - Thread: any control thread (waits for the disk)
  func make(
    _ key: CacheKey, _ shape: SampleShape,
    _ write: (borrowing AtomicFile) throws(EntryFailure) -> Void
  ) throws(SoundProblem) -> OpenEntry? {
    let size = Int64(SampleEntry.headSize + shape.byteCount)
    guard queue.sync(execute: { makeRoom(for: size, isLimited: false) }) else { return nil }
    do throws(EntryFailure) {
      try makeFile(key, shape, write)
    } catch {
      if case .sound(let problem) = error { throw problem }
      return nil
    }
    return open(key, shape.layout, channels: shape.channels, isChecked: true)
  }

  private func makeFile(
    _ key: CacheKey, _ shape: SampleShape, _ write: (borrowing AtomicFile) throws(EntryFailure) -> Void
  ) throws(EntryFailure) {
    let file: AtomicFile
    do throws(DiskError) {
      file = try AtomicFile(beside: path(key), mode: 0o600, calls: calls)
    } catch {
      throw .disk(error)
    }
    try write(file)
    do throws(DiskError) {
      try SampleEntry.seal(shape, key, file)
      try file.replaceCopy()
    } catch {
      throw .disk(error)
    }
  }

  /// What was kept for a key; nil if there is nothing, or if it is damaged.
  /// - Thread: any control thread (reads the disk)
  func facts(_ key: CacheKey) -> SoundFacts? {
    let path = path(key)
    guard let text = SmallFile.text(path) else { return nil }
    guard let facts = SoundFacts(text, key) else {
      try? calls.remove(path)
      return nil
    }
    utimensat(AT_FDCWD, path, nil, 0)
    return facts
  }

  /// Keeps samples, beside the music.
  /// - Thread: any
  func keep(_ buffer: StemBuffer, as key: CacheKey) {
    keep(key, size: SampleEntry.size(buffer)) { (file) throws(DiskError) in
      try SampleEntry.write(buffer, key, to: file)
    }
  }

  /// Keeps what a file says of itself.
  /// - Thread: any
  func keep(_ facts: SoundFacts, as key: CacheKey) {
    let text = facts.text(key)
    keep(key, size: Int64(text.utf8.count)) { (file) throws(DiskError) in try file.write(text) }
  }

  private func keep(
    _ key: CacheKey, size: Int64,
    _ write: @escaping @Sendable (borrowing AtomicFile) throws(DiskError) -> Void
  ) {
    queue.async { [self] in
      guard size <= largestSize, !isFull.withLock({ $0 }) else { return }
      do throws(DiskError) {
        guard makeRoom(for: size) else { throw DiskError(code: ENOSPC) }
        let file = try AtomicFile(beside: path(key), mode: 0o600, calls: calls)
        try write(file)
        try file.replaceCopy()
      } catch {
        // Otherwise each further one would be tried in vain. Anything else may pass: somebody deletes the folder.
        if [ENOSPC, EDQUOT, EROFS, EACCES, ENOTDIR].contains(error.code) { isFull.withLock { $0 = true } }
      }
    }
  }

  /// Returns once everything so far is kept.
  package func settle() async {
    await withCheckedContinuation { done in queue.async { done.resume() } }
  }

  /// Removes what was used longest ago until there is room. What windows read stays, and counts as no part of the cache: long stems would take all of it.
  /// - Parameter isLimited: Whether the cache's own limit counts for what is to be kept, or only the room on the disk, for which more is removed.
  /// - Returns: Whether there is; false also if the folder cannot be made.
  private func makeRoom(for size: Int64, isLimited: Bool = true) -> Bool {
    guard (try? Folder.make(folder, calls, isDurable: false)) != nil else { return false }
    var files = Folder.names(in: folder).compactMap { name -> (name: String, path: String, status: stat)? in
      let path = Folder.path(of: name, in: folder)
      var status = stat()
      guard CacheKey.isName(name) || AtomicFile.isPart(name), lstat(path, &status) == 0 else { return nil }
      return (name, path, status)
    }
    func time(_ status: stat) -> (Int, Int) { (status.st_mtim.tv_sec, status.st_mtim.tv_nsec) }
    files.sort { time($0.status) < time($1.status) }
    let kept = inUse.withLock { inUse in Set(inUse.filter { $0.entry != nil }.map(\.name)) }
    files.removeAll { kept.contains($0.name) }
    var disk = statvfs()
    guard statvfs(folder, &disk) == 0 else { return false }
    var total = files.reduce(isLimited ? size : 0) { $0 + Int64($1.status.st_size) }
    var room = Int64(disk.f_bavail) * Int64(disk.f_frsize) - size - Self.leastFree
    for file in files {
      // A part of a file that is older than this process was left by one that was killed, or another canon writes it again.
      guard time(file.status) < (start.tv_sec, start.tv_nsec) else { break }
      let isInTheWay = total > largestSize || (room < 0 && !isLimited)
      guard isInTheWay || AtomicFile.isPart(file.name) else { continue }
      try? calls.remove(file.path)
      total -= Int64(file.status.st_size)
      room += Int64(file.status.st_size)
    }
    return (total <= largestSize || !isLimited) && room >= 0
  }
}
