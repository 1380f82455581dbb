import CanonControl
import CanonEngine
import CanonFiles
import CanonSession
import CanonStems
import Glibc

/// The system limits that playing needs: below them, libjack would wait silently or blame
/// the server.
enum ProcessLimits {
  /// Open files: canon's own, libjack's sockets and shared memory, a private server's, and some temporary ones.
  static let descriptors: UInt64 = 32
  /// Address space without the stems, in bytes: the program, its libraries and threads, and JACK's shared memory.
  static let addressSpace: UInt64 = 512 << 20

  /// Raises the soft limits as far as the hard ones allow.
  /// - Parameter language: Of the message.
  /// - Throws: The limit that is too low, its value, and the required value.
  static func check(for set: StemSet, _ language: Language) throws(Failure) {
    let files = raise(__rlimit_resource_t(RLIMIT_NOFILE.rawValue))
    if files < descriptors {
      let problem = CommandLineProblem.fewFiles(Int(clamping: files), least: Int(descriptors))
      throw Failure(.failed, problem.text(language))
    }
    let space = raise(__rlimit_resource_t(RLIMIT_AS.rawValue))
    if space == UInt64.max { return }
    let needed = addressSpace + set.sampleBytes
    if space < needed {
      let problem = CommandLineProblem.littleMemory(Int(space >> 20), least: Int(needed >> 20))
      throw Failure(.failed, problem.text(language))
    }
  }

  /// - Returns: The current limit; the largest number if there is none.
  private static func raise(_ resource: __rlimit_resource_t) -> UInt64 {
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return .max }
    limit.rlim_cur = limit.rlim_max
    setrlimit(resource, &limit)
    getrlimit(resource, &limit)
    return UInt64(limit.rlim_cur)
  }
}
