import CanonEngine
import CanonSession

/// `status` in Japanese.
extension Japanese {
  func now(_ title: String, at place: MusicalPlace) -> String { "\(title)：現在位置は\(self.place(place))です。" }
  func noServer(_ title: String) -> String { "\(title)：サーバーがありません。見つかり次第、音楽を続けます。" }
  var musicIsFrozen: String { "音楽は止まっています。「resume」でまた進みます。" }
  var performanceIsPaused: String { "一時停止中：クロックは動いています。「resume」でまた聞こえます。" }

  func cycle(loops: Int64?, seconds: Double) -> String {
    let length = self.seconds(seconds)
    return "共通周期：\(loops.map { "\($0)ループ（\(length)）" } ?? length)。"
  }

  var cycleTooLong: String { "共通周期：クロックの範囲を超えます。" }

  func next(_ value: String, from place: MusicalPlace?) -> String { "（\(when(place))\(value)）" }

  private func when(_ place: MusicalPlace?) -> String {
    place.map { "\(self.place($0))から " } ?? "まだ受け取られていません："
  }

  func master(_ gain: String) -> String { "ゲイン \(gain)。" }
  func levels(gain: String, pan: String) -> String { "ゲイン \(gain)、パン \(pan)。" }
  func solo(_ mode: String) -> String { "ソロ \(mode)。" }
  func file(_ name: String) -> String { "ファイル：\(name)。" }
  func nextFile(_ name: String, from place: MusicalPlace?) -> String { "次のファイル：\(when(place))\(name)。" }

  func requested(_ state: StemState) -> String {
    let change =
      switch state {
      case .stop: "停止"
      case .wait: "待機"
      case .play: "再生"
      case .mute: "ミュート"
      }
    return "\(change)はまだ受け取られていません。"
  }

  var stemIsPaused: String { "一時停止中。" }

  func stemPauses(_ isOn: Bool, at place: MusicalPlace?) -> String {
    let state = isOn ? "" : "一時停止中。"
    let change = isOn ? "一時停止" : "解除"
    return state + (place.map { "\(self.place($0))で\(change)します。" } ?? "\(change)はまだ受け取られていません。")
  }

  func ends(at place: MusicalPlace) -> String { "\(self.place(place))で終わります。" }
  func follows(at place: MusicalPlace) -> String { "\(self.place(place))でフォローアクション。" }
  var stemIsBase: String { "土台。" }
  var stemIsUnreadable: String { "音声ファイルを読めません。" }
}
