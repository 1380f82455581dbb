import CanonFiles
import Foundation

/// All problems of the state of schedules.
package enum StateAdvice: FileAdvice {
  // What is damaged; the remedy depends on what was done with the file
  case version
  case instant
  case latest
  /// The path of the schedule.
  case schedule(String)

  // What was done
  case setAside(AnyAdvice, aside: String)
  case leftDamaged(AnyAdvice, DiskError)
  case newer(AnyAdvice)
  case unreadable(DiskError)
  case unwritable(DiskError)
  case busy

  package var code: String? { Self.code("memory", self) }

  package var words: Advice {
    switch self {
    case .version: Self.damage("the version \(StateText.version)")
    case .instant: Self.damage("a time with its offset, as 2026-12-06T18:00:00Z")
    case .latest: Self.damage("a time not before first_start")
    case .schedule(let path): Self.damage("the schedule's path, \"\(CleanText.clean(path))\"")
    case .setAside(let damage, let aside): Self.with(damage, Self.setAside(CleanText.clean(aside)))
    case .leftDamaged(let damage, let error): Self.with(damage, Self.left(Self.reason(error)))
    case .newer(let damage): Self.with(damage, Self.newer)
    case .unreadable(let error):
      Advice(
        found: Self.reason(error), expected: "a file that may be read",
        remedy: "It was left as it is. \(Self.remedyForReading(error)) \(Self.notKept)")
    case .unwritable(let error):
      Advice(
        found: Self.reason(error), expected: "a folder that canon may write its memory to",
        remedy: "\(Self.remedy(error)) \(Self.notKept)")
    case .busy:
      Advice(
        found: "another canon that holds the folder", expected: "it to be free within a moment",
        remedy: "Let that canon go on, or end it. \(Self.notKept)")
    }
  }

  private static func damage(_ expected: String) -> Advice { Advice(expected: expected, remedy: "") }

  /// The consequence of every problem that leaves the memory on the disk unchanged.
  private static let notKept = "Until then what this canon sees of the doors is forgotten when it ends."

  private static func setAside(_ aside: String) -> String {
    """
    It was set aside as \(aside), and a new memory was started. To restore the old one, correct that file and rename it \
    back while canon is not running.
    """
  }

  private static func left(_ reason: String) -> String {
    "It could not be set aside (\(reason)) and was left as it is. Move it away. \(notKept)"
  }

  private static let newer = """
    A newer canon wrote the file, and it was left as it is: use that one, or move the file away. \(notKept)
    """

  private static func with(_ damage: AnyAdvice, _ remedy: String) -> Advice {
    var words = damage.words
    words.remedy = remedy
    return words
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
