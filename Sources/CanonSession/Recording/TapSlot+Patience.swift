import CanonEngine
import Glibc

extension TapSlot {
  /// What to do while a callback may be using a tap: waits, and gives up after a second. A client whose thread was ended in the midst of a
  /// cycle never leaves.
  static func patience() -> () -> Bool {
    let end = ContinuousClock.now + .seconds(1)
    return {
      usleep(100)
      return ContinuousClock.now < end
    }
  }
}
