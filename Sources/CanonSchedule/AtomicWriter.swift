import Foundation

/// Replaces files of one folder so that whoever reads them finds the old text or the new, whole: beside other
/// readers, and after a kill or a power cut at any step.
///
/// - Precondition of all but ``makeFolder()``: the folder is locked (``FolderLock``).
struct AtomicWriter {
  let folder: String
  var calls = DiskCalls()

  private static let prefix = ".canon-"
  private static let suffix = ".part"

  /// Makes the folder and those above it, for their owner alone. Folders that exist stay as they are.
  func makeFolder() throws(DiskError) { try make(folder[...]) }

  /// When this returns, the new text survives a power cut. When it throws, the file holds the old text or,
  /// where the last step failed, the new.
  func replace(_ name: String, with text: String) throws(DiskError) {
    removeLeftovers()
    let part = folder + "/" + Self.prefix + String(UInt32.random(in: 0...(.max)), radix: 16) + Self.suffix
    let descriptor = try open(part, O_WRONLY | O_CREAT | O_EXCL)
    do throws(DiskError) {
      defer { close(descriptor) }
      try write(text, to: descriptor)
      // Else a power cut could leave an empty file under the name of a good one.
      try sync(descriptor)
      try calls.rename(part, folder + "/" + name)
    } catch {
      try? calls.remove(part)
      throw error
    }
    try syncNames(of: folder)
  }

  /// Renames a file to `NAME.damaged`, or to the first of `NAME.damaged-2`, `NAME.damaged-3` ... that is free.
  /// - Returns: The new path.
  func setAside(_ name: String) throws(DiskError) -> String {
    let path = folder + "/" + name
    var aside = path + ".damaged"
    var number = 1
    var status = stat()
    while lstat(aside, &status) == 0 {
      number += 1
      aside = path + ".damaged-\(number)"
    }
    try calls.rename(path, aside)
    // Before a new file takes the name: else a power cut could keep the second renaming without the first.
    try syncNames(of: folder)
    return aside
  }

  /// Removes what killed writers left: under the lock, nobody else writes.
  private func removeLeftovers() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names where name.hasPrefix(Self.prefix) && name.hasSuffix(Self.suffix) {
      try? calls.remove(folder + "/" + name)  // what stays is in nobody's way
    }
  }

  private func write(_ text: String, to descriptor: Int32) throws(DiskError) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = try DiskCalls.uninterrupted { () throws(DiskError) in try calls.write(descriptor, rest) }
      if count == 0 { throw DiskError(code: EIO) }  // else this could go on for ever
      rest = rest.dropFirst(count)
    }
  }

  private func make(_ folder: Substring) throws(DiskError) {
    do {
      try calls.makeFolder(String(folder))
    } catch {
      if error.code == EEXIST { return }
      let slash = folder.lastIndex(of: "/") ?? folder.startIndex
      guard error.code == ENOENT, slash > folder.startIndex else { throw error }
      try make(folder[..<slash])
      do { try calls.makeFolder(String(folder)) } catch {
        if error.code != EEXIST { throw error }  // another canon makes it, too
      }
    }
    if let slash = folder.lastIndex(of: "/") { try syncNames(of: String(folder[...slash])) }
  }

  /// Makes what was created and renamed in a folder survive a power cut.
  private func syncNames(of folder: String) throws(DiskError) {
    do {
      let descriptor = try open(folder, O_RDONLY | O_DIRECTORY)
      defer { close(descriptor) }
      try sync(descriptor)
    } catch {
      // Folders that may be written and not read, and file systems that know no such thing: nobody can.
      if error.code != EACCES && error.code != EINVAL { throw error }
    }
  }

  private func open(_ path: String, _ flags: Int32) throws(DiskError) -> Int32 {
    try DiskCalls.uninterrupted { () throws(DiskError) in try calls.open(path, flags) }
  }

  private func sync(_ descriptor: Int32) throws(DiskError) {
    try DiskCalls.uninterrupted { () throws(DiskError) in try calls.sync(descriptor) }
  }
}
