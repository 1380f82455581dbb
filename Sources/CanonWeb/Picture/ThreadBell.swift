import Glibc
import NIOCore

/// Lets one thread sleep until a time, or until another one has news for it.
///
/// - Thread: one thread waits; any control thread rings
final class ThreadBell: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let change = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  /// Behind the lock.
  private var isRung = false

  init() {
    pthread_mutex_init(lock, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    // The clock of deadlines.
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(change, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(change)
    pthread_mutex_destroy(lock)
    change.deallocate()
    lock.deallocate()
  }

  /// Ends the wait that is under way, or the next one.
  func ring() {
    pthread_mutex_lock(lock)
    isRung = true
    pthread_mutex_unlock(lock)
    pthread_cond_signal(change)
  }

  /// Returns on a deadline, or as soon as the bell is rung, also if that was since the last call.
  /// - Returns: Whether it was rung.
  func wait(until deadline: NIODeadline) -> Bool {
    let (seconds, rest) = deadline.uptimeNanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(rest))
    pthread_mutex_lock(lock)
    // It can also return without a reason (pthread_cond_timedwait(3)).
    while !isRung, pthread_cond_timedwait(change, lock, &time) != ETIMEDOUT {}
    defer {
      isRung = false
      pthread_mutex_unlock(lock)
    }
    return isRung
  }
}
