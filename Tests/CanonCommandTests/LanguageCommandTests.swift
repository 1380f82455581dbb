import CanonLiveSupport
import Testing

/// `--lang` and the locale's variables, as people have them.
@Suite struct LanguageCommandTests {
  private static let advent = "Schedules/advent-2015.toml"

  @Test func whatIsInOrderIsSaidInJapanese() throws {
    #expect(try Canon("check", Self.advent, "--lang", "ja").output.first == "問題は見つかりませんでした。")
    let folder = try TestFolder()
    let canon = try Canon("check", folder.path, "--lang", "ja")
    #expect(canon.status == 65)
    #expect(canon.errors == ["canon: 問題が1件あります。"])
  }

  @Test("The findings of check are in the requested language, with a code that is the same in all")
  func findings() throws {
    let folder = try TestFolder()
    let path = try folder.write(
      "set = \"x\"\ntime_zone = \"Asia/Tokyo\"\nyear = 2026\n[doors]\ncello = \"advent 9\"\n",
      to: "doors.toml")
    let found = "\"advent 9\"（必要なもの：\"advent 1\" から \"advent 4\"）。待降節の日曜日は四つです。クリスマスイブは \"12-24\" と書いてください。"
    let text = try Canon("check", path, "--lang", "ja")
    #expect(text.output.first == "\(path):5：doors: cello：\(found)")
    for (options, remedy) in [([], "Advent has four Sundays"), (["--lang", "ja"], "待降節の日曜日は四つです")] {
      let json = try CanonProcess.run(
        ["check", "--json", path] + options, environment: ["LC_ALL": "ja_JP.UTF-8"])
      #expect(json.output.first?.contains(#""code":"schedule.no-such-sunday""#) == true)
      #expect(json.output.first?.contains(#""remedy":"\#(remedy)"#) == true)
    }
  }

