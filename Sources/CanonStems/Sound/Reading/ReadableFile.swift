import CSndFile
import CanonFiles
import Foundation

/// A regular file, open for reading. Pipes and devices are rejected without waiting for them.
struct ReadableFile: ~Copyable {
  let descriptor: Int32

  init(_ path: String) throws(SoundProblem) {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      switch errno {
      case ENOENT: throw SoundProblem(path, .missing(nearest: Self.nearestName(to: path)))
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
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Why libsndfile did not open the file, from its error number and the file's first bytes.
  borrowing func causeOfRefusal(_ error: Int32) -> SoundProblem.Cause {
    var start = [UInt8](repeating: 0, count: 12)
    let count = pread(descriptor, &start, start.count, 0)
    if count == 0 { return .empty }
    let isMPEG4 = count == start.count && Array(start[4..<8]) == Array("ftyp".utf8)
    let isADTS = count >= 2 && start[0] == 0xff && start[1] & 0xf6 == 0xf0
    if isMPEG4 || isADTS { return .aac }
    let isKnown = ["RIFF", "RF64", "FORM", "fLaC", "OggS", "caff"].contains { start.starts(with: $0.utf8) }
    return isKnown || error != Int32(SF_ERR_UNRECOGNISED_FORMAT) ? .damaged : .unrecognised
  }

  private static func nearestName(to path: String) -> String? {
    let folder = StemSetFile.folder(of: path)
    guard let name = path.split(separator: "/").last.map(String.init) else { return nil }
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    if let same = names.first(where: { $0.lowercased() == name.lowercased() }) { return same }
    // With few letters before the dot, everything is near.
    guard names.count <= 10_000, name.prefix(while: { $0 != "." }).count >= 4 else { return nil }
    return Suggestion.nearest(to: name, among: names)
  }
}
