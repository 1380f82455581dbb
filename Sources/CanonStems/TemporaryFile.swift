import CanonFiles
import Foundation

/// A file beside a target that takes the target's place, or vanishes.
struct TemporaryFile: ~Copyable {
  let descriptor: Int32
  private let path: String
  /// With links resolved, so that a link stays and what it leads to is replaced.
  private let target: String
  private let named: String
  private var isPlaced = false

  /// Creates the file.
  /// - Throws: When the target is anything but a regular file or nothing, or may not be written.
  init(beside named: String) throws(SoundProblem) {
    let target = ContainedPath.realPath(named) ?? named
    var status = stat()
    var mode: mode_t = 0o666
    let exists = stat(target, &status) == 0
    if exists {
      // As root, renaming a file over /dev/null would replace the device.
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw SoundProblem(named, status.st_mode & S_IFMT == S_IFDIR ? .folder : .notRegular)
      }
      guard access(target, W_OK) == 0 else { throw SoundProblem(named, .notPermitted) }
      mode = status.st_mode & 0o777
    }
    var descriptor: Int32 = -1
    var path = ""
    repeat {
      // A short name: the target's own may already be as long as names can be.
      path =
        StemSetFile.folder(of: target) + "/.canon-" + String(UInt32.random(in: 0...(.max)), radix: 16)
        + ".part"
      descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    } while descriptor < 0 && errno == EEXIST
    guard descriptor >= 0 else {
      switch errno {
      case EACCES, EROFS: throw SoundProblem(named, .notPermitted)
      default: throw SoundProblem(named, .system(errno))
      }
    }
    if exists { fchmod(descriptor, mode) }
    self.named = named
    self.target = target
    self.descriptor = descriptor
    self.path = path
  }

  deinit {
    close(descriptor)
    if !isPlaced { unlink(path) }
  }

  /// libsndfile 1.2.0 cannot be kept from writing a PEAK chunk into RF64 files, with the time of day in it.
  borrowing func clearPeakTime() {
    var start = [UInt8](repeating: 0, count: 256)
    let count = pread(descriptor, &start, start.count, 0)
    guard count == start.count, start.starts(with: "R".utf8),
      let peak = start.indices.dropLast(16).first(where: { start[$0...].starts(with: "PEAK".utf8) })
    else { return }
    // Name and size of the chunk, its version, then the time: four bytes each.
    pwrite(descriptor, [0, 0, 0, 0] as [UInt8], 4, peak + 12)
  }

  /// Renames the file to the target, once its content is on the disk.
  consuming func replaceTarget() throws(SoundProblem) {
    // Without this a power cut could leave an empty file where a good one was.
    guard fsync(descriptor) == 0, rename(path, target) == 0 else { throw SoundProblem(named, .system(errno)) }
    isPlaced = true
  }
}
