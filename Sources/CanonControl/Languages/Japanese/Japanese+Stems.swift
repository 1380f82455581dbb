import CanonEngine
import CanonSession
import CanonStems

/// What stems do, or are going to do, in Japanese.
extension Japanese {
  // MARK: - States

  func pending(
    _ state: StemState, then next: StemState, at place: MusicalPlace, in seconds: Double, by asker: String
  ) -> String {
    "\(now(state))。\(self.place(place))で\(verb(next))、あと\(self.seconds(seconds))（要求元：\(self.asker(asker))）。"
  }

  func since(_ state: StemState, _ place: MusicalPlace) -> String { "\(self.place(place))から\(now(state))です。" }
  func state(_ state: StemState) -> String { "\(now(state))です。" }
  func nothingPending(_ state: StemState) -> String { "\(now(state))です。予定された変更はありません。" }
  func unchanged(_ sentence: String) -> String { "変更なし：\(sentence)" }
  var boundaryTooFar: String { "その境界は遠すぎます。" }

  private func now(_ state: StemState) -> String {
    switch state {
    case .stop: "停止中"
    case .wait: "待機中"
    case .play: "再生中"
    case .mute: "ミュート中"
    }
  }

  private func verb(_ state: StemState) -> String {
    switch state {
    case .stop: "停止します"
    case .wait: "待機します"
    case .play: "再生します"
    case .mute: "ミュートします"
    }
  }

  // MARK: - Changes

  private func from(_ place: MusicalPlace?) -> String { place.map { "\(self.place($0))から" } ?? "" }

  func level(_ gain: Decibels?, _ pan: Pan?, from place: MusicalPlace?, over seconds: Double?) -> String {
    from(place) + (seconds.map { "\(self.seconds($0))かけて" } ?? "")
      + list([gain.map { "ゲイン \($0.value) dB" }, pan.map { "パン \($0.value)" }].compactMap(\.self)) + "。"
  }

  func solo(_ mode: SoloMode, from place: MusicalPlace?) -> String {
    switch mode {
    case .off: "\(from(place))ソロを解除します。"
    case .on: "\(from(place))ソロにします。"
    case .alone: "\(from(place))土台なしのソロにします。"
    }
  }

  func replaced(_ file: String, from place: MusicalPlace?) -> String { "\(from(place))「\(file)」を再生します。" }

  func listens(_ isOn: Bool) -> String {
    isOn ? "音楽で無音の間、キューのバスで聞こえます。" : "キューのバスではもう聞こえません。"
  }

  func sends(to bus: String, _ gain: Decibels) -> String {
    gain == .silence ? "\(bus)にはもう送りません。" : "\(bus)に\(gain.value) dBで送ります。"
  }

  var stemIsCued: String { "キューのバスで聞こえます。" }

  // MARK: - Pauses

  func paused(_ isOn: Bool) -> String { "一時停止\(isOn ? "" : "を解除")しました。" }
  func performancePaused(_ isOn: Bool) -> String { "演奏\(isOn ? "を" : "の")\(paused(isOn))" }

  func pausing(_ isOn: Bool, at place: MusicalPlace, in seconds: Double, by asker: String) -> String {
    "\(self.place(place))で一時停止\(isOn ? "" : "を解除")します、あと\(self.seconds(seconds))"
      + "（要求元：\(self.asker(asker))）。"
  }

  func performancePausing(
    _ isOn: Bool, at place: MusicalPlace, in seconds: Double, by asker: String
  ) -> String { "演奏全体：\(pausing(isOn, at: place, in: seconds, by: asker))" }

  func pauseUnchanged(_ isOn: Bool) -> String { unchanged(isOn ? "すでに一時停止中です。" : "一時停止していません。") }
  func performancePauseUnchanged(_ isOn: Bool) -> String { "演奏全体：\(pauseUnchanged(isOn))" }
}
