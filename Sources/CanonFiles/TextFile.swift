import Foundation

/// Reads a small hand-written text file. It rejects folders, devices and pipes
/// (which could block indefinitely), files of more than 1 MiB, and bytes that are not UTF-8.
public enum TextFile {
  public static let largestSize = 1 << 20

  /// Whether there is nothing at a path. A dangling link is something: it is reported as a file that cannot be read.
  public static func isMissing(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) != 0 && (errno == ENOENT || errno == ENOTDIR)
  }

  /// Returns the whole text, without a leading byte order mark.
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - kind: What the file should be, for messages: "a set file", "a schedule".
  ///   - takesPipe: Whether `path` may also be a pipe, which is read to its end, or "-", standard input.
  public static func read(
    _ path: String, kind: String, largestSize: Int = largestSize, takesPipe: Bool = false
  ) throws(FileProblem) -> String {
    let isInput = takesPipe && path == "-"
    func problem(_ cause: TextFileAdvice.Cause) -> FileProblem {
      FileProblem(file: isInput ? input : path, TextFileAdvice(cause: cause, kind: kind))
    }
    let descriptor = isInput ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      switch errno {
      case ENOENT: throw problem(.missing)
      case EACCES: throw problem(.notPermitted)
      default: throw problem(.system(errno))
      }
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0,
      status.st_mode & S_IFMT == S_IFREG || takesPipe && status.st_mode & S_IFMT == S_IFIFO
        || isInput && status.st_mode & S_IFMT != S_IFDIR
    else {
      let isFolder = status.st_mode & S_IFMT == S_IFDIR
      throw problem(isFolder ? .folder : .notRegular)
    }
    guard status.st_size <= largestSize else {
      throw problem(.tooLarge(Int64(status.st_size), limit: largestSize))
    }
    if !isInput && status.st_mode & S_IFMT == S_IFIFO { awaitWriter(descriptor) }
    var bytes = bytes(of: descriptor, expected: Int(status.st_size), atMost: largestSize + 1)
    guard bytes.count <= largestSize else {
      throw problem(.tooLarge(nil, limit: largestSize))
    }
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { bytes.removeFirst(3) }
    guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
      throw problem(.notText)
    }
    return text
  }

  /// The name of "-" in messages.
  public static let input = "standard input"

  /// The bytes up to the end, or to `largest`.
  private static func bytes(of descriptor: Int32, expected: Int, atMost largest: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    // The length of a pipe is unknown, and a file may grow while it is read.
    var room = min(largest, max(expected + 1, 1 << 16))
    while room > 0 {
      var (got, error) = (0, Int32(0))
      bytes += [UInt8](unsafeUninitializedCapacity: room) { target, count in
        got = Glibc.read(descriptor, target.baseAddress, room)
        error = errno
        count = max(0, got)
      }
      if got < 0 && error == EINTR { continue }
      if got <= 0 { break }
      room = min(largest - bytes.count, 1 << 16)
    }
    return bytes
  }

  /// Waits for a writer of a pipe, as any program does; from then on reads wait too.
  private static func awaitWriter(_ descriptor: Int32) {
    var look = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while poll(&look, 1, -1) < 0 && errno == EINTR {}
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
  }
}
