import Foundation

/// A file beside a target that replaces the target as a whole, or vanishes. A reader of the target finds either the old
/// or the new content, even after a kill or a power cut at any step. canon writes all files that it replaces this way.
///
/// - Thread: any that may wait for the disk
public struct AtomicFile: ~Copyable {
  /// Open for reading and writing; only this type closes it.
  public let descriptor: Int32
  private let path: String
  private let target: String
  private let calls: DiskCalls
  private var isPlaced = false

  private static let prefix = ".canon-"
  private static let suffix = ".part"

  /// Creates the file.
  /// - Parameters:
  ///   - target: The path without links: otherwise the link would be replaced instead of its target.
  ///   - mode: The permissions, less the process's umask.
  public init(beside target: String, mode: mode_t, calls: DiskCalls = DiskCalls()) throws(DiskError) {
    var tries = 0
    while true {
      // A short name: the target's own may already be as long as names can be.
      let name = Self.prefix + String(UInt32.random(in: 0...(.max)), radix: 16) + Self.suffix
      let path = Folder.of(target) + "/" + name
      do {
        descriptor = try DiskCalls.uninterrupted { () throws(DiskError) in
          try calls.open(path, O_RDWR | O_CREAT | O_EXCL, mode)
        }
        (self.path, self.target, self.calls) = (path, target, calls)
        return
      } catch {
        tries += 1
        guard error.code == EEXIST, tries < 100 else { throw error }
      }
    }
  }

  deinit {
    close(descriptor)
    if !isPlaced { try? calls.remove(path) }
  }

  /// Whether a name has the form of a temporary file of this type.
  public static func isPart(_ name: String) -> Bool { name.hasPrefix(prefix) && name.hasSuffix(suffix) }

  public borrowing func write(_ text: String) throws(DiskError) { try write(Array(text.utf8)[...]) }

  public borrowing func write(_ bytes: ArraySlice<UInt8>) throws(DiskError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = try DiskCalls.uninterrupted { () throws(DiskError) in try calls.write(descriptor, rest) }
      if count == 0 { throw DiskError(code: EIO) }  // else this could go on for ever
      rest = rest.dropFirst(count)
    }
  }

  /// Writes at a place, in bytes from the beginning.
  public borrowing func write(_ bytes: ArraySlice<UInt8>, at place: Int) throws(DiskError) {
    try DiskCalls.uninterrupted { () throws(DiskError) in try calls.seek(descriptor, place) }
    try write(bytes)
  }

  /// When this returns, the new content survives a power cut. When it throws, the target holds the old content, or the
  /// new content if only the last step failed.
  public consuming func replaceTarget() throws(DiskError) {
    // Otherwise a power cut could leave an empty file under the target's name.
    try DiskCalls.uninterrupted { () throws(DiskError) in try calls.sync(descriptor) }
    try calls.rename(path, target)
    isPlaced = true
    try calls.syncNames(of: Folder.of(target))
  }

  /// The same for what can be made again: after a power cut the target may hold anything.
  public consuming func replaceCopy() throws(DiskError) {
    try calls.rename(path, target)
    isPlaced = true
  }

  /// The same for a target that must not be there.
  /// - Throws: `EEXIST` if it is; it stays as it is.
  public consuming func placeAsNew() throws(DiskError) {
    try DiskCalls.uninterrupted { () throws(DiskError) in try calls.sync(descriptor) }
    try calls.renameToNew(path, target)
    isPlaced = true
    try calls.syncNames(of: Folder.of(target))
  }
}
