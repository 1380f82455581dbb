import CanonEngine
import CanonFiles
import CanonSession
import CanonStems
import Glibc

/// Problems of what is played in Japanese: schedules with their sets, scores, sound files.
extension Japanese {
  func source(_ advice: SourceAdvice) -> Advice {
    switch advice {
    case .unknownDoor(let id, let known):
      Advice(
        found: "そのようなステムはありません", expected: "セットのステム：\(list(known))",
        remedy: "名前を直すか、扉を削除してください。" + (did(Suggestion.nearest(to: id, among: known)) ?? ""))
    case .unknownNeed(let id, let known):
      Advice(
        found: quote(id), expected: "セットのステム：\(list(known))",
        remedy: "名前を直すか、削除してください。" + (did(Suggestion.nearest(to: id, among: known)) ?? ""))
    case .doorOfBase(let setFile):
      Advice(
        found: "始めから鳴る土台", expected: "base = true のないステム",
        remedy: setFile.map { "扉か、\(CleanText.clean($0)) の base = true を削除してください。" }
          ?? "扉を削除するか、別のステムのファイル名を base にしてください。")
    case .namesakes(let files):
      Advice(
        found: "番号か種類だけが違うファイル：" + files.prefix(10).map(quote).joined(separator: "、"),
        expected: "どのファイルがどの扉のものか分かる名前",
        remedy: "名前を変えるか、「canon new」で set.toml を書き出してください。")
    case .neverTogether(let one, let other):
      Advice(
        found: "\(quote(one))と\(quote(other))", expected: "同時に鳴らせるステム",
        remedy: "グループのステムは互いを止めるため、扉は決して開きません。どちらかを削除してください。")
    case .rivals(let way, let isOnlyWay):
      Advice(
        found: way.map(quote).joined(separator: "、それが必要とする"),
        expected: way.count > 1 ? "自分のグループのものでなく、それを必要ともしないステム" : "自分のグループのものでないステム",
        remedy: "グループのステムは互いを止めます。"
          + (isOnlyWay
            ? "ステムが始まるとすぐに扉が閉じてしまいます。削除してください。"
            : "この条件で開いた扉は、ステムが始まるとすぐに閉じてしまいます。この条件を削除してください。"))
    case .sharedFile(let file, let other, let part):
      sharedFile(quote(file), quote(other), part)
    }
  }

  private func sharedFile(_ file: String, _ other: String, _ part: SoundingFrames.Part) -> Advice {
    let found =
      switch part {
      case .loop: "も再生するファイルです"
      case .intro: "が、このループをイントロの一部として再生するファイルです"
      case .release: "が、このループをリリースの一部として再生するファイルです"
      }
    let remedy = "どちらかに別のファイルを与えるか、両方を同じ扉にしてください。"
    return Advice(
      found: "\(file)は\(other)\(found)", expected: "同じ扉のステムだけが再生するループ",
      remedy: part == .intro ? "\(other)に intro = \"none\" と書くか、\(remedy)" : remedy)
  }

  func setList(_ advice: SetListAdvice) -> Advice {
    switch advice {
    case .title:
      Advice(expected: "引用符で囲んだテキスト", remedy: "例えば title = \"Vespers\" と書くか、行を削除してください。")
    case .pieces:
      Advice(
        expected: "プログラムの曲ごとに [[piece]]",
        remedy: "例えば [[piece]] と、その下に source = \"../Stems/pachelbel-canon\" と書いてください。")
    case .tooMany(let count):
      Advice(
        found: "\(count)曲", expected: "\(SetList.mostPieces)曲まで", remedy: "二つのプログラムに分けてください。")
    case .source:
      Advice(
        expected: "曲のセットかスケジュール（プログラムのフォルダーから見たパス）",
        remedy: "例えば source = \"../Stems/pachelbel-canon\" と書いてください。")
    case .fromFolder:
      Advice(expected: "プログラムのフォルダーからの相対パス", remedy: "そこから書いてください。一つ上のフォルダーは .. です。")
    case .unclean: Advice(expected: "制御文字や文字方向の記号のないパス", remedy: "パスを打ち直してください。")
    case .itself:
      Advice(expected: "このプログラム自身でなく、セットかスケジュール", remedy: "別のファイルを指定するか、曲を削除してください。")
    case .otherProgramme:
      Advice(expected: "プログラムでなく、セットかスケジュール", remedy: "そのプログラムの曲をこのプログラムに書き写してください。")
    case .loops:
      Advice(
        expected: "1から\(SetList.mostLoops)までのループの数",
        remedy: "例えば loops = 8 と書くか、行を削除してください。なければ次に進めるまで演奏します。")
    case .scene:
      Advice(
        expected: "曲のセットのシーンの id（引用符で囲む）",
        remedy: "例えば scene = \"coda\" と書いてください。そのシーンの1ループ後、または loops の数だけ後に曲が終わります。")
    case .unknownScene(let known):
      Advice(
        expected: known.isEmpty ? "シーンのあるセット" : "セットのシーン：\(list(known))",
        remedy: "id を直すか、代わりに loops = 8 と書いてください。")
    case .gap:
      Advice(
        expected: "\"4 s\" や \"500 ms\" のような1時間までの無音",
        remedy: "例えば gap = \"4 s\" と書くか、行を削除してください。なければ次の曲がすぐに続きます。")
    case .notHere:
      Advice(
        found: "プログラム", expected: "一つのスケジュールかセット", remedy: "代わりにプログラムの曲を指定してください。")
    }
  }

