import CanonEngine

/// Named commands that take effect together.
public struct SceneSpec: Hashable, Sendable {
  /// In the form of a stem's id; unique among the scenes, ignoring case.
  public let id: String
  /// The displayed title, cleaned; the id if the file has no title.
  public let title: String
  /// The quantum of the whole scene; nil leaves it to the commands. Never ``Quantum/Unit/stem``, because a scene
  /// happens on one frame.
  public let quantum: Quantum?
  /// 1...``mostCommands`` lines of the file, neither cleaned nor parsed.
  public let commands: [String]
  /// The line of the commands in the set file, for problems in them; counted from 1.
  public let line: Int?

  public static let mostCommands = 1000
}
