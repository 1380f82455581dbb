import CanonEngine
import CanonSession
import CanonStems

/// What stems do, or are going to do, in English.
extension English {
  // MARK: - States

  func pending(
    _ state: StemState, then next: StemState, at place: MusicalPlace, in seconds: Double, by asker: String
  ) -> String {
    "\(Self.participle(state)); \(verb(next)) at \(self.place(place)) in \(self.seconds(seconds)) "
      + "(requested by \(self.asker(asker)))."
  }

  func since(_ state: StemState, _ place: MusicalPlace) -> String {
    "\(Self.participle(state)) since \(self.place(place))."
  }

  func state(_ state: StemState) -> String { "\(Self.participle(state))." }
  func nothingPending(_ state: StemState) -> String { "\(Self.participle(state)), nothing pending." }
  func unchanged(_ sentence: String) -> String { "unchanged: \(sentence)" }
  var boundaryTooFar: String { "that boundary is too far in the future." }

  func notPermitted(_ state: StemState) -> String {
    "not started: its door is shut. It stays \(Self.participle(state))."
  }

  /// As a sentence has it: `playing since loop 2`.
  private static func participle(_ state: StemState) -> String {
    switch state {
    case .stop: "stopped"
    case .wait: "waiting"
    case .play: "playing"
    case .mute: "muted"
    }
  }

  func verb(_ state: StemState) -> String {
    switch state {
    case .stop: "stops"
    case .wait: "waits"
    case .play: "plays"
    case .mute: "mutes"
    }
  }

  // MARK: - Changes

  private func from(_ place: MusicalPlace?) -> String {
    place.map { ", from \(self.place($0)) on" } ?? ""
  }

  func level(_ gain: Decibels?, _ pan: Pan?, from place: MusicalPlace?, over seconds: Double?) -> String {
    [gain.map { "gain \($0.value) dB" }, pan.map { "pan \($0.value)" }].compactMap(\.self)
      .joined(separator: ", ") + (seconds.map { " over \(self.seconds($0))" } ?? "") + "\(from(place))."
  }

  func solo(_ mode: SoloMode, from place: MusicalPlace?) -> String { "solo \(mode.word)\(from(place))." }

  func replaced(_ file: String, from place: MusicalPlace?) -> String { "plays \"\(file)\"\(from(place))." }

  func listens(_ isOn: Bool) -> String {
    isOn
      ? "heard on the cue bus while it is silent in the music." : "no longer heard on the cue bus by itself."
  }

  func sends(to bus: String, _ gain: Decibels) -> String {
    gain == .silence ? "no longer sent to \(bus)." : "sent to \(bus) with \(gain.value) dB."
  }

  var stemIsCued: String { "On the cue bus." }

  // MARK: - Pauses

  func paused(_ isOn: Bool) -> String { isOn ? "paused." : "resumed." }
  func performancePaused(_ isOn: Bool) -> String { "The performance is \(paused(isOn))" }

  func pausing(_ isOn: Bool, at place: MusicalPlace, in seconds: Double, by asker: String) -> String {
    "\(isOn ? "pauses" : "resumes") at \(self.place(place)) in \(self.seconds(seconds)) "
      + "(requested by \(self.asker(asker)))."
  }

  func performancePausing(
    _ isOn: Bool, at place: MusicalPlace, in seconds: Double, by asker: String
  ) -> String { "The performance \(pausing(isOn, at: place, in: seconds, by: asker))" }

  func pauseUnchanged(_ isOn: Bool) -> String { unchanged(isOn ? "paused already." : "not paused.") }

  func performancePauseUnchanged(_ isOn: Bool) -> String {
    "Unchanged: the performance is \(isOn ? "paused already" : "not paused")."
  }
}
