import CanonEngine
import CanonFiles
import CanonStems
import Glibc

/// One recording: its files, and the tap from which they are written.
///
/// - Thread: the recorder's queue
final class ActiveRecording {
  let request: RecordRequest
  private(set) var status: RecordStatus
  private var tap: UnsafeMutablePointer<RecordTap>
  /// The file of each signal of the tap.
  private var files: [File]
  private let waitsForClock: Bool
  /// The files of outputs that are no longer there.
  private var ended: [File] = []
  /// The folder of the outputs' files.
  private let folder: String?
  /// The FLAC file that is made in the end.
  private let converted: String?
  private var synced = ContinuousClock.now

  /// A file cannot be copied, so that lists hold it in a box.
  private final class File {
    let id: String?
    var file: RecordingFile?
    init(_ id: String?, _ file: consuming RecordingFile) {
      self.id = id
      self.file = consume file
    }

    /// Removes a file in which nothing was recorded.
    func discard() {
      if let file = file.take() { unlink(file.path) }
    }
  }

  /// Seconds of sound that the tap holds: longer than a disk may stand still.
  static let capacity: Int64 = 16
  /// Frames that are written at a time.
  private static let piece = 1 << 15

  /// Creates the files and the tap.
  init(
    _ request: RecordRequest, at rate: SampleRate, _ plan: OutputPlan, waitsForClock: Bool
  ) throws(RecordProblem) {
    if let file = request.file, !RecordRequest.isFormat(file) { throw .format(file) }
    let signals = Self.signals(of: request, plan)
    if request.folder != nil, plan.pairs.isEmpty { throw .noPorts }
    let needed = 8 * Self.capacity * Int64(rate.hertz) * Int64(signals.count)
    if let available = AvailableMemory.now, needed > available / 2 {
      throw .memory(needed: needed, available: available)
    }
    let names = request.file.map(Self.freeNames)
    let folder = request.folder.map { RecordRequest.free($0, isFree: Self.isFreeFolder) }
    var files: [File] = []
    do throws(SoundProblem) {
      if let folder { try RecordingFile.makeFolder(folder) }
      for signal in signals {
        files.append(try Self.file(signal, master: names?.recording, in: folder, rate))
      }
    } catch {
      for file in files { file.discard() }
      throw .cannotWrite(error)
    }
    (self.request, self.files, self.folder, self.waitsForClock) = (request, files, folder, waitsForClock)
    converted = names.flatMap { $0.path == $0.recording ? nil : $0.path }
    status = RecordStatus(path: names?.recording ?? folder ?? "", sampleRate: rate)
    tap = Self.tap(signals.map(\.pair), at: rate, waitsForClock: waitsForClock)
  }

  /// What is recorded: pairs of ports, and the ids of their outputs.
  private static func signals(of request: RecordRequest, _ plan: OutputPlan) -> [Signal] {
    let outputs = request.folder == nil ? [:] : plan.pairs
    return (request.file == nil ? [] : [Signal(pair: 0, id: nil)])
      + outputs.sorted { $0.key < $1.key }.map { Signal(pair: $0.key, id: $0.value.id) }
  }

  /// A pair of ports, and the id of its output; nil for the master.
  private struct Signal: Hashable {
    let pair: Int
    let id: String?
  }

  deinit {
    tap.deinitialize(count: 1)
    tap.deallocate()
  }

  private static func tap(
    _ pairs: [Int], at rate: SampleRate, waitsForClock: Bool
  ) -> UnsafeMutablePointer<RecordTap> {
    let tap = UnsafeMutablePointer<RecordTap>.allocate(capacity: 1)
    tap.initialize(
      to: RecordTap(pairs: pairs, capacity: capacity * Int64(rate.hertz), waitsForClock: waitsForClock))
    // Without the permission it is recorded all the same.
    let memory = tap.pointee.memory
    _ = mlock(memory.baseAddress!, memory.count)
    return tap
  }

