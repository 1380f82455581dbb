import Foundation

/// An error of the system.
public struct DiskError: Error, Hashable, Sendable {
  /// As in `errno`.
  public let code: Int32

  public init(code: Int32) { self.code = code }
}

/// Everything that writing files does to a disk, one call for each step.
///
/// Tests inject calls that fail, or end the process, after any step.
public struct DiskCalls: Sendable {
  public var makeFolder: @Sendable (_ path: String) throws(DiskError) -> Void = { path throws(DiskError) in
    try Self.check(mkdir(path, 0o700))
  }
  /// `mode` applies to files that this creates, less the process's umask.
  public var open: @Sendable (_ path: String, _ flags: Int32, _ mode: mode_t) throws(DiskError) -> Int32 = {
    path, flags, mode throws(DiskError) in
    try Self.check(Glibc.open(path, flags | O_CLOEXEC, mode))
  }
  /// Returns how many of the bytes were written, at least one.
  public var write: @Sendable (_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) throws(DiskError) -> Int = {
    descriptor, bytes throws(DiskError) in
    try Self.check(bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) })
  }
  /// Cuts the file to `length` bytes; the next write appends to them.
  public var cut: @Sendable (_ descriptor: Int32, _ length: Int) throws(DiskError) -> Void = {
    descriptor, length throws(DiskError) in
    try Self.check(ftruncate(descriptor, off_t(length)))
    try Self.check(lseek(descriptor, off_t(length), SEEK_SET))
  }
  /// The next write replaces what is at `place`, in bytes from the beginning.
  public var seek: @Sendable (_ descriptor: Int32, _ place: Int) throws(DiskError) -> Void = {
    descriptor, place throws(DiskError) in
    try Self.check(lseek(descriptor, off_t(place), SEEK_SET))
  }
  /// Returns once the file, or the names in the folder, survive a power cut.
  public var sync: @Sendable (_ descriptor: Int32) throws(DiskError) -> Void = {
    descriptor throws(DiskError) in
    try Self.check(fsync(descriptor))
  }
  public var rename: @Sendable (_ from: String, _ to: String) throws(DiskError) -> Void = {
    from, to throws(DiskError) in
    try Self.check(Glibc.rename(from, to))
  }
  /// The same, but fails with `EEXIST` if something has the new name.
  public var renameToNew: @Sendable (_ from: String, _ to: String) throws(DiskError) -> Void = {
    from, to throws(DiskError) in
    // Two names for one file for a moment; a file system without links fails, and overwrites nothing.
    try Self.check(link(from, to))
    try Self.check(unlink(from))
  }
  public var remove: @Sendable (_ path: String) throws(DiskError) -> Void = { path throws(DiskError) in
    try Self.check(unlink(path))
  }

  /// The calls of the system.
  public init() {}

  /// The result of a system call; throws the reason of a failure.
  @discardableResult
  private static func check<Number: SignedInteger>(_ result: Number) throws(DiskError) -> Number {
    if result < 0 { throw DiskError(code: errno) }
    return result
  }

  /// Repeats the call while signals interrupt it.
  public static func uninterrupted<Result>(_ call: () throws(DiskError) -> Result) throws(DiskError) -> Result
  {
    while true {
      do { return try call() } catch { if error.code != EINTR { throw error } }
    }
  }
}

extension DiskCalls {
  /// Makes files that were created and renamed in a folder survive a power cut.
  public func syncNames(of folder: String) throws(DiskError) {
    do {
      let descriptor = try Self.uninterrupted { () throws(DiskError) in
        try open(folder, O_RDONLY | O_DIRECTORY, 0)
      }
      defer { close(descriptor) }
      try Self.uninterrupted { () throws(DiskError) in try sync(descriptor) }
    } catch {
      // A folder that cannot be read, or a file system without this operation, cannot be synchronised.
      if error.code != EACCES && error.code != EINVAL { throw error }
    }
  }
}
