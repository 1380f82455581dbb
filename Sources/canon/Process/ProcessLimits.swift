import CanonControl
import CanonEngine
import CanonFiles
import CanonSession
import CanonStems
import Glibc

/// The system limits that canon needs: below them no thread could start, so that canon would wait silently, and libjack would
/// wait silently or blame the server.
enum ProcessLimits {
  /// Open files: canon's own, libjack's sockets and shared memory, a private server's, and some temporary ones.
  static let descriptors: UInt64 = 32
  /// Address space without the stems, in bytes: the program, its libraries, the stacks of its threads, and JACK's shared memory. A canon
  /// that plays takes half of it (``saveAddressSpace()``), more on a machine with many processors.
  static let addressSpace: UInt64 = 768 << 20

  /// Raises the soft limit of the address space as far as the hard one allows. Called before the first thread starts.
  /// - Parameter language: Of the message.
  /// - Throws: The limit that is too low, its value, and the required value.
  static func checkAddressSpace(_ language: Language) throws(Failure) {
    let space = raise(__rlimit_resource_t(RLIMIT_AS.rawValue))
    if space < addressSpace { throw shortage(space, addressSpace, forStems: false, language) }
    if space < UInt64.max { saveAddressSpace() }
  }

  /// The C library otherwise reserves 64 MiB for each thread that allocates, which is more than all else.
  private static func saveAddressSpace() {
    let mostArenas: Int32 = -8  // M_ARENA_MAX, which Swift does not import.
    guard let function = dlsym(nil, "mallopt") else { return }
    _ = unsafeBitCast(function, to: (@convention(c) (Int32, Int32) -> Int32).self)(mostArenas, 2)
  }

  /// Raises the soft limits as far as the hard ones allow, and looks whether the stems have room too.
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
    let needed = addressSpace + set.sampleBytes()
    if space < needed { throw shortage(space, needed, forStems: true, language) }
  }

  private static func shortage(
    _ space: UInt64, _ needed: UInt64, forStems: Bool, _ language: Language
  ) -> Failure {
    // Rounded so that a limit of what the message names is enough.
    let (has, least) = (Int(space >> 20), Int((needed + (1 << 20) - 1) >> 20))
    let problem = CommandLineProblem.littleMemory(has, least: least, forStems: forStems)
    return Failure(.failed, problem.text(language))
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