  private static func isThere(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// The names of the file that is asked for, and of the one that is recorded into.
  private static func freeNames(_ named: String) -> (path: String, recording: String) {
    let isFLAC = named.lowercased().hasSuffix(".flac")
    func recording(_ path: String) -> String { isFLAC ? String(path.dropLast(5)) + ".wav" : path }
    let path = RecordRequest.free(named) { !isThere($0) && !isThere(recording($0)) }
    return (path, recording(path))
  }

  private static func isFreeFolder(_ path: String) -> Bool {
    !isThere(path) || Folder.isThere(path) && Folder.names(in: path).allSatisfy { [".", ".."].contains($0) }
  }

  private static func file(
    _ signal: Signal, master: String?, in folder: String?, _ rate: SampleRate
  ) throws(SoundProblem) -> File {
    guard let id = signal.id else { return File(nil, try RecordingFile(creating: master ?? "", at: rate)) }
    // A bus may have the name of a stem.
    let path = RecordRequest.free(Folder.path(of: id + ".wav", in: folder ?? ".")) { !isThere($0) }
    return File(id, try RecordingFile(creating: path, at: rate))
  }

  /// Lets the audio thread record.
  func connect(to slot: RecordSlot) { slot.put(tap) }

  /// Records the outputs of another plan. The file of a new one begins with silence, so that all files have the same frames.
  func follow(
    _ plan: OutputPlan, in slot: RecordSlot, telling tell: (RecordNews) -> Void
  ) throws(SoundProblem) {
    guard request.folder != nil else { return }
    let signals = Self.signals(of: request, plan)
    if signals.map(\.pair) == tap.pointee.pairs, signals.map(\.id) == files.map(\.id) { return }
    let old = tap
    let new = Self.tap(signals.map(\.pair), at: status.sampleRate, waitsForClock: waitsForClock)
    slot.put(new)
    tap = new
    defer {
      old.deinitialize(count: 1)
      old.deallocate()
    }
    try drain(old, tell)
    if let rest = old.pointee.rest { try write(rest, of: old, tell) }
    var former = files
    files = []
    for signal in signals {
      if let place = former.firstIndex(where: { $0.id == signal.id }) {
        files.append(former.remove(at: place))
      } else {
        let file = try Self.file(signal, master: nil, in: folder, status.sampleRate)
        try file.file?.writeSilence(status.frames)
        files.append(file)
      }
    }
    ended += former
  }

  /// Writes what the tap has.
  func drain(telling tell: (RecordNews) -> Void) throws(SoundProblem) {
    try drain(tap, tell)
    if ContinuousClock.now - synced > .seconds(10) {
      synced = .now
      for file in files { file.file?.sync() }
    }
  }

  private func drain(
    _ tap: UnsafeMutablePointer<RecordTap>, _ tell: (RecordNews) -> Void
  ) throws(SoundProblem) {
    while let piece = tap.pointee.next(most: Self.piece) {
      try write(piece, of: tap, tell)
      tap.pointee.consume(piece)
    }
  }

  private func write(
    _ piece: RecordTap.Piece, of tap: UnsafeMutablePointer<RecordTap>, _ tell: (RecordNews) -> Void
  ) throws(SoundProblem) {
    switch piece {
    case .samples(let count):
      for (signal, file) in files.enumerated() {
        try tap.pointee.withSamples(of: signal, count) { (left, right) throws(SoundProblem) in
          try file.file?.write(left, right)
        }
      }
      status.frames += FrameCount(count)
    case .silence(let frames, let lost):
      if lost > 0 {
        tell(
          .lost(
            path: status.path, seconds: status.sampleRate.seconds(lost), at: status.seconds))
      }
      for file in files { try file.file?.writeSilence(frames) }
      status.frames += frames
      status.lost += lost
    }
  }

  /// Writes the rest.
  /// - Precondition: The audio thread does not use the tap any more.
  func finish(telling tell: (RecordNews) -> Void) throws(SoundProblem) {
    try drain(tap, tell)
    if let rest = tap.pointee.rest { try write(rest, of: tap, tell) }
    for file in files { file.file?.sync() }
  }

  func close() {
    for file in files + ended { file.file = nil }
  }

  /// What makes the FLAC file, if one is asked for; call it once the files are closed.
  var conversion: (@Sendable () -> RecordNews)? {
    guard let converted, status.frames > 0 else { return nil }
    return { [recording = status.path] in
      do throws(SoundProblem) {
        return .converted(path: converted, clipped: try RecordingFile.convert(recording, toFLAC: converted))
      } catch {
        return .notConverted(recording: recording, error)
      }
    }
  }
}
