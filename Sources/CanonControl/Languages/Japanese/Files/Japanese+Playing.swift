import CanonFiles
import CanonStems

/// Problems of how the stems of a set are played, and of its lengths, in Japanese.
extension Japanese {
  func playing(_ advice: PlayingAdvice) -> Advice {
    switch advice {
    case .region:
      Advice(
        expected: "間に二つの点を置いた、ファイルの二つの位置（片方は省けます）",
        remedy: "例えば region = \"115200 ..\"、\".. 24 s\"、\"bar 3 .. bar 5\" のように書いてください。")
    case .reversedRegion:
      Advice(expected: "始まりより後の終わり", remedy: "どちらかを直してください。先の位置を先に書きます。")
    case .intro:
      Advice(
        expected: "upbeat、boundary、none のどれか",
        remedy: "例えば intro = \"upbeat\" と書くと、ループが始まる境界の前に鳴ります。")
    case .offset:
      Advice(
        expected: "小節、拍、フレーム、秒のどれかによる長さ（前に負号も付けられます）",
        remedy: "例えば offset = \"1 beat\" か \"-0.5 s\" と書いてください。")
    case .entry:
      Advice(
        expected: "phase か top",
        remedy: "例えば entry = \"top\" と書くと、ステムはいつ始まっても最初のフレームから鳴ります。")
    case .mode: Advice(expected: "loop か once", remedy: "例えば mode = \"once\" と書いてください。")
    case .repeats:
      Advice(
        expected: "1から\(StemSpec.mostRepeats)までの整数",
        remedy: "例えば repeat = 4 と書いてください。なければステムは鳴り続けます。")
    case .repeatOnce:
      Advice(expected: "mode = \"once\" では1だけ", remedy: "どちらかを削除してください。")
    case .freeLength:
      Advice(
        expected: "free という値",
        remedy: "ファイルの長さがループに近く、それが意図したものなら length = \"free\" と書いてください。")
    case .follow:
      Advice(
        expected: "loops と then の表",
        remedy: "例えば after = { loops = 4, then = \"stop\" } と書いてください。")
    case .followLoops:
      Advice(
        expected: "1から\(FollowSpec.mostLoops)までの整数", remedy: "例えば loops = 4 と書いてください。")
    case .followThen:
      Advice(
        expected: "stop、mute、any、または start: とステムの id",
        remedy: "例えば then = \"start:violin-b\" と書いてください。")
    case .followsItself:
      Advice(expected: "別のステム", remedy: "キー after がなければ、ステムはそのまま続きます。")
    case .followTooLate(let repeats):
      Advice(
        expected: "\(repeats)まで（そのあとステムは止まります）",
        remedy: "ループの数を減らすか、ステムの繰り返しを増やしてください。")
    case .unknownStem(let id, let known):
      Advice(
        expected: "セットのステムの id",
        remedy: did(Suggestion.nearest(to: id, among: known).map { "start:\($0)" }) ?? "id を直してください。")
    }
  }

  // MARK: - Lengths

  func timing(_ advice: TimingAdvice) -> Advice {
    switch advice {
    case .needsTempo(let key):
      Advice(
        expected: "数えるためのテンポ", remedy: "例えば tempo = 80 を加えるか、\(key) を秒かフレームで書いてください。")
    case .quantumNeedsTempo:
      Advice(
        expected: "数えるためのテンポ",
        remedy: "例えば tempo = 80 を加えるか、\"loop\" か \"now\" と書いてください。")
    case .quantumNeedsWholeBars(let beats, let meter):
      Advice(
        expected: "小節で割り切れるループ（\(meter) では\(beats)拍は割り切れません）",
        remedy: "\"beat\" か \"loop\" と書くか、meter を直してください。")
    case .loopNeedsBase:
      Advice(
        expected: "フレームの長さを決める、サンプルレートのある土台のステム",
        remedy: "どれかのステムに base = true を加えるか、ループを秒で書いてください。")
    case .loopUnknown:
      Advice(
        expected: "ループの長さ、またはその長さを持つ土台のステム",
        remedy: "例えば loop = \"24 s\" を加えるか、始めから鳴るステムに base = true を加えてください。")
    case .loopTooLong: Advice(expected: "1日まで", remedy: "もっと短いループにしてください。")
    case .loopTooShort(let rate):
      Advice(expected: "\(rate.hertz) Hz で1フレーム以上", remedy: "もっと長いループにしてください。")
    case .unevenLoop(let loop): uneven(loop)
    case .unfittingTempo(let tempo): unfitting(tempo)
    case .bars(let bars, let beats, let meter, let seconds):
      Advice(
        found: "\(seconds)秒のループに \(meter) の"
          + (bars == 0 ? "\(beats)拍（小節では割り切れません）" : "\(bars)小節（\(beats)拍）"),
        expected: "音楽と同じ数",
        remedy: "音楽の数が違うなら、テンポを直すか、ループの長さを書いてください（例：loop = \"8 bars\"）。")
    }
  }

