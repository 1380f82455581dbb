import CanonLiveSupport
import Foundation
import Testing

/// Doors and refusals in Japanese while the real program plays.
extension LiveTests.Control {
  @Test("Lines and canon ctl tell of doors in Japanese; JSON keeps its codes, and English unless it is asked")
  func japanese() throws {
    let server = try DummyServer.started("canon-test-japanese")
    defer { server.stop() }
    let canon = try CanonProcess(
      [
        "play", "--plain", "--lang", "ja", "--server", server.name, "--as-of", "2015-12-07",
        "Schedules/advent-2015.toml",
      ])
    try canon.waitForLine("it plays") { $0.contains("として再生しています") }
    let shut = "閉じている扉はviolin-c、violin-d、violin-eです（「doors」で一覧を表示）。"
    #expect(canon.errorOutput.contains { $0.hasPrefix("プレビュー 2015-12-07 ") && $0.hasSuffix(shut) })
    canon.say("start violin-d now")
    let refusal = "「violin-d」は 2015-12-20 (Asia/Tokyo) まで開きません。あと13日です。"
    try canon.waitForLine("refused") { $0 == "実行できません：" + refusal }
    canon.say("doors")
    try canon.waitForLine("doors") { $0 == "violin-d：2015-12-20（日）に開きます、あと13日（Asia/Tokyo）。" }
    canon.say("start violin-a")
    try canon.waitForLine("an answer") { $0.hasPrefix("violin-a：待機中。ループ") && $0.contains("標準入力") }
    canon.say("undo")
    try canon.waitForLine("an undo") { $0 == "元に戻しました：start violin-a。" }
    canon.say("replace violin-a none.flac")
    try canon.waitForLine("a file") {
      $0.hasPrefix("実行できません：「violin-a」は鳴らせません：") && $0.contains("ファイルがありません")
    }

    let ctl = try CanonProcess(["ctl", "--lang", "ja", "start", "violin-d", "now"])
    #expect(try ctl.finish() == 77)
    #expect(ctl.errorOutput == ["canon: " + refusal])
    let json = try CanonProcess(
      ["ctl", "--json", "start", "violin-d", "now"], environment: ["LC_ALL": "ja_JP.UTF-8"])
    #expect(try json.finish() == 77)
    let answer = try #require(json.output.first)
    #expect(answer.contains(#""codes":["locked"]"#) && answer.contains("is locked until 2015-12-20"))
    let asked = try CanonProcess(["ctl", "--json", "--lang", "ja", "start", "violin-d", "now"])
    #expect(try asked.finish() == 77)
    #expect(asked.output.first?.contains("まで開きません") == true)
    try #expect(canon.quit() == 0)

    let headless = try CanonProcess(
      [
        "play", "--headless", "--server", server.name, "--as-of", "2015-12-07", "Schedules/advent-2015.toml",
      ], environment: ["LC_ALL": "", "LANG": "ja_JP.UTF-8"])
    try waitUntil("it plays") {
      headless.errorOutput.contains { $0.contains("として再生しています") } || !headless.isRunning
    }
    #expect(try CanonProcess(["ctl", "start", "violin-d", "now"]).finish() == 77)
    try waitUntil("it is told") {
      headless.errorOutput.contains("canon: 実行できません：" + refusal) || !headless.isRunning
    }
    #expect(try CanonProcess(["ctl", "quit"]).finish() == 0)
    try #expect(headless.finish() == 0)
  }
}
