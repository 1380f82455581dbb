import CanonControl
import CanonEngine
import CanonSession

/// The command of canon that a request means.
enum PlayerCommand {
  /// - Returns: nil if there is nothing to do.
  static func command(for request: PlayerRequest, on desk: Desk) async -> ControlCommand? {
    switch request {
    case .play: return play(await desk.snapshot())
    case .pause: return await desk.pausing
    case .playPause:
      let snapshot = await desk.snapshot()
      if snapshot.isHeard || snapshot.isPaused || snapshot.isFrozen {
        return await desk.pauseKey
      }
      return play(snapshot)
    // The base stays, as with "stop all".
    case .stop: return .request(.stop, StemSelection(["all"]), nil)
    case .next: return .next(nil)
    case .previous: return .previous(nil)
    case .setVolume(let value):
      return PlayerVolume(value).map { .gain(StemSelection(["master"]), $0.decibels) }
    case .seek(let offset):
      if offset == 0 { return nil }
      let snapshot = await desk.snapshot()
      // Back beyond the beginning means the beginning.
      if offset < 0, let rate = snapshot.sampleRate,
        rate.seconds(snapshot.place) * 1_000_000 < Double(offset.magnitude)
      {
        return .seek(.to(.frame(0)))
      }
      return .seek(.by(.microseconds(Int64(clamping: offset.magnitude)), isBack: offset < 0))
    case .setPosition(let track, let position):
      // A desktop that still shows another piece means that one.
      guard track == MPRIS.track, let loop = PlayerPicture.Loop(await desk.snapshot()) else { return nil }
      return loop.frame(atMicroseconds: position).map { .seek(.to(.frame($0))) }
    case .introspect, .property, .properties, .nothing: return nil
    }
  }

  /// Lets paused music go on. If no stem is heard and none is paused, the base begins.
  private static func play(_ snapshot: Snapshot) -> ControlCommand? {
    if snapshot.isFrozen || snapshot.isPaused { return .pause(nil, isOn: false, nil) }
    guard !snapshot.isHeard, let base = snapshot.stems.first(where: \.isBase) else { return nil }
    return .request(.start, StemSelection([base.id]), nil)
  }
}
