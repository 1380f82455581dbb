import CanonEngine

/// What is shown of layers that are restored.
extension Deck {
  /// Updates the mirror for a restored layer before the engine has answered.
  func show(_ step: Restoration.Step) {
    guard let stem = step.stem else {
      if case .gain(_, let gain, _)? = step.command { masterSetting.become(gain, at: 0) }
      if case .seek(.to(.frame(let place)))? = step.command {
        origin = -place
        origins.move(to: place, at: 0)
      }
      if case .gap? = step.command { hasGap = true }
      if case .freeze(let place)? = step.command {
        halt = .due(place: place.flatMap(position(of:)), by: .recovery)
      }
      return
    }
    if let command = step.command { stems[stem.int].restore(command) }
    switch step.shows {
    case .play?: stems[stem.int].become(.play, since: 0)
    case .mute?: stems[stem.int].become(.mute, since: 0)
    case .wait?:
      stems[stem.int].become(.wait(PendingChange(at: origin, by: step.by)), since: 0)
    case .stop?, nil: break
    }
    if let began = step.began { stems[stem.int].began = began }
    if case .pause(_, isOn: true, _) = step.command { _ = stems[stem.int].hold(true, at: 0) }
  }
}
