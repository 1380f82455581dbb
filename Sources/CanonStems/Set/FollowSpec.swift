/// The follow action of a stem after some of its loops, as in the set file: `{ loops = 4, then = "start:violin-b" }`.
public struct FollowSpec: Hashable, Sendable {
  public enum Action: Hashable, Sendable {
    case stop
    case mute
    /// Starts the stem with this id.
    case start(String)
    /// Starts a silent stem of its group; without a group, any silent stem except the base.
    case any
  }

  /// 1...``mostLoops``, after its start.
  public let loops: Int
  public let then: Action

  public static let mostLoops = 1_000_000
}

extension FollowSpec.Action: LosslessStringConvertible {
  /// Reads `stop`, `mute`, `any` and `start:ID`; nil for anything else.
  public init?(_ text: String) {
    switch text {
    case "stop": self = .stop
    case "mute": self = .mute
    case "any": self = .any
    case let text where text.hasPrefix("start:") && text != "start:": self = .start(String(text.dropFirst(6)))
    default: return nil
    }
  }

  public var description: String {
    switch self {
    case .stop: "stop"
    case .mute: "mute"
    case .start(let id): "start:\(id)"
    case .any: "any"
    }
  }
}
