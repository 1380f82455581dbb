import CanonControl
import CanonFiles
import Glibc

/// Why the history of the command line cannot be read or kept.
enum HistoryAdvice: TranslatedAdvice {
  /// A folder, a pipe or the like lies in its place.
  case notRegular
  /// An error number of the system.
  case system(Int32)

  var code: String? { Self.code("history", self) }

  var words: Advice {
    let expected = "the history of the command line"
    return switch self {
    case .notRegular:
      Advice(
        found: "something that is not a regular file", expected: expected,
        remedy: "Move it away; canon makes a new file.")
    case .system(let code):
      Advice(
        found: String(cString: strerror(code)).lowercased(), expected: expected,
        remedy:
          "Check the permissions of the file and its folder; what is typed is remembered until canon ends.")
    }
  }

  var japanese: Advice {
    let expected = "コマンド行の履歴"
    return switch self {
    case .notRegular:
      Advice(
        found: "通常のファイルではありません", expected: expected, remedy: "よそへ移してください。canon が新しいファイルを作ります。")
    case .system(let code):
      Advice(
        found: Language.japanese.wording.disk(DiskError(code: code)), expected: expected,
        remedy: "ファイルとそのフォルダーの権限を確認してください。入力したものは canon が終わるまで覚えています。")
    }
  }
}
