import Glibc

/// A limit of the process that decides whether it can play in real time, by its number in Linux.
package enum ResourceLimit: UInt32 {
  /// Memory that is locked, in bytes.
  case lockedMemory = 8
  case realtimePriority = 14

  /// The soft limit; nil if there is none, as for root.
  package var soft: UInt64? {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(rawValue), &limit)
    return geteuid() == 0 || limit.rlim_cur == rlim_t.max ? nil : UInt64(limit.rlim_cur)
  }
}