  func score(_ advice: ScoreAdvice) -> Advice {
    let times = "時（@FRAME、\"loop N:\"、\"bar N:\"、\"SECONDS s:\" のどれか）とコマンド"
    return switch advice {
    case .noTime(let text):
      Advice(
        found: quote(text), expected: times, remedy: "例えば \"loop 3: start violin-a\" と書いてください。")
    case .notATime(let text):
      Advice(found: quote(text), expected: times, remedy: "ループと小節は1から、フレームと秒は0から数えます。")
    case .unknownVersion(let version):
      Advice(
        found: quote(version), expected: "バージョン1から\(JournalHeader.version)までのジャーナル",
        remedy: "新しい canon を使ってください。")
    case .command(let problem): Advice(expected: "コマンド", remedy: self.problem(problem))
    case .noBars(let number):
      Advice(
        found: "bar \(number)", expected: "小節のあるセット",
        remedy: "セットにテンポと、小節で割り切れるループを与えるか、\"loop N:\"、\"SECONDS s:\"、@FRAME で書いてください。")
    case .sceneCommand(let text, let problem):
      Advice(
        found: quote(text),
        expected:
          "このセットのステムについての start、stop、mute、unmute、press、cancel、gain、pan、solo、pause、resume、fade",
        remedy: self.problem(problem))
    }
  }

  // MARK: - Sound files

  func sound(_ advice: SoundAdvice) -> Advice {
    var words = sound(advice.cause, advice.file)
    if advice.isNamed, let found = words.found { words.found = "\(quote(advice.file))：\(found)" }
    return words
  }

