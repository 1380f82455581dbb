import CanonFiles
import CanonSession
import Glibc

/// Problems of files in English.
extension English {
  func file(_ problem: FileProblem) -> String { problem.message }
  func words(_ advice: any FileAdvice) -> Advice { advice.words }
  func found(_ value: String) -> String { value }
  func disk(_ error: DiskError) -> String { String(cString: strerror(error.code)) }
}
