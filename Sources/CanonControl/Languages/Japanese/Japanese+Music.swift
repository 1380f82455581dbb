import CanonEngine
import CanonSession
import CanonStems

/// Where the music is, and where it goes: pieces, tempos, sections, places, the click, in Japanese.
extension Japanese {
  func begins(_ piece: PieceName, at place: MusicalPlace, by asker: String) -> String {
    "\(piece.count)曲中\(piece.number)曲目「\(piece.title)」が\(self.place(place))から始まります（要求元：\(self.asker(asker))）。"
  }

  func begins(_ piece: PieceName) -> String {
    "\(piece.count)曲中\(piece.number)曲目「\(piece.title)」が始まります。"
  }

  func piece(_ piece: PieceStatus) -> String {
    let left = piece.remaining.map { "、残り：\(RecordStatus.clock($0))" } ?? ""
    let all = piece.programmeRemaining.map { "、残り：\(RecordStatus.clock($0))" } ?? ""
    return "\(piece.name.count)曲中\(piece.name.number)曲目、経過：\(RecordStatus.clock(piece.elapsed))\(left)。"
      + (piece.next.map { "次の曲：「\($0)」。" } ?? "")
      + "プログラム\(piece.programme.map { "「\($0)」" } ?? "")、経過：\(RecordStatus.clock(piece.programmeElapsed))\(all)。"
  }

  func plays(_ playback: Playback, from place: MusicalPlace, by asker: String) -> String {
    "\(self.place(place))から、\(named(playback))鳴ります（要求元：\(self.asker(asker))）。"
  }

  func plays(_ playback: Playback) -> String { "音楽は\(named(playback))鳴っています。" }

  private func named(_ playback: Playback) -> String {
    let tempo =
      switch playback.tempo {
      case .original: "自身のテンポで"
      case .percent: "自身のテンポの\(playback.tempo)で"
      case .beats: "テンポ\(playback.tempo)で"
      }
    let cents = playback.key.cents
    let key =
      if cents == 0 { "自身の調のまま" } else if cents % 100 == 0 {
        "\(abs(cents / 100))半音\(cents > 0 ? "高く" : "低く")"
      } else { "\(abs(cents))セント\(cents > 0 ? "高く" : "低く")" }
    return "\(tempo)、\(key)"
  }

  func seeks(_ place: MusicalPlace, by asker: String) -> String {
    "音楽が\(self.place(place))に移ります（要求元：\(self.asker(asker))）。"
  }

  func plays(_ from: MusicalPlace, until: MusicalPlace, then next: MusicalPlace?, by asker: String) -> String
  {
    if let next { return "\(place(until))から\(place(next))に移ります（要求元：\(self.asker(asker))）。" }
    return "\(place(from))から\(place(until))までを繰り返します（要求元：\(self.asker(asker))）。「section off」で先へ進みます。"
  }

  func repeatsNothing(by asker: String) -> String {
    "繰り返しを終え、先へ進みます（要求元：\(self.asker(asker))）。"
  }

  func section(_ from: MusicalPlace, until: MusicalPlace, then next: MusicalPlace?) -> String {
    next.map { "\(place(until))から\(place($0))に移ります。" } ?? "\(place(from))から\(place(until))までを繰り返しています。"
  }

  func entered(_ title: String) -> String { "区間\(quote(title))が始まりました。" }

  func section(_ title: String, then next: String?) -> String {
    "区間\(quote(title))" + (next.map { "、次は\(quote($0))" } ?? "") + "。"
  }

  func click(_ isOn: Bool, by asker: String) -> String {
    (isOn ? "キューのバスでクリックを鳴らします" : "クリックをやめます") + "（要求元：\(self.asker(asker))）。"
  }

  func countIn(_ bars: Int?, by asker: String) -> String {
    (bars.map { "無音からの開始の前にクリックを\($0)小節鳴らします" } ?? "無音からの開始の前にカウントインを置きません")
      + "（要求元：\(self.asker(asker))）。"
  }

  var clickIsOn: String { "クリックが鳴っています。" }
  func countIn(_ bars: Int) -> String { "カウントイン：\(bars)小節。" }

  func marked(_ number: Int, _ place: MusicalPlace, by asker: String) -> String {
    "マーク\(number)は\(self.place(place))です（設定：\(self.asker(asker))）。「goto mark \(number)」でそこに移ります。"
  }

  func unmarked(_ number: Int, by asker: String) -> String {
    "マーク\(number)を消しました（\(self.asker(asker))）。"
  }

  func mark(_ number: Int, _ place: MusicalPlace) -> String { "マーク\(number)：\(self.place(place))。" }

  func elapsed(_ seconds: Double, ofLoop left: Double) -> String {
    "経過：\(RecordStatus.clock(seconds))。ループの残り：\(self.seconds(left))。"
  }

  func freezes(_ place: MusicalPlace, by asker: String) -> String {
    "音楽が\(self.place(place))で止まっています（要求元：\(self.asker(asker))）。"
  }

  func goesOn(_ place: MusicalPlace, by asker: String) -> String {
    "音楽が\(self.place(place))からまた進みます（要求元：\(self.asker(asker))）。"
  }
}
