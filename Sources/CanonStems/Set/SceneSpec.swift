import CanonEngine

/// Commands with a name, which take effect together.
public struct SceneSpec: Hashable, Sendable {
  /// As a stem's; unique among the scenes, whatever the case.
  public let id: String
  /// What people see, cleaned; the id when the file gives none.
  public let title: String
  /// When all of it takes effect; nil leaves that to the commands. Never ``Quantum/Unit/stem``, since a scene
  /// happens on one frame.
  public let quantum: Quantum?
  /// 1...``mostCommands`` lines as they are written, neither cleaned nor understood.
  public let commands: [String]
  /// Where the set file lists the commands, for problems that are found in them; counted from 1.
  public let line: Int?

  public static let mostCommands = 1000
}
