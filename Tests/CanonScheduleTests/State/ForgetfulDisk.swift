import CanonFiles
import Foundation
import Synchronization

@testable import CanonSchedule

/// A disk that is free to forget what was not synced, and does so when the power is cut.
final class ForgetfulDisk: Sendable {
  enum Habit: String, CaseIterable, Sendable {
    /// What is written reaches the disk when its file is synced, new names at once.
    case lateBytes
    /// New names reach the disk when their folder is synced, what is written at once.
    case lateNames
  }

  private struct State {
    var unsyncedBytes: [Int32: [UInt8]] = [:]
    var unsyncedNames: [(from: String, to: String)] = []
  }

  private let habit: Habit
  private let powerCut: Int
  private let counter = StepCounter()
  private let state = Mutex(State())

  /// - Parameter powerCut: The step before which nothing reaches the disk any more.
  init(_ habit: Habit, powerCut: Int) {
    self.habit = habit
    self.powerCut = powerCut
  }

  private var isOff: Bool { counter.step() >= powerCut }

  var calls: DiskCalls {
    let real = DiskCalls()
    var calls = DiskCalls()
    calls.makeFolder = { path throws(DiskError) in
      if !self.isOff { try real.makeFolder(path) }
    }
    calls.open = { path, flags, mode throws(DiskError) in
      if self.isOff { return try real.open("/dev/null", O_WRONLY, 0) }
      let descriptor = try real.open(path, flags, mode)
      self.state.withLock { $0.unsyncedBytes[descriptor] = [] }
      return descriptor
    }
    calls.write = { descriptor, bytes throws(DiskError) in
      let part = bytes.prefix(100)
      if self.isOff { return part.count }
      if self.habit == .lateNames { return try real.write(descriptor, part) }
      self.state.withLock { $0.unsyncedBytes[descriptor, default: []] += part }
      return part.count
    }
    calls.sync = { descriptor throws(DiskError) in
      if !self.isOff { try self.sync(descriptor) }
    }
    calls.rename = { from, to throws(DiskError) in
      if self.isOff { return }
      if self.habit == .lateBytes { return try real.rename(from, to) }
      self.state.withLock { $0.unsyncedNames.append((from, to)) }
    }
    calls.remove = { path throws(DiskError) in
      if !self.isOff { try real.remove(path) }
    }
    return calls
  }

  private func sync(_ descriptor: Int32) throws(DiskError) {
    var status = stat()
    fstat(descriptor, &status)
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    let (bytes, names) = state.withLock { state in
      let bytes = state.unsyncedBytes.removeValue(forKey: descriptor) ?? []
      let names = isFolder ? state.unsyncedNames : []
      if isFolder { state.unsyncedNames = [] }
      return (bytes, names)
    }
    if !bytes.isEmpty { _ = try DiskCalls().write(descriptor, bytes[...]) }
    for (from, to) in names { try DiskCalls().rename(from, to) }
  }
}
