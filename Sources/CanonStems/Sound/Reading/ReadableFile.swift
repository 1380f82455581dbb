import CanonFiles
import Foundation

/// A regular file, open for reading. Pipes and devices are rejected without waiting for them.
package struct ReadableFile: ~Copyable {
  package let descriptor: Int32
  /// The first bytes, ``startSize`` at most.
  package let start: [UInt8]

  /// Enough for the names that formats begin with.
  package static let startSize = 64

  init(_ path: String) throws(SoundProblem) {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      switch errno {
      case ENOENT: throw SoundProblem(path, Self.whyMissing(path))
      case EACCES: throw SoundProblem(path, .notPermitted)
      // A socket, or a device without a driver.
      case ENXIO: throw SoundProblem(path, .notRegular)
      default: throw SoundProblem(path, .system(errno))
      }
    }
    var status = stat()
    let kind = fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : 0
    guard kind == S_IFREG else {
      close(descriptor)
      throw SoundProblem(path, kind == S_IFDIR ? .folder : .notRegular)
    }
    var start = [UInt8](repeating: 0, count: Self.startSize)
    let count = pread(descriptor, &start, start.count, 0)
    guard count >= 0 else {
      let number = errno
      close(descriptor)
      throw SoundProblem(path, .system(number))
    }
    self.descriptor = descriptor
    self.start = Array(start[..<count])
  }

  deinit { close(descriptor) }

  /// Texts hold each byte that is not UTF-8 as a replacement character, and no such file is there.
  private static func whyMissing(_ path: String) -> SoundProblem.Cause {
    if path.contains("\u{fffd}"), let name = path.split(separator: "/").last,
      let bytes = Folder.bytesOfNames(in: Folder.of(path)).first(where: {
        String(validating: $0, as: UTF8.self) == nil && String(decoding: $0, as: UTF8.self) == name
      })
    {
      return .otherEncoding(bytes)
    }
    return .missing(nearest: nearestName(to: path))
  }

  private static func nearestName(to path: String) -> String? {
    let folder = Folder.of(path)
    guard let name = path.split(separator: "/").last.map(String.init) else { return nil }
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    if let same = names.first(where: { $0.lowercased() == name.lowercased() }) { return same }
    // With few letters before the dot, everything is near.
    guard names.count <= 10_000, name.prefix(while: { $0 != "." }).count >= 4 else { return nil }
    return Suggestion.nearest(to: name, among: names)
  }
}
