import CanonEngine
import CanonSession

/// A performance as a desktop shows it.
struct PlayerPicture: Hashable, Sendable {
  enum Status: String, Sendable {
    case playing = "Playing"
    case paused = "Paused"
    case stopped = "Stopped"
  }

  var status = Status.stopped
  var title = ""
  /// The titles of the stems that are heard.
  var playing: [String] = []
  var volume = PlayerVolume.full
  var hasScenes = false
  /// That of the loop, in microseconds; nil before a server was found.
  var length: Int64?
  /// The place within the loop, in microseconds.
  var position: Int64 = 0

  static let empty = PlayerPicture()

  private init() {}

  /// - Parameters:
  ///   - hasScenes: Whether there is something to go on to.
  ///   - preview: The previewed day; a desktop must not show as open what is not.
  init(_ snapshot: Snapshot, hasScenes: Bool, preview: String?) {
    title = snapshot.title + (preview.map { " (\($0))" } ?? "")
    let heard = snapshot.stems.filter { !$0.isHeld && $0.status.soundsNow }
    playing = heard.map(\.title)
    (volume, self.hasScenes) = (PlayerVolume(snapshot.masterGoal), hasScenes)
    // Without a server nothing is heard.
    status =
      if snapshot.isAway || snapshot.sampleRate == nil {
        .stopped
      } else if snapshot.isFrozen {
        .paused
      } else if !heard.isEmpty {
        .playing
      } else {
        snapshot.isPaused ? .paused : .stopped
      }
    guard let loop = Loop(snapshot) else { return }
    length = loop.microseconds(loop.end - loop.start)
    position = loop.microseconds(loop.place - loop.start)
  }

  /// The properties of the player's interface.
  var properties: [String: BusValue] {
    var metadata: [String: BusValue] = [
      "mpris:trackid": .path(MPRIS.track), "xesam:title": .text(title), "xesam:artist": .texts(playing),
    ]
    metadata["mpris:length"] = length.map { .integer($0) }
    return [
      "PlaybackStatus": .text(status.rawValue), "Metadata": .table(metadata), "Position": .integer(position),
      "Volume": .number(volume.value),
      "Rate": .number(1), "MinimumRate": .number(1), "MaximumRate": .number(1),
      "CanGoNext": .bool(hasScenes), "CanGoPrevious": .bool(hasScenes), "CanPlay": .bool(true),
      "CanPause": .bool(true), "CanSeek": .bool(length != nil), "CanControl": .bool(true),
    ]
  }

  static let names = empty.properties.keys.sorted()

  /// What has changed since an older picture. The position is asked for, as the specification says.
  func changes(since old: PlayerPicture) -> [String: BusValue] {
    let before = old.properties
    return properties.filter { $0.key != "Position" && before[$0.key] != $0.value }
  }
}

extension PlayerPicture {
  /// The loop in which the music is.
  struct Loop {
    /// In frames of music.
    let start, end: FramePosition
    /// Where the music is.
    let place: FramePosition
    private let rate: SampleRate

    /// - Returns: nil before a server was found.
    init?(_ snapshot: Snapshot) {
      guard let grid = snapshot.grid, let rate = snapshot.sampleRate else { return nil }
      place = snapshot.place
      let index = grid.loop.index(containing: place)
      (start, end, self.rate) = (grid.loop.position(of: index), grid.loop.position(of: index + 1), rate)
    }

    func microseconds(_ frames: FrameCount) -> Int64 { Int64((rate.seconds(frames) * 1_000_000).rounded()) }

    /// - Returns: nil for a place outside the loop.
    func frame(atMicroseconds microseconds: Int64) -> FramePosition? {
      guard microseconds >= 0, microseconds <= self.microseconds(end - start) else { return nil }
      return start + FrameCount((Double(microseconds) / 1_000_000 * Double(rate.hertz)).rounded())
    }
  }
}
