import CanonFiles
import CanonSchedule

/// A browser that may use canon's page.
public struct PairedBrowser: Hashable, Sendable {
  /// What a browser may do.
  public enum Role: String, CaseIterable, Sendable {
    /// See and play.
    case play
    /// See.
    case look
  }

  /// From 1; `unpair` names it.
  public let number: Int
  public let role: Role
  /// What it calls itself, in short: `Android, Chrome`.
  public let name: String
  public let since: Instant

  public init(number: Int, role: Role, name: String, since: Instant) {
    (self.number, self.role, self.name, self.since) = (number, role, name, since)
  }
}

/// What is wrong with the file of paired browsers.
public enum PairingsProblem: Hashable, Sendable {
  /// It cannot be read: browsers pair anew. The file as it was has another name now; nil if it could not be renamed.
  case unreadable(path: String, aside: String?)
  /// It cannot be written: browsers that were paired or unpaired since are not when canon is started again.
  case unwritable(path: String, DiskError)

  var code: String {
    switch self {
    case .unreadable: "pairings-unreadable"
    case .unwritable: "pairings-unwritable"
    }
  }
}
