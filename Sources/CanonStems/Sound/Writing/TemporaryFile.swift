import CanonFiles
import Foundation

/// A file that replaces its target, or vanishes. It gets the permissions of the replaced file, else
/// those of new files.
struct TemporaryFile: ~Copyable {
  private let file: AtomicFile
  private let named: String

  var descriptor: Int32 { file.descriptor }

  /// Creates the file.
  /// - Throws: If the target exists and is not a regular file, or cannot be written.
  init(beside named: String, calls: DiskCalls = DiskCalls()) throws(SoundProblem) {
    // So that a link stays and what it leads to is replaced.
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
    } else if errno == ENAMETOOLONG {
      // The temporary file has a shorter name: only at the end would it show.
      throw SoundProblem(named, .system(ENAMETOOLONG))
    }
    do throws(DiskError) {
      file = try AtomicFile(beside: target, mode: mode, calls: calls)
    } catch {
      switch error.code {
      case EACCES, EROFS: throw SoundProblem(named, .notPermitted)
      default: throw SoundProblem(named, .system(error.code))
      }
    }
    // The umask may have taken away what the old file had.
    if exists { fchmod(file.descriptor, mode) }
    self.named = named
  }

  borrowing func write(_ text: String) throws(SoundProblem) {
    do throws(DiskError) { try file.write(text) } catch { throw SoundProblem(named, .system(error.code)) }
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
    let named = named
    do throws(DiskError) { try file.replaceTarget() } catch { throw SoundProblem(named, .system(error.code)) }
  }

  /// The same for a target that must not be there.
  consuming func placeAsNew() throws(SoundProblem) {
    let named = named
    do throws(DiskError) { try file.placeAsNew() } catch { throw SoundProblem(named, .system(error.code)) }
  }
}
