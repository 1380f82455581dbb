import CanonFiles
import Synchronization

@testable import CanonSchedule

/// Counts steps, from 0.
final class StepCounter: Sendable {
  private let taken = Mutex(0)

  var count: Int { taken.withLock { $0 } }

  /// The number of this step.
  func step() -> Int {
    taken.withLock { count in
      count += 1
      return count - 1
    }
  }
}

extension DiskCalls {
  /// The real calls, with something before each, which may fail in the call's place. They write at most 100
  /// bytes at a time, so that a file takes several steps.
  static func stepping(
    _ counter: StepCounter, before: @escaping @Sendable (_ step: Int) throws(DiskError) -> Void
  ) -> DiskCalls {
    let real = DiskCalls()
    var calls = DiskCalls()
    calls.makeFolder = { path throws(DiskError) in
      try before(counter.step())
      try real.makeFolder(path)
    }
    calls.open = { path, flags, mode throws(DiskError) in
      try before(counter.step())
      return try real.open(path, flags, mode)
    }
    calls.write = { descriptor, bytes throws(DiskError) in
      try before(counter.step())
      return try real.write(descriptor, bytes.prefix(100))
    }
    calls.sync = { descriptor throws(DiskError) in
      try before(counter.step())
      try real.sync(descriptor)
    }
    calls.rename = { from, to throws(DiskError) in
      try before(counter.step())
      try real.rename(from, to)
    }
    calls.remove = { path throws(DiskError) in
      try before(counter.step())
      try real.remove(path)
    }
    return calls
  }
}
