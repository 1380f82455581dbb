import CanonControlSupport
import CanonEngine
import CanonSchedule
import Testing

@testable import CanonControl
@testable import CanonSession

/// Events and answers in Japanese, word for word.
@Suite struct JapaneseTextTests {
  private static let top: FramePosition = 1_152_000

  private static func answered(
    _ answer: EngineEvent.Answer, _ status: StemStatus, at frame: FramePosition = top
  ) -> PerformanceEvent { .answered(violin, answer, status: status, at: frame, by: .input) }

  static let events: [(event: PerformanceEvent, japanese: String?)] = [
    (.rolling, "クロックが動き始めます。"),
    (
      answered(.accepted, .wait(change(at: 2_304_000))),
      "violin-a：待機中。ループ3（フレーム2304000）で再生します、あと24.0秒（要求元：標準入力）。"
    ),
    (
      answered(.unchanged, .playThenMute(change(at: 1_476_000, by: .door))),
      "violin-a：変更なし：再生中。ループ2・3小節2拍目（フレーム1476000）でミュートします、あと6.8秒（要求元：扉）。"
    ),
    (answered(.accepted, .wait(change(at: top))), nil),
    (answered(.accepted, .mute), "violin-a：ミュート中です。予定された変更はありません。"),
    (answered(.tooFar, .stop), "violin-a：変更なし：その境界は遠すぎます。"),
    (answered(.notPermitted, .stop), "violin-a：始まりませんでした：扉が閉じています。状態は stop のままです。"),
    (.changed(violin, status: .play, at: top, by: .input), "violin-a：ループ2（フレーム1152000）から再生中です。"),
    (
      .level(violin, gain: Decibels(-6)!, pan: .centre, at: top, over: 0, by: .input),
      "violin-a：ゲイン -6.0 dB、パン 0.0。"
    ),
    (.master(Decibels(-6)!, at: 2_304_000, over: 0, by: .input), "master：ループ3（フレーム2304000）からゲイン -6.0 dB。"),
    (
      .level(violin, gain: Decibels(-2)!, pan: nil, at: top, over: 144_000, by: .input),
      "violin-a：3.0秒かけてゲイン -2.0 dB。"
    ),
    (.solo(violin, .alone, at: top, by: .input), "violin-a：土台なしのソロにします。"),
    (.paused(nil, true, at: top, by: .input), "演奏を一時停止しました。"),
    (.paused(violin, false, at: top, by: .input), "violin-a：一時停止を解除しました。"),
    (
      .pausing(nil, true, at: 2_304_000, by: .keyboard),
      "演奏全体：ループ3（フレーム2304000）で一時停止します、あと24.0秒（要求元：キーボード）。"
    ), (.pausing(violin, false, at: nil, by: .input), "violin-a：変更なし：一時停止していません。"),
    (.panic(at: top, by: .input), "パニック：すべてのステムを停止し、予定された変更を取り消しました。土台は名前で指定して始めてください。"),
    (.replaced(violin, file: "take 2.flac", at: top, by: .input), "violin-a：「take 2.flac」を再生します。"),
    (.skipped(from: 7, frames: 8), "フレーム7でクロックが8フレーム進みました。音楽は位相を保って続きます。"),
    (.refused(.busy, by: .input), "実行できません：エンジンが混み合っています：待っているコマンドが多すぎます。このコマンドはあとで受け取られます。"),
    (
      .driver(.connected(server(ownBackend: "dummy"))),
      "「canon」として再生しています（JACK 1.9.21、サーバー「default」、dummy で canon が起動、音は出ません、48000 Hz、周期256フレーム）。"
        + "接続先はsystem:playback_1、system:playback_2です。"
    ),
    (.driver(.lost(.disappeared)), "JACK サーバーがなくなりました。サーバーを待っています。見つかり次第、音楽を続けます。"),
    (.driver(.xruns(2)), "xrun が2回ありました。"), (.driver(.clock(position: 7, serverFrame: 8)), nil),
    (.driver(.registered(14)), nil),
    (.driver(.periodChanged(64)), "サーバーの周期が64フレームになりました。"),
    (
      .note(.undone("gain violin-a -6.0", overridden: [Overriding("violin-a", by: "osc 10.0.0.2")])),
      "元に戻しました：gain violin-a -6.0。violin-aはそのあとosc 10.0.0.2が変えたため、そのままです。"
    ),
  ]

  @Test("An event is a sentence", arguments: events)
  func event(event: PerformanceEvent, japanese: String?) {
    #expect(EventText.line(for: event, in: moment(at: Self.top), .japanese) == japanese)
  }

  @Test("What people see of an event they see in Japanese too")
  func allEvents() throws {
    for event in try everyEvent() {
      let (english, japanese) = (
        EventText.line(for: event, in: moment()), EventText.line(for: event, in: moment(), .japanese)
      )
      #expect((english == nil) == (japanese == nil), "\(event)")
      #expect(japanese?.contains("。") != false, "\(event)")
    }
  }

  @Test func theAnswerToStatusIsInJapanese() {
    let snapshot = moment(
      at: 324_000, .wait(change(at: Self.top, by: .keyboard)), solo: .on, end: 2 * Self.top, master: -3)
    #expect(
      StatusText.status(snapshot, .japanese) == [
        "Canon in D：現在位置はループ1・3小節2拍目（フレーム324000）です。", "共通周期：1ループ（24.0秒）。",
        "経過：0:00:06。ループの残り：17.3秒。",
        "master：ゲイン -3.0 dB。", "cello：再生中です。ゲイン 0.0 dB、パン 0.0。土台。",
        "violin-a：待機中。ループ2（フレーム1152000）で再生します、あと17.3秒（要求元：キーボード）。ゲイン -5.3 dB、パン 0.25。"
          + "ソロ on。ループ3（フレーム2304000）で終わります。",
      ])
  }

  @Test func whatIsPendingOfALevelIsInJapanese() {
    #expect(Japanese().next("-40 dB", from: nil) == "（まだ受け取られていません：-40 dB）")
    #expect(
      Japanese().next("-40 dB", from: MusicalPlace(2_304_000, in: moment()))
        == "（ループ3（フレーム2304000）から -40 dB）")
  }

  @Test("Everybody who asks has a Japanese name", arguments: Asker.usual)
  func askers(asker: Asker) {
    #expect(Japanese().asker(asker.word) != asker.word)
  }
}
