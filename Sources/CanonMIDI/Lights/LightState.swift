import CanonEngine
import CanonSession

/// What the light of a pad says.
enum LightState: CaseIterable, Sendable {
  /// Nothing happens when it is pressed.
  case unused
  case stopped
  /// Silent, and will be heard.
  case waiting
  case playing
  /// Heard, and will be silent.
  case ending
  case muted
  /// The stem cannot play: its door is shut, or its file cannot be read.
  case locked
  /// It does something that is not a stem's.
  case other

  /// Whether it says that something will change.
  var isPending: Bool { self == .waiting || self == .ending }

  init(of stem: Snapshot.Stem) {
    let next = stem.status.next ?? stem.requested
    switch stem.status.state {
    case .play: self = next.map { $0 == .stop || $0 == .mute } == true ? .ending : .playing
    case .wait: self = .waiting
    case .mute: self = next == .play ? .waiting : .muted
    case .stop where next == .play || next == .wait: self = .waiting
    case .stop: self = stem.door.isOpen && !stem.isUnreadable ? .stopped : .locked
    }
  }
}