  private func sound(_ cause: SoundProblem.Cause, _ file: String) -> Advice {
    typealias Cause = SoundProblem.Cause
    let readable = "音声ファイル（WAV、AIFF、CAF、FLAC、Ogg、MP3。ffmpeg があれば AAC なども）"
    let name = Cause.word(file)
    return switch cause {
    case .missing(let nearest):
      Advice(
        found: "ファイルがありません", expected: readable,
        remedy: did(nearest) ?? "名前を確認してください。大文字と小文字は区別されます。")
    case .otherEncoding(let bytes):
      Advice(
        found: "UTF-8 でない名前 \(Cause.shellWord(bytes))", expected: "UTF-8 の名前",
        remedy: "名前を変えてください（例：mv \(Cause.shellWord(bytes)) \(Cause.word(Cause.plainName(bytes)))）。")
    case .notPermitted:
      Advice(
        found: "権限がありません", expected: "使えるファイル", remedy: "権限を変更してください（例：chmod u+rw \(name)）。")
    case .folder: Advice(found: "フォルダー", expected: readable, remedy: "ファイルそのものを指定してください。")
    case .notRegular:
      Advice(
        found: "パイプやデバイスなど", expected: "通常のファイル", remedy: "ディスクのファイルを指定してください。")
    case .system(let number):
      Advice(
        found: disk(DiskError(code: number)), expected: "使えるファイル",
        remedy: number == ENOSPC ? "ディスクに空きを作ってください。" : "名前、フォルダー、ディスクを確認してください。")
    case .unrecognised:
      Advice(
        found: "canon で読めないファイル", expected: readable, remedy: "何のファイルか確認してください（例：file \(name)）。")
    case .noFFmpeg:
      Advice(
        found: "AAC など、ffmpeg が必要な音声", expected: "PATH にある ffmpeg と ffprobe",
        remedy: "両方をインストールしてください（sudo apt-get install ffmpeg）。")
    case .damaged:
      Advice(found: "壊れた音声ファイル", expected: readable, remedy: "もう一度コピーするか、書き出してください。")
    case .sampleBits(let bits):
      Advice(
        found: "1サンプル \(bits) ビットの FLAC", expected: "FLAC では1サンプル24ビットまで",
        remedy: "libsndfile はそれより多いビットを読めません。WAV に変換してください（例：flac -d \(name)）。")
    case .sampleRate(let hertz):
      Advice(
        found: "サンプルレート \(hertz) Hz",
        expected: "\(SampleRate.range.lowerBound) から \(SampleRate.range.upperBound) Hz",
        remedy: "48000 Hz のような一般的なレートで書き出し直してください。")
    case .channels(let count):
      Advice(
        found: "\(count)チャンネル",
        expected: count > ChannelChoice.most
          ? "\(ChannelChoice.most)チャンネルまで" : "1か2チャンネル、または1つか2つの選択",
        remedy: (count > ChannelChoice.most ? "" : "set.toml のこのステムに例えば channels = [1, 2] と書くか、")
          + "ミックスダウンしてください（例：sox \(name) \(Cause.word(Cause.sibling(of: file, "-stereo"))) channels 2）。")
    case .noChannel(let number, let count):
      Advice(
        found: "\(count)チャンネル", expected: "channels にあるチャンネル\(number)",
        remedy: "channels を直すか、すべてのチャンネルでファイルを書き出してください。")
    case .empty: Advice(found: "0フレーム", expected: "1フレーム以上", remedy: "書き出し直してください。")
    case .tooLarge(let bytes):
      Advice(
        found: "展開すると \(bytes) バイト", expected: "\(SoundFile.largestDecodedSize) バイトまで",
        remedy: "ループの長さに切ってください。")
    case .tooSlow(let seconds):
      Advice(
        found: "\(seconds)秒かかっても展開できません", expected: "この時間内に展開できる音声ファイル",
        remedy: "ディスクとその接続を確認し、ファイルをこの機械のディスクにコピーしてください。")
    case .truncated(let read, let announced):
      Advice(
        found: "\(announced)フレームのうち\(read)フレーム", expected: "ヘッダーどおりのフレーム数",
        remedy: "途中で切れています。もう一度コピーするか、書き出してください。")
    case .endMissing:
      Advice(
        found: "終わりのない音声ファイル", expected: "完全な音声ファイル",
        remedy: "途中で切れています。もう一度コピーするか、書き出してください。")
    case .notFinite(let count, let frame):
      Advice(
        found: "数でないサンプル（NaN か無限大）が\(count)個、最初はフレーム\(frame)", expected: "有限のサンプル",
        remedy: "書き出し直してください。プラグインの不具合かもしれません。")
    case .tooLoud(let count, let frame):
      Advice(
        found: "+24 dBFS を超えるサンプルが\(count)個、最初はフレーム\(frame)", expected: "+24 dBFS までのサンプル",
        remedy: "ゲインを下げて書き出し直してください。プラグインの不具合かもしれません。")
    case .length(let frames, let expected, let rate, let ratio, let isNamedByFile):
      length(frames, expected, rate, ratio, isNamedByFile ? nil : file)
    case .replacement(let frames, let expected, let rate, let isNamedByFile):
      Advice(
        found: (isNamedByFile ? "ループポイントの間が" : "") + shown(frames, rate),
        expected: "\(shown(expected, rate))、ステムのループの長さ",
        remedy: "別のファイルを指定してください。再生中のステムの長さは変えられません。")
    case .notAsPlayed(let kept):
      Advice(
        found: "演奏されたものと違うサンプル", expected: "同じサンプル（ここか\(quote(kept))に）",
        remedy: "ファイルを元に戻すか、今のままで書き出すにはセットかスケジュールを指定してください。")
    case .severalPlayed:
      Advice(
        found: "演奏中に変更されたファイル", expected: "reload ごとに一つのファイル",
        remedy: "今のままで書き出すにはセットかスケジュールを指定してください。変更の後は reload してください。")
    case .resampling(let text):
      Advice(
        found: "libsoxr の失敗（\(CleanText.clean(text))）", expected: "サーバーのレートのサンプル",
        remedy: "sox などでファイルを変換してください。")
    case .tooShortToStretch(let frames, let rate):
      Advice(
        found: "\(shown(frames, rate))のループ", expected: "別のテンポや調で鳴らすには50 ms以上",
        remedy: "このステムに stretch = \"off\" か stretch = \"tape\" と書いてください。")
    case .unwritable:
      Advice(
        found: "libsndfile がそのようには書き出せない形式", expected: "一般的なレートとチャンネル数",
        remedy: "wav32f のような別の形式を選んでください。")
    case .outputTooLong(let most):
      Advice(
        found: "\(most)フレーム超", expected: "一つのファイルに収まる長さ",
        remedy: "ループの数を減らすか、FLAC に書き出してください。")
    }
  }

