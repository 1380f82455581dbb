import CanonLiveSupport
import Testing

/// `--lang` and the locale's variables, as people have them.
@Suite struct LanguageCommandTests {
  private static let advent = "Schedules/advent-2015.toml"

  @Test func doorsAreToldInJapanese() throws {
    let canon = try Canon("doors", Self.advent, "--as-of", "2015-12-07", "--lang", "ja")
    #expect(
      canon.output == [
        "Advent Canon, 2015", "プレビュー：2015-12-07（月） (Asia/Tokyo)", "",
        "6パートのうち3パートが開いています。次はviolin-c：2015-12-13（日）、あと6日。", "",
        "  + cello     開いています（土台）",
        "  + violin-a  2015-11-29（日）から開いています  [2015-11-29]",
        "  + violin-b  2015-12-06（日）から開いています  [2015-12-06]",
        "  - violin-c  2015-12-13（日）に開きます、あと6日  [2015-12-13]",
        "  - violin-d  2015-12-20（日）に開きます、あと13日  [2015-12-20]",
        "  - violin-e  2015-12-24（木）に開きます、あと17日  [2015-12-24]",
      ])
  }

  @Test func whatIsInOrderIsSaidInJapanese() throws {
    #expect(try Canon("check", Self.advent, "--lang", "ja").output == ["問題は見つかりませんでした。"])
    let folder = try TestFolder()
    let canon = try Canon("check", folder.path, "--lang", "ja")
    #expect(canon.status == 65)
    #expect(canon.errors == ["canon: 問題が1件あります。"])
  }

  @Test("A rendering reports the refusals of shut doors in Japanese")
  func rendering() throws {
    let folder = try TestFolder()
    let score = try folder.write("loop 1: start violin-d now\n@1 prss violin-a\n@9 quit\n", to: "a.score")
    let output = folder.file("a.wav")
    let broken = try Canon("render", Self.advent, "-o", output, "--score", score, "--lang", "ja")
    #expect(broken.status == 65)
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
    let run = try CanonProcess.run(["check", Self.advent] + options, environment: environment)
    #expect(run.output == [isJapanese ? "問題は見つかりませんでした。" : "No problems found."])
  }

  @Test(
    "A language that canon does not have is wrong usage", arguments: ["doors", "check", "play", "render"])
  func unknown(subcommand: String) throws {
    let canon = try Canon(subcommand, Self.advent, "--lang", "fr", "-o", "x")
    #expect(canon.status == 2)
    #expect(canon.errors.joined().contains("fr"))
  }
}
