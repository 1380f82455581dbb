import CanonFiles
import Glibc

/// Problems of files in English.
extension English {
  func file(_ problem: FileProblem) -> String { problem.message }
  func disk(_ error: DiskError) -> String { String(cString: strerror(error.code)) }
}