  private func uneven(_ loop: UnevenLoop) -> Advice {
    let frames = loop.frames.map { "\($0)フレーム、" } ?? ""
    let other =
      loop.file.map {
        "\(quote($0))をちょうど\(loop.wholeFrames)フレーム（\(loop.wholeBeats)拍）の長さにする"
      } ?? "loop = \"\(loop.wholeBeats) beats\" と書く"
    return Advice(
      found: "\(loop.tempo)（ループ（\(frames)\(loop.seconds)秒）が\(loop.beats)拍になります）",
      expected: "整数の拍", remedy: "テンポを直すか、\(other)か、テンポを削除してください。")
  }

  private func unfitting(_ tempo: UnfittingTempo) -> Advice {
    let name = quote(tempo.file)
    let ways = [
      tempo.tempos.isEmpty ? nil : "tempo = " + tempo.tempos.map(\.description).joined(separator: " か "),
      tempo.otherLoop.map { "loop = \"\($0)\"" }, "意図した長さのステムなら length = \"free\"",
    ].compactMap(\.self)
    return Advice(
      found: "\(tempo.tempo)（\(tempo.loop) のループは\(tempo.seconds)秒、\(name)は\(tempo.fileSeconds)秒）",
      expected: "\(name)がループの長さか、その簡単な比になるテンポ",
      remedy: "\(ways.joined(separator: "、または "))と書いてください。")
  }

  func seam(_ advice: SeamAdvice) -> Advice {
    switch advice {
    case .click(let file, let step, let times):
      Advice(
        found: "\(quote(file))：ループの最後のフレームから最初のフレームへの段差が \(step)（周囲の音の\(times)倍の鋭さ）",
        expected: "終わりが始まりにつながるループ（このままでは一周ごとにクリック音がします）",
        remedy: "最後の音の余韻を始まりに重ねて書き出すか、両端がつながる所で切ってください。")
    case .offset(let file, let percent):
      Advice(
        found: "\(quote(file))：平均がフルスケールの \(percent) %（直流成分）",
        expected: "0.5 % 以下の平均（このままでは始まりと終わりにクリック音がします）",
        remedy: "10 Hz のハイパスフィルターを通して書き出してください。")
    case .clipped(let file, let places, let frame):
      Advice(
        found: "\(quote(file))：フルスケールで切れた所が \(places) か所（最初はフレーム \(frame)）",
        expected: "フルスケール未満のサンプル（切れた音は歪みます）", remedy: "ゲインを下げて書き出してください。")
    }
  }

  func loudness(_ advice: LoudnessAdvice) -> Advice {
    Advice(
      found: "すべてのステムで\(advice.full.map { " \($0)" } ?? "無音")、最も大きい組み合わせで \(advice.worst) のピーク"
        + (advice.isBound ? "（上限）" : ""),
      expected: "0 dBFS まで（それを超えた出力は歪みます）",
      remedy: "すべてのゲインを \(advice.excess) dB 下げるか、コマンド「gain master -\(advice.excess)」を使ってください。")
  }
}
