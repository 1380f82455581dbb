import CanonFiles
import Glibc

/// The bytes of the history, and the possible problems of the file.
extension HistoryFile {
  /// - Throws: If it is not a regular file: reading from a pipe could block indefinitely.
  static func size(of descriptor: Int32, _ path: String) throws(FileProblem) -> Int {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw problem(path, errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw notAFile(path) }
    return Int(status.st_size)
  }

  /// The lines at the end of the file, without those that are damaged.
  static func history(in descriptor: Int32, size: Int) -> CommandHistory {
    let start = max(0, size - largestSize)
    var bytes = read(descriptor, from: start, count: min(size, largestSize))[...]
    // The first line of a file that is read from its middle has lost its beginning.
    if start > 0 { bytes = bytes.drop { $0 != UInt8(ascii: "\n") } }
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    // Bytes that are not UTF-8 are decoded to a character that no line may contain.
    return CommandHistory(lines.lazy.map { String(decoding: $0, as: UTF8.self) })
  }

  static func endsInALine(_ descriptor: Int32, size: Int) -> Bool {
    size == 0 || read(descriptor, from: size - 1, count: 1) == [UInt8(ascii: "\n")]
  }

  private static func read(_ descriptor: Int32, from start: Int, count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let got = bytes.withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress! + done, count - done, off_t(start + done))
      }
      if got < 0 && errno == EINTR { continue }
      if got <= 0 { break }
      done += got
    }
    return Array(bytes.prefix(done))
  }

  static func write(_ text: String, to descriptor: Int32, _ path: String) throws(FileProblem) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw problem(path, errno) }
      bytes.removeFirst(count)
    }
  }

  /// Creates the missing folders of the path, accessible only to their owner.
  func makeFolder() throws(FileProblem) {
    for index in path.indices.dropFirst() where path[index] == "/" {
      if mkdir(String(path[..<index]), 0o700) != 0 && errno != EEXIST {
        // A parent folder may exist without write permission. Opening the file shows whether that matters.
        if errno == EACCES || errno == EROFS || errno == EPERM { continue }
        throw Self.problem(path, errno)
      }
    }
  }

  static func notAFile(_ path: String) -> FileProblem { FileProblem(file: path, HistoryAdvice.notRegular) }

  static func problem(_ path: String, _ error: Int32) -> FileProblem {
    error == EISDIR ? notAFile(path) : FileProblem(file: path, HistoryAdvice.system(error))
  }
}
