import Glibc

/// The space that is free in a folder.
package enum DiskSpace {
  /// Below it a journal cannot grow for long.
  static let little: UInt64 = 100 << 20
  /// Below it not even the memory of doors is sure to be written.
  static let least: UInt64 = 1 << 20

  /// What is found of a folder.
  package enum Look: Equatable, Sendable {
    /// The number of bytes that can be written.
    case free(UInt64)
    /// This user cannot write there.
    case closed
  }

  package static func finding(_ path: String, _ look: Look) -> Finding {
    guard case .free(let free) = look else { return .closedFolder(path) }
    if free < least { return .fullDisk(path) }
    return free < little ? .littleDisk(path, free: free) : .disk(path, free: free)
  }

  /// Looks at a folder, or at the place where it would be made; nil if nothing can be found out.
  package static func look(at path: String) -> Look? {
    var folder = path
    while access(folder, F_OK) != 0, let slash = folder.lastIndex(of: "/"), folder != "/" {
      folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
    }
    var disk = statvfs()
    guard statvfs(folder, &disk) == 0 else { return nil }
    // A file system without blocks, such as /proc, keeps no files.
    if access(folder, W_OK) != 0 || disk.f_blocks == 0 { return .closed }
    return .free(UInt64(disk.f_bavail) * UInt64(disk.f_frsize))
  }
}
