import CanonFiles
import Foundation

/// The wording of all problems of the state of schedules.
enum StateWording {
  /// The remedy of a damaged file depends on what was done with it; ``problem(_:)`` adds it.
  private static func damage(_ expected: String) -> Advice { Advice(expected: expected, remedy: "") }

  static let version = damage("the version \(StateText.version)")
  static let instant = damage("a time with its offset, as 2026-12-06T18:00:00Z")
  static let latest = damage("a time not before first_start")
  static func schedule(_ path: String) -> Advice {
    damage("the schedule's path, \"\(CleanText.clean(path))\"")
  }

  static func problem(_ problem: StateProblem) -> FileProblem {
    switch problem {
    case .setAside(let found, let aside): with(found, setAside(CleanText.clean(aside)))
    case .leftDamaged(let found, let error): with(found, left(reason(error)))
    case .newer(let found): with(found, newer)
    case .unreadable(let path, let error):
      FileProblem(
        file: path, found: reason(error), expected: "a file that may be read",
        remedy: "It was left as it is. \(remedyForReading(error)) \(notKept)")
    case .unwritable(let folder, let error):
      FileProblem(
        file: folder, found: reason(error), expected: "a folder that canon may write its memory to",
        remedy: "\(remedy(error)) \(notKept)")
    case .busy(let folder):
      FileProblem(
        file: folder, found: "another canon that holds the folder",
        expected: "it to be free within a moment",
        remedy: "Let that canon go on, or end it. \(notKept)")
    }
  }

  /// The consequence of every problem that leaves the memory on the disk unchanged.
  private static let notKept = "Until then what this canon sees of the doors is forgotten when it ends."

  private static func setAside(_ aside: String) -> String {
    """
    It was set aside as \(aside), and the memory begins anew. To bring it back, correct that file and give it \
    its old name while canon does not run.
    """
  }

  private static func left(_ reason: String) -> String {
    "It could not be set aside (\(reason)) and was left as it is. Move it away. \(notKept)"
  }

  private static let newer = """
    A newer canon wrote the file, and it was left as it is: use that one, or move the file away. \(notKept)
    """

  private static func with(_ problem: FileProblem, _ remedy: String) -> FileProblem {
    var problem = problem
    problem.remedy = remedy
    return problem
  }

  private static func reason(_ error: DiskError) -> String {
    switch error.code {
    case ENOSPC, EDQUOT: "no room left on the disk"
    case EROFS: "a disk that can only be read"
    case EACCES, EPERM: "no permission"
    default: CleanText.clean(String(cString: strerror(error.code)))
    }
  }

  private static func remedyForReading(_ error: DiskError) -> String {
    error.code == EACCES ? "Change the permissions, e.g. with chmod u+rX." : "Move it away."
  }

  private static func remedy(_ error: DiskError) -> String {
    switch error.code {
    case ENOSPC, EDQUOT: "Make room."
    case EACCES, EPERM:
      "Change the permissions, e.g. with chmod u+rwX, or set XDG_STATE_HOME to a folder of yours."
    default: "Set XDG_STATE_HOME to a folder that can be written."
    }
  }
}
