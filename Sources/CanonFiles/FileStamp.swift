import Glibc

/// What a file was like when it was read. As long as it is the same, nobody has written the file or put another one in its place.
public struct FileStamp: Hashable, Sendable {
  private let device: dev_t
  private let inode: ino_t
  private let size: off_t
  /// Nanoseconds since 1970: when its contents changed last, and when anything of it did.
  private let written: Int64
  private let changed: Int64

  /// - Returns: nil if there is no such file.
  /// - Thread: any control thread (asks the disk)
  public init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (device, inode, size) = (status.st_dev, status.st_ino, status.st_size)
    written = Self.nanoseconds(status.st_mtim)
    changed = Self.nanoseconds(status.st_ctim)
  }

  /// The same as text, for comparison with that of another process.
  package var text: String { "\(device) \(inode) \(size) \(written) \(changed)" }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