  @Test("What is wrong with a set is told in Japanese")
  func sets() throws {
    let folder = try TestFolder()
    let path = try folder.write(
      "tempo = 0\nloop = \"24 s\"\n[[stem]]\nid = \"cello\"\nfile = \"/a.wav\"\nentry = \"topp\"\n",
      to: "set.toml")
    let canon = try Canon("check", path, "--lang", "ja")
    #expect(
      canon.output.map { $0.replacing(path, with: "set.toml") } == [
        "set.toml:1：tempo：0（必要なもの：1分あたりの拍の数、1から1000まで（小数は3桁まで））。例えば tempo = 80 と書いてください。",
        "set.toml:5：stem \"cello\": file：「/a.wav」（必要なもの：セットのフォルダーからの相対パス）。"
          + "ファイルをセットのフォルダーに置き、名前だけを書いてください。",
        "set.toml:6：stem \"cello\": entry：\"topp\"（必要なもの：phase か top）。「top」のことですか。",
      ])
  }

  @Test(
    "Wrong usage is told in Japanese",
    arguments: [
      (["rendr", "--lang", "ja"], 2, "canon: 「rendr」というサブコマンドはありません。「render」のことですか。"),
      (["ctl", "--lang", "ja"], 2, "canon: 語がありません。例えば「canon ctl status」と入力してください。"),
      (["ctl", "--lang=ja", "--name", "nobody", "status"], 69, "canon: 「nobody」という canon は動いていません。"),
      (
        ["doors", "Stems/pachelbel-canon", "--ics", "x", "--lang", "ja"], 2,
        "canon: Stems/pachelbel-canon：扉がないため"
      ),
      (["doors", "--json", "--ics", "x", "--lang", "ja"], 2, "Error: --json と --ics は同時に指定できません。"),
      (
        ["render", "-o", "x.wav", "--loops", "0", "--lang", "ja"], 2,
        "Error: --loops 0：1から1000000までを指定してください。"
      ),
    ])
  func usage(arguments: [String], status: Int, text: String) throws {
    let folder = try TestFolder()
    let canon = try CanonProcess.run(arguments, environment: ["XDG_RUNTIME_DIR": folder.path, "LC_ALL": "C"])
    #expect(canon.status == status)
    #expect(canon.errors.first?.hasPrefix(text) == true, "\(canon.errors)")
  }

  @Test("A calendar is reported, and describes its doors, in Japanese")
  func calendar() throws {
    let folder = try TestFolder()
    let set = try SmallSet(doors: "violin = { opens = 2026-12-06, until = 2027-02-02 }"),
      file = folder.file("a.ics")
    let canon = try Canon("doors", set.schedule, "--as-of", "2026-12-01", "--ics", file, "--lang", "ja")
    #expect(canon.output == ["\(file)：扉の開く日時1件を書き出しました。"])
    #expect(try String(contentsOfFile: file, encoding: .utf8).contains("2026-12-06から2027-02-02まで"))
  }

  @Test("A day that is none is refused in Japanese")
  func wrongDay() throws {
    let canon = try Canon("doors", Self.advent, "--as-of", "2015-13-07", "--lang", "ja")
    #expect(canon.status == 2)
    #expect(canon.errors == ["canon: \"2015-13-07\"（必要なもの：01から12の月）。2026-12-06 のように年、月、日の順に書いてください。"])
  }

  @Test("A rendering reports the refusals of shut doors in Japanese")
  func rendering() throws {
    let folder = try TestFolder()
    let score = try folder.write("loop 1: start violin-d now\n@1 prss violin-a\n@9 quit\n", to: "a.score")
    let output = folder.file("a.wav")
    let broken = try Canon("render", Self.advent, "-o", output, "--score", score, "--lang", "ja")
    #expect(broken.status == 65)
    #expect(
      broken.errors == [
        "canon: \(score):2：command：コマンドが必要です。「prss」という語はありません。「press」のことですか。「help」で語の一覧を表示します。"
      ])
    let good = try folder.write("loop 1: start violin-d now\n@9 quit\n", to: "b.score")
    let canon = try Canon(
      "render", Self.advent, "--as-of", "2015-12-07", "-o", output, "--score", good, "--lang", "ja")
    #expect(canon.status == 77)
    #expect(
      canon.errors == [
        "canon: \(good):1: 「violin-d」は 2015-12-20 (Asia/Tokyo) まで開きません。あと13日です。",
        "canon: \(output)：実行されなかったものを除いて書き出しました。",
      ])
  }

  @Test(
    "The option goes before the variables; of these LC_ALL goes before LC_MESSAGES, and that before LANG",
    arguments: [
      (["LC_ALL": "ja_JP.UTF-8", "LANG": "en_GB.UTF-8"], [], true),
      (["LC_ALL": "", "LC_MESSAGES": "ja_JP.UTF-8", "LANG": "C"], [], true),
      (["LC_ALL": "", "LC_MESSAGES": "", "LANG": "ja_JP.UTF-8"], [], true),
      (["LC_ALL": "C", "LC_MESSAGES": "ja_JP.UTF-8", "LANG": "ja_JP.UTF-8"], [], false),
      (["LC_ALL": "ja_JP.UTF-8"], ["--lang", "en"], false), (["LC_ALL": "C"], ["--lang", "ja"], true),
    ] as [([String: String], [String], Bool)])
  func precedence(environment: [String: String], options: [String], isJapanese: Bool) throws {
    let set = try SmallSet(doors: "violin = 2026-12-06", isFlat: false)
    let run = try CanonProcess.run(["check", set.schedule] + options, environment: environment)
    #expect(run.output.first == (isJapanese ? "問題は見つかりませんでした。" : "No problems found."))
  }

  @Test(
    "A language that canon does not have is wrong usage", arguments: ["doors", "check", "play", "render"])
  func unknown(subcommand: String) throws {
    let canon = try Canon(subcommand, Self.advent, "--lang", "fr", "-o", "x")
    #expect(canon.status == 2)
    #expect(canon.errors.joined().contains("fr"))
  }
}
