import Foundation

/// What the system says when it refuses.
public struct DiskError: Error, Hashable, Sendable {
  /// As in `errno`.
  public let code: Int32
}

/// Everything that keeping state does to a disk, one call a step.
///
/// A seam: tests put in calls that fail, or die, after any of them.
struct DiskCalls: Sendable {
  var makeFolder: @Sendable (_ path: String) throws(DiskError) -> Void = { path throws(DiskError) in
    try Self.check(mkdir(path, 0o700))
  }
  /// Files that this creates may be read and written by their owner alone.
  var open: @Sendable (_ path: String, _ flags: Int32) throws(DiskError) -> Int32 = {
    path, flags throws(DiskError) in
    try Self.check(Glibc.open(path, flags | O_CLOEXEC, 0o600))
  }
  /// Returns how many of the bytes were written, at least one.
  var write: @Sendable (_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) throws(DiskError) -> Int = {
    descriptor, bytes throws(DiskError) in
    try Self.check(bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) })
  }
  /// Returns once the file, or the names in the folder, would survive a power cut.
  var sync: @Sendable (_ descriptor: Int32) throws(DiskError) -> Void = { descriptor throws(DiskError) in
    try Self.check(fsync(descriptor))
  }
  var rename: @Sendable (_ from: String, _ to: String) throws(DiskError) -> Void = {
    from, to throws(DiskError) in
    try Self.check(Glibc.rename(from, to))
  }
  var remove: @Sendable (_ path: String) throws(DiskError) -> Void = { path throws(DiskError) in
    try Self.check(unlink(path))
  }

  /// The result of a system call, or why it failed.
  @discardableResult
  static func check<Number: SignedInteger>(_ result: Number) throws(DiskError) -> Number {
    if result < 0 { throw DiskError(code: errno) }
    return result
  }

  /// Calls again for as long as signals interrupt.
  static func uninterrupted<Result>(_ call: () throws(DiskError) -> Result) throws(DiskError) -> Result {
    while true {
      do { return try call() } catch { if error.code != EINTR { throw error } }
    }
  }
}
