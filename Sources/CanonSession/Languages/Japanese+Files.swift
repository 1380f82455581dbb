import CanonFiles
import Glibc

/// Problems of files in Japanese.
extension Japanese {
  func file(_ problem: FileProblem) -> String { problem.message }

  func disk(_ error: DiskError) -> String {
    switch error.code {
    case ENOSPC, EDQUOT: "ディスクの空き容量がありません"
    case EROFS: "読み取り専用のディスクです"
    case EACCES, EPERM: "権限がありません"
    case ENOENT: "ファイルかフォルダーがありません"
    case EISDIR: "フォルダーです"
    case EIO: "入出力エラーです"
    default: String(cString: strerror(error.code))
    }
  }
}
