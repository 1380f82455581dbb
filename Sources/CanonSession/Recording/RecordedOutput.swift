import CanonEngine
import CanonStems
import Glibc

/// A pair of ports that is recorded.
struct RecordSignal: Hashable {
  let pair: Int
  /// The output's; nil for the master's.
  let id: String?
  let isBus: Bool

  /// - Parameter other: From before a reload, which may have moved the pair.
  func isSameOutput(as other: RecordSignal) -> Bool { id == other.id && isBus == other.isBus }

  /// What a request means, in the order of the pairs.
  static func all(of request: RecordRequest, _ plan: OutputPlan) -> [RecordSignal] {
    let outputs = request.folder == nil ? [:] : plan.pairs
    return (request.file == nil ? [] : [RecordSignal(pair: 0, id: nil, isBus: false)])
      + outputs.sorted { $0.key < $1.key }.map {
        RecordSignal(pair: $0.key, id: $0.value.id, isBus: OutputPlan.isBus($0.key))
      }
  }

  /// Bytes of the ring for some signals: 16 seconds of each.
  static func memory(_ count: Int, at rate: SampleRate) -> Int64 {
    8 * seconds * Int64(rate.hertz) * Int64(count)
  }

  /// Seconds of sound that the ring holds: longer than a disk may stand still.
  static let seconds: Int64 = 16

  /// Allocates the ring of some signals, and locks it in memory as far as that is permitted.
  static func tap(
    _ signals: [RecordSignal], at rate: SampleRate, waitsForClock: Bool
  ) -> UnsafeMutablePointer<RecordTap> {
    let tap = UnsafeMutablePointer<RecordTap>.allocate(capacity: 1)
    tap.initialize(
      to: RecordTap(
        pairs: signals.map(\.pair), capacity: seconds * Int64(rate.hertz), rate: Int64(rate.hertz),
        waitsForClock: waitsForClock))
    let memory = tap.pointee.memory
    _ = mlock(memory.baseAddress!, memory.count)
    return tap
  }

  static func free(_ tap: UnsafeMutablePointer<RecordTap>) {
    let memory = tap.pointee.memory
    munlock(memory.baseAddress!, memory.count)
    tap.deinitialize(count: 1)
    tap.deallocate()
  }
}

/// The file of a recorded signal. A file cannot be copied, so that lists hold it in a box.
final class RecordedOutput {
  private(set) var signal: RecordSignal
  private var file: RecordingFile?

  /// The same output, at another pair of ports.
  func moved(to signal: RecordSignal) -> RecordedOutput {
    self.signal = signal
    return self
  }

  init(_ signal: RecordSignal, _ file: consuming RecordingFile) {
    self.signal = signal
    self.file = consume file
  }

  func write(
    _ left: UnsafeBufferPointer<Float>, _ right: UnsafeBufferPointer<Float>
  ) throws(SoundProblem) { try file?.write(left, right) }

  func writeSilence(_ frames: FrameCount) throws(SoundProblem) { try file?.writeSilence(frames) }

  func sync() throws(SoundProblem) { try file?.sync() }

  /// Closes the file once it is on the disk.
  func close() throws(SoundProblem) {
    try file?.sync()
    file = nil
  }

  /// Removes a file in which nothing was recorded.
  func discard() {
    if let file = file.take() { unlink(file.path) }
  }
}
