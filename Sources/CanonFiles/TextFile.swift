import Foundation

/// Reads a small text file that a person wrote, refusing what cannot be one: folders, devices and pipes
/// (which could block for ever), more than 1 MiB, bytes that are not UTF-8.
public enum TextFile {
  public static let largestSize = 1 << 20

  /// Returns the whole text, without a leading byte order mark.
  /// - Parameters:
  ///   - path: Where the file is.
  ///   - kind: What it should be, for the message: "a set file", "a schedule".
  public static func read(
    _ path: String, kind: String, largestSize: Int = largestSize
  ) throws(FileProblem) -> String {
    func problem(_ found: String, _ remedy: String) -> FileProblem {
      FileProblem(file: path, found: found, expected: "\(kind) (a text file)", remedy: remedy)
    }
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      switch errno {
      case ENOENT: throw problem("no such file", "Check the name and the folder.")
      case EACCES:
        throw problem("a file that may not be read", "Change its permissions, e.g. with chmod u+r.")
      default: throw problem(String(cString: strerror(errno)), "Check the name and the folder.")
      }
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      let isFolder = status.st_mode & S_IFMT == S_IFDIR
      throw problem(isFolder ? "a folder" : "something that is not a regular file", "Name the file itself.")
    }
    guard status.st_size <= largestSize else {
      throw problem("\(status.st_size) bytes", "Such files are small; \(largestSize >> 20) MiB is the limit.")
    }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size) + 1)
    var count = 0
    while count < bytes.count {
      let got = bytes.withUnsafeMutableBytes {
        Glibc.read(descriptor, $0.baseAddress! + count, $0.count - count)
      }
      if got <= 0 { break }
      count += got
    }
    bytes.removeLast(bytes.count - count)
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { bytes.removeFirst(3) }
    guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
      throw problem("bytes that are not UTF-8 text", "Save the file as UTF-8.")
    }
    return text
  }
}
