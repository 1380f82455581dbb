import CJack
import CanonEngine
import CanonFiles
import CanonSession

/// The same reasons in Japanese.
extension JackProblem {
  package var japanese: String {
    func server(_ name: String?) -> String { name.map { "「\($0)」" } ?? "（既定）" }
    switch self {
    case .noServer(let name):
      return "JACK サーバー\(server(name))が応答しません。qjackctl や「jackd -d alsa」で起動するか、--no-start-server と "
        + "--server を外して canon に専用のサーバーを起動させるか、「canon render」でファイルに書き出してください。"
        + "ほかの場所で動いているサーバーには、同じユーザーで --server か JACK_DEFAULT_SERVER を指定して接続します。"
    case .refused(let name, let status):
      return "JACK サーバー\(server(name))が canon を拒否しました：\(Self.japaneseReasons(status))。"
        + "続く場合は、サーバーを起動し直してください。"
    case .unsupportedRate(let rate):
      let range = SampleRate.range
      return "JACK サーバーは \(rate) Hz で動いていますが、使えるのは \(range.lowerBound) から \(range.upperBound) Hz です。"
        + "別のサンプルレートを選んでください。"
    case .port(let name):
      return "ポート「\(name)」を作れませんでした。ポートは2032個まで、名前は255バイトまでです。"
        + "ステムを減らすか、id を短くしてください。"
    case .cannotActivate: return "JACK サーバーが canon を受け入れませんでした。サーバーを起動し直してください。"
    case .noJackd:
      return "JACK サーバーが応答せず、起動もできません：jackd がインストールされていません。"
        + "インストールするか（Debian：apt-get install jackd2）、「canon render」でファイルに書き出してください。"
    case .privateServer(let backend, let said):
      return "専用の JACK サーバー（\(backend)）を起動できませんでした：\(said)。"
        + "自分で起動するか、「canon render」を使ってください。"
    case .registryFull(let registry):
      return "専用の JACK サーバーを起動できませんでした。\(registry.text(.japanese))"
    case .noPipeWireJack:
      return "PipeWire は動いていますが、その JACK ライブラリーがありません。"
        + "インストールしてください（Debian：apt-get install pipewire-jack）。"
    case .noDevice(let name, let known):
      return "--device \(CleanText.clean(name))：再生できるサウンドカードにその名前のものはありません。"
        + (known.isEmpty
          ? "サウンドカードが一つもありません。接続するか、無音で演奏するならオプションを外してください。"
          : "あるのは \(known.map(\.description).joined(separator: "、"))です。接続するか、どれかを指定してください。")
    }
  }

  private static func japaneseReasons(_ status: UInt32) -> String {
    let words = words(
      of: status,
      [
        (JackInvalidOption, "無効なオプション"),
        (JackNameNotUnique, "名前が使われています"),
        (JackServerFailed, "接続できません"),
        (JackServerError, "通信に失敗しました"),
        (JackNoSuchClient, "そのクライアントはありません"),
        (JackLoadFailure, "内部クライアントを読み込めません"),
        (JackInitFailure, "クライアントを初期化できません"),
        (JackShmFailure, "共有メモリーを使えません"),
        (JackVersionError, "プロトコルのバージョンが違います"),
        (JackBackendError, "バックエンドが失敗しました"),
      ])
    return words.isEmpty ? "状態 \(status)" : words.joined(separator: "、")
  }
}
