import CanonControl
import CanonEngine
import CanonSession

/// The commands of keys: a pure function of an action and the mix that was requested last.
public enum ActionCommands {
  /// The step of the gain keys, in decibels.
  public static let gainStep = 1.0
  /// The step of the pan keys; the whole range is 2.
  public static let panStep = 0.1

  /// The command of an action.
  /// - Parameters:
  ///   - mix: Of the selected stem. A missing stem gives no command.
  /// - Returns: nil for actions that are not commands (selecting, help, ...) or would change nothing (a gain
  ///   that is at its maximum).
  static func command(
    for action: KeyAction, of mix: RequestedMix, seekSeconds: Int = KeyOptions().seekSeconds
  ) -> ControlCommand? {
    switch action {
    case .quit: return .quit
    case .undo: return .undo
    case .panic: return .panic
    case .masterUp: return master(mix, gainStep)
    case .masterDown: return master(mix, -gainStep)
    case .masterMute: return .toggle(.master, nil, nil)
    case .seekForward: return .seek(.by(.microseconds(Int64(seekSeconds) * 1_000_000), isBack: false))
    case .seekBack: return .seek(.by(.microseconds(Int64(seekSeconds) * 1_000_000), isBack: true))
    case .seekStart: return .seek(.to(.frame(0)))
    case .nextScene: return .next(nil)
    case .previousScene: return .previous(nil)
    // What it means depends on the whole performance (``Desk/pauseKey``).
    case .pause: return nil
    case .selectNext, .selectPrevious, .selectFirst, .selectLast, .pageDown, .pageUp, .doors, .help,
      .commandLine, .redraw:
      return nil
    case .press, .pressNow, .mute, .muteNow, .solo, .stop, .stopNow, .cancel, .gainUp, .gainDown, .panLeft,
      .panRight:
      return mix.id.flatMap { command(for: action, StemSelection([$0]), mix) }
    }
  }

  private static func command(
    for action: KeyAction, _ selection: StemSelection, _ mix: RequestedMix
  ) -> ControlCommand? {
    switch action {
    case .press: .request(.press, selection, nil)
    case .pressNow: .request(.press, selection, .now)
    case .mute: .toggle(.mute, selection, nil)
    case .muteNow: .toggle(.mute, selection, .now)
    case .stop: .request(.stop, selection, nil)
    case .stopNow: .request(.stop, selection, .now)
    case .cancel: .request(.cancel, selection, nil)
    case .solo: .toggle(.solo, selection, nil)
    case .gainUp: gain(mix, gainStep).map { .gain(selection, $0) }
    case .gainDown: gain(mix, -gainStep).map { .gain(selection, $0) }
    case .panLeft: pan(mix, -panStep).map { .pan(selection, $0) }
    case .panRight: pan(mix, panStep).map { .pan(selection, $0) }
    default: nil
    }
  }

  private static func gain(_ mix: RequestedMix, _ step: Double) -> Decibels? {
    moved(mix.gain.value, by: step, in: Decibels.range).flatMap(Decibels.init)
  }

  private static func master(_ mix: RequestedMix, _ step: Double) -> ControlCommand? {
    moved(mix.master.value, by: step, in: Decibels.range).flatMap(Decibels.init)
      .map { .gain(StemSelection([StemSelection.master]), $0) }
  }

  private static func pan(_ mix: RequestedMix, _ step: Double) -> Pan? {
    moved(mix.pan.value, by: step, in: Pan.range).flatMap(Pan.init)
  }

  /// - Returns: nil if the value is already at the end of the range.
  private static func moved(_ value: Double, by step: Double, in range: ClosedRange<Double>) -> Double? {
    // Silence is below the range.
    if value < range.lowerBound { return step > 0 ? range.lowerBound : nil }
    // Sums of tenths are not exact: 0.1 + 0.2 is to be shown, and journalled, as 0.3.
    let sum = ((value + step) * 1000).rounded() / 1000
    let moved = min(max(sum, range.lowerBound), range.upperBound) + 0  // avoids -0
    return moved == value ? nil : moved
  }
}