  /// - Parameter file: nil if the length is that of the loop that the file names.
  private func length(
    _ frames: FrameCount, _ expected: FrameCount, _ rate: SampleRate, _ ratio: LoopRatio, _ file: String?
  ) -> Advice {
    typealias Cause = SoundProblem.Cause
    let (remedy, end, effect) =
      frames > expected
      ? ("終わりを切るか", "-cut", "trim 0 \(expected)s")
      : ("無音を加えるか", "-long", "pad 0 \(expected - frames)s")
    let share =
      ratio.denominator == 1
      ? (ratio.numerator == 1 ? "ループの長さ" : "ループ\(ratio.numerator)回の長さ")
      : "ループの\(ratio.numerator)/\(ratio.denominator)の長さ"
    guard let file else {
      return Advice(
        found: "ループポイントの間が" + shown(frames, rate), expected: "\(shown(expected, rate))、\(share)",
        remedy:
          "ファイルのループポイントを直すか、ファイル全体なら region = \"0 ..\"、意図した長さなら length = \"free\" と書いてください。")
    }
    return Advice(
      found: shown(frames, rate), expected: "\(shown(expected, rate))、\(share)",
      remedy: "\(remedy)、意図した長さなら length = \"free\" と書いてください（例："
        + "sox \(Cause.word(file)) \(Cause.word(Cause.sibling(of: file, end))) \(effect)）。")
  }

  /// `48000フレーム（1.000秒）`
  func shown(_ frames: FrameCount, _ rate: SampleRate) -> String {
    "\(frames)フレーム（\(thousandths(rate.seconds(frames)))秒）"
  }

  /// Three decimals, without locale.
  private func thousandths(_ value: Double) -> String {
    let count = Int64((value * 1000).rounded())
    let rest = String(count % 1000)
    return "\(count / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }

  func loading(_ advice: LoadingAdvice) -> Advice {
    switch advice {
    case .path(let name, .empty):
      Advice(
        found: quote(name), expected: "セットのフォルダーにある音声ファイルの名前",
        remedy: "例えば file = \"0_cello.flac\" と書いてください。")
    case .path(let name, .absolute):
      Advice(
        found: quote(name), expected: "セットのフォルダーからの相対パス",
        remedy: "ファイルをセットのフォルダーに置き、名前だけを書いてください。")
    case .path(let name, .outside):
      Advice(
        found: quote(name), expected: "リンクをたどってもセットのフォルダーの中にあるファイル",
        remedy: "ファイルをセットのフォルダーに置いてください。")
    case .regionBegins(let region, let start, let file):
      outside("\(quote(region))はフレーム\(place(start, file))から", file)
    case .regionEnds(let region, let end, let file):
      outside("\(quote(region))はフレーム\(place(end, file))まで", file)
    case .regionReversed(let region, let start, let end, let file):
      Advice(
        found: "\(quote(region))はフレーム\(place(start, file))からフレーム\(place(end, file))まで",
        expected: "始まりより後の終わり", remedy: "どちらかを直してください。先の位置を先に書きます。")
    case .tooShort(let frames, let file, let rate):
      Advice(
        found: shown(frames, file.sampleRate), expected: "\(rate.hertz) Hz で1フレーム以上のループ",
        remedy: "もっと長いループにしてください。")
    }
  }

  private func outside(_ found: String, _ file: SoundInfo) -> Advice {
    Advice(
      found: found, expected: "ファイルの中の範囲（ファイルは\(shown(file.frameCount, file.sampleRate))）",
      remedy: "範囲を直すか、ファイルを長くしてください。")
  }

  private func place(_ frame: FrameCount, _ file: SoundInfo) -> String {
    "\(frame)（\(thousandths(file.sampleRate.seconds(frame)))秒）"
  }
}
