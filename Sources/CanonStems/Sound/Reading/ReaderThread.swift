import CanonEngine
import Foundation
import Synchronization

/// The thread on which a reader works. A call that does not return in time is given up: the thread keeps the reader, the open file and
/// the memory into which it decodes, so that nothing that it may still do hurts, and releases them when it returns.
///
/// Used by one thread at a time.
final class ReaderThread {
  /// How long after the deadline a reader that watches it may take to return.
  private static let patience = Duration.milliseconds(250)

  private let work: Work
  private let time: DecodingTime

  /// - Parameters:
  ///   - file: Stays open as long as the thread works.
  ///   - givenUp: The threads that have been given up before.
  init(
    _ file: consuming ReadableFile, _ time: DecodingTime, _ givenUp: GivenUpThreads
  ) throws(SoundProblem.Cause) {
    guard givenUp.allowMore else { throw .system(EAGAIN) }
    work = Work(file, givenUp)
    self.time = time
    try work.begin()
  }

  /// Ends the thread, and closes the reader and its file before.
  deinit { try? call { $0.end() } }

  func open(_ type: any SoundReader.Type) throws(SoundProblem.Cause) -> SoundHeader {
    let deadline = time.deadline
    return try call { work in
      Result { () throws(SoundProblem.Cause) in try work.open(type, deadline) }
    }.get()
  }

  func seek(to frame: FrameCount) throws(SoundProblem.Cause) -> Bool {
    try call { $0.reader?.seek(to: frame) ?? false }
  }

  func statedTempo() throws(SoundProblem.Cause) -> TempoStatement? { try call { $0.reader?.statedTempo() } }

  func loopPoints() throws(SoundProblem.Cause) -> LoopPoints? { try call { $0.reader?.loopPoints() } }

  func shortage(frames: FrameCount) throws(SoundProblem.Cause) -> AnnouncedLength? {
    try call { $0.reader?.shortage(frames: frames) }
  }

  /// Decodes the next frames.
  /// - Returns: The number of frames. What a reader says of more frames than there is room for is not believed.
  func read<Sample: BitwiseCopyable & Sendable>(
    into target: UnsafeMutableBufferPointer<Sample>, channels: Int,
    _ read: @escaping @Sendable (any SoundReader, UnsafeMutableBufferPointer<Sample>) -> Int
  ) throws(SoundProblem.Cause) -> Int {
    let count = target.count
    let frames = try call { work in
      guard let reader = work.reader else { return 0 }
      return min(max(0, read(reader, work.room(for: count))), count / channels)
    }
    let decoded: UnsafeMutableBufferPointer<Sample> = work.room(for: count)
    _ = target.update(fromContentsOf: decoded[..<(frames * channels)])
    return frames
  }

  /// Does this on the thread.
  /// - Throws: ``SoundProblem/Cause/tooSlow(seconds:)`` if it has not returned a moment after the deadline, and at once if one call has not.
  private func call<Answer>(
    _ job: @escaping @Sendable (Work) -> Answer
  ) throws(SoundProblem.Cause) -> Answer {
    let answer = Box<Answer>()
    guard work.run({ answer.value = job($0) }, until: max(time.deadline, .now) + Self.patience),
      let value = answer.value
    else { throw time.problem }
    return value
  }

  private final class Box<Value>: @unchecked Sendable { var value: Value? }
}

/// The threads of readers that were given up and have not returned yet.
package final class GivenUpThreads: Sendable {
  /// The greatest number of them; while it is reached, no further file is read.
  package static let most = 4

  private let count = Atomic<Int>(0)

  package init() {}

  var allowMore: Bool { count.load(ordering: .relaxed) < Self.most }

  func change(by number: Int) { count.wrappingAdd(number, ordering: .relaxed) }
}

/// What a reader's thread and its caller share; the semaphores say whose turn it is.
private final class Work: @unchecked Sendable {
  private enum State { case waits, works, isGivenUp }

  /// nil after ``end()``.
  private var file: HeldFile?
  private let givenUp: GivenUpThreads
  private(set) var reader: (any SoundReader)?
  private var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  private var job: (@Sendable (Work) -> Void)?
  private var isOver = false
  private let state = Mutex(State.waits)
  private let wanted = DispatchSemaphore(value: 0)
  private let done = DispatchSemaphore(value: 0)

  init(_ file: consuming ReadableFile, _ givenUp: GivenUpThreads) {
    self.file = HeldFile(file)
    self.givenUp = givenUp
  }

  deinit { memory.deallocate() }

  func begin() throws(SoundProblem.Cause) {
    var thread = pthread_t()
    let me = Unmanaged.passRetained(self)
    let error = pthread_create(
      &thread, nil,
      { pointer in
        Unmanaged<Work>.fromOpaque(pointer!).takeRetainedValue().work()
        return nil
      }, me.toOpaque())
    guard error == 0 else {
      me.release()
      throw .system(error)
    }
    pthread_detach(thread)
  }

  // MARK: - On the caller's thread

  /// - Returns: False if the job has not returned in time, or an earlier one.
  func run(_ job: @escaping @Sendable (Work) -> Void, until end: SuspendingClock.Instant) -> Bool {
    let isFree = state.withLock { state in
      guard state == .waits else { return false }
      state = .works
      return true
    }
    guard isFree else { return false }
    self.job = job
    wanted.signal()
    let left = min(max(.zero, SuspendingClock.now.duration(to: end)), .seconds(1 << 20)) / .milliseconds(1)
    if done.wait(timeout: .now() + .milliseconds(Int(left.rounded(.up)))) == .success { return true }
    let isLate = state.withLock { state in
      guard state == .works else { return false }
      state = .isGivenUp
      givenUp.change(by: 1)
      return true
    }
    if !isLate { done.wait() }
    return !isLate
  }

  // MARK: - On the reader's thread

  private func work() {
    while !isOver {
      wanted.wait()
      job?(self)
      job = nil
      let isGivenUp = state.withLock { state in
        if state == .works { state = .waits }
        return state == .isGivenUp
      }
      if isGivenUp {
        end()
        givenUp.change(by: -1)
      } else {
        done.signal()
      }
    }
  }

  func open(
    _ type: any SoundReader.Type, _ deadline: SuspendingClock.Instant
  ) throws(SoundProblem.Cause) -> SoundHeader {
    guard let file else { throw .system(EBADF) }
    let reader = try type.open(file.file, deadline: deadline)
    self.reader = reader
    return reader.header
  }

  func end() {
    reader?.close()
    reader = nil
    file = nil
    isOver = true
  }

  /// Memory for a number of samples, which stays valid while the thread works.
  func room<Sample: BitwiseCopyable>(for count: Int) -> UnsafeMutableBufferPointer<Sample> {
    let size = count * MemoryLayout<Sample>.stride
    if memory.count < size {
      memory.deallocate()
      memory = .allocate(byteCount: size, alignment: 16)
    }
    return UnsafeMutableBufferPointer(rebasing: memory.bindMemory(to: Sample.self)[..<count])
  }
}

private final class HeldFile {
  let file: ReadableFile

  init(_ file: consuming ReadableFile) { self.file = file }
}
