import Glibc

/// The space that is free in a folder.
package enum DiskSpace {
  /// Below it a journal cannot grow for long.
  static let little: UInt64 = 100 << 20
  /// Below it not even the memory of doors is sure to be written.
  static let least: UInt64 = 1 << 20

  package static func finding(_ path: String, free: UInt64) -> Finding {
    if free < least { return .fullDisk(path) }
    return free < little ? .littleDisk(path, free: free) : .disk(path, free: free)
  }

  /// The bytes that this user can write in a folder, or where it would be made; nil if that cannot be found out.
  static func free(in path: String) -> UInt64? {
    var folder = path
    while access(folder, F_OK) != 0, let slash = folder.lastIndex(of: "/"), folder != "/" {
      folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
    }
    var disk = statvfs()
    guard statvfs(folder, &disk) == 0 else { return nil }
    return UInt64(disk.f_bavail) * UInt64(disk.f_frsize)
  }
}
