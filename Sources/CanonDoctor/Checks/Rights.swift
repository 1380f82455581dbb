import CanonJack
import Glibc

/// What this user may do: real-time priority and locked memory, and what would grant more of both on Debian.
package struct Rights: Hashable, Sendable {
  /// The highest real-time priority; nil for any.
  package var realtimePriority: Int?
  /// Bytes; nil for any.
  package var lockedMemory: UInt64?
  package var file: LimitsFile
  package var isInGroup: Bool

  /// The file in which Debian's jackd2 grants these rights to the group audio.
  package static let limitsFile = "/etc/security/limits.d/audio.conf"

  package enum LimitsFile: Hashable, Sendable {
    case active
    /// There, with `.disabled` behind its name, as the package installs it.
    case disabled
    case missing
  }

  package init(realtimePriority: Int?, lockedMemory: UInt64?, file: LimitsFile, isInGroup: Bool) {
    (self.realtimePriority, self.lockedMemory) = (realtimePriority, lockedMemory)
    (self.file, self.isInGroup) = (file, isInGroup)
  }

  /// Those of this process.
  package static var now: Rights {
    Rights(
      realtimePriority: ResourceLimit.realtimePriority.soft.map { Int(clamping: $0) },
      lockedMemory: ResourceLimit.lockedMemory.soft,
      file: access(limitsFile, F_OK) == 0
        ? .active : access(limitsFile + ".disabled", F_OK) == 0 ? .disabled : .missing,
      isInGroup: isIn(group: "audio"))
  }

  private static func isIn(group name: String) -> Bool {
    guard let group = getgrnam(name) else { return false }
    let count = getgroups(0, nil)
    var groups = [gid_t](repeating: 0, count: max(0, Int(count)))
    getgroups(count, &groups)
    return groups.contains(group.pointee.gr_gid) || getegid() == group.pointee.gr_gid
  }

  /// Whether everything is granted that can be, so that only a new login is missing.
  var needsNothing: Bool { commands.isEmpty }

  /// What grants the rights.
  var commands: [String] {
    var commands: [String] = []
    switch file {
    case .active: break
    case .disabled: commands.append("sudo mv \(Self.limitsFile).disabled \(Self.limitsFile)")
    case .missing:
      commands.append(
        "printf '@audio - rtprio 95\\n@audio - memlock unlimited\\n' | sudo tee \(Self.limitsFile)")
    }
    if !isInGroup { commands.append(#"sudo usermod -aG audio "$USER""#) }
    return commands
  }

  /// - Parameter needed: The bytes of the set's samples; nil without a set.
  package func findings(needed: UInt64?) -> [Finding] {
    let realtime: Finding = realtimePriority == 0 ? .noRealtime(self) : .realtime(priority: realtimePriority)
    guard let lockedMemory, let needed, lockedMemory < needed else {
      return [realtime, .lockable(limit: lockedMemory)]
    }
    return [realtime, .littleLocked(limit: lockedMemory, needed: needed, self)]
  }
}
