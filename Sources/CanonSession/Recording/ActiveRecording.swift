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
  /// The files of the tap's signals.
  private var outputs: [RecordedOutput]
  private let waitsForClock: Bool
  /// The folder of the outputs' files.
  private let folder: String?
  /// The FLAC file that is made in the end.
  private let converted: String?
  private var synced = ContinuousClock.now
  /// Whether a callback may still use the tap, which then stays for ever.
  private var isStuck = false
  /// What was lost and is not told yet: frames, where the first of them was, and when it was told last.
  private var untold: (lost: FrameCount, at: Double) = (0, 0)
  private var toldAt = ContinuousClock.now - .seconds(10)

  /// Frames that are written at a time.
  private static let piece = 1 << 15
  /// Pieces that are written before others have their turn.
  private static let turn = 32

  /// Creates the files and the tap.
  init(
    _ request: RecordRequest, at rate: SampleRate, _ plan: OutputPlan, waitsForClock: Bool
  ) throws(RecordProblem) {
    if let file = request.file, !RecordRequest.isFormat(file) { throw .format(file) }
    if request.folder != nil, plan.stems.isEmpty { throw plan.buses.isEmpty ? .noOutputs : .noPorts }
    let signals = RecordSignal.all(of: request, plan)
    try Self.checkMemory(signals, at: rate)
    do throws(SoundProblem) {
      let folder = try request.folder.map { name throws(SoundProblem) in try RecordNames.folder(name) }
      var outputs: [RecordedOutput] = []
      var names: (path: String, recording: String)?
      do throws(SoundProblem) {
        for signal in signals {
          let file = try RecordNames.create { () throws(SoundProblem) in
            if signal.id == nil { names = request.file.map(RecordNames.free) }
            return try Self.file(signal, master: names?.recording, in: folder?.path, rate)
          }
          outputs.append(RecordedOutput(signal, file))
        }
      } catch {
        for output in outputs { output.discard() }
        if let folder, folder.isNew { rmdir(folder.path) }
        throw error
      }
      (self.request, self.outputs, self.waitsForClock) = (request, outputs, waitsForClock)
      self.folder = folder?.path
      converted = names.flatMap { $0.path == $0.recording ? nil : $0.path }
      status = RecordStatus(path: names?.recording ?? folder?.path ?? "", sampleRate: rate)
    } catch {
      throw .cannotWrite(error)
    }
    tap = RecordSignal.tap(signals, at: rate, waitsForClock: waitsForClock)
  }

  deinit {
    if !isStuck { RecordSignal.free(tap) }
  }

  private static func checkMemory(_ signals: [RecordSignal], at rate: SampleRate) throws(RecordProblem) {
    let needed = RecordSignal.memory(signals.count, at: rate)
    guard let available = AvailableMemory.tooLittle(for: needed) else { return }
    throw .memory(outputs: signals.count, needed: needed, available: available)
  }

  private static func file(
    _ signal: RecordSignal, master: String?, in folder: String?, _ rate: SampleRate
  ) throws(SoundProblem) -> RecordingFile {
    guard let id = signal.id else { return try RecordingFile(creating: master ?? "", at: rate) }
    // A bus may have the name of a stem.
    let named = Folder.path(of: id + ".wav", in: folder ?? ".")
    return try RecordingFile(
      creating: FreeName.first(named) { !RecordNames.isThere($0) }, at: rate)
  }

  // MARK: - The audio thread

  /// Lets the audio thread record.
  func connect(to slot: TapSlot) { _ = slot.put(tap) }

  /// Ends that.
  func disconnect(from slot: TapSlot) { isStuck = !slot.put(nil, waiting: TapSlot.patience()) || isStuck }

  /// Records the outputs of another plan. The file of a new one begins with silence, so that all files have the same frames.
  /// - Throws: If a file cannot be created.
  func follow(
    _ plan: OutputPlan, in slot: TapSlot, telling tell: (RecordNews) -> Void
  ) throws(SoundProblem) {
    let signals = RecordSignal.all(of: request, plan)
    if signals == outputs.map(\.signal) { return }
    do throws(RecordProblem) { try Self.checkMemory(signals, at: status.sampleRate) } catch {
      // Those that were there go on.
      tell(.cannotGoOn(error))
      return
    }
    let old = tap
    let hasBegun = status.frames > 0 || old.pointee.next(most: 1) != nil
    tap = RecordSignal.tap(signals, at: status.sampleRate, waitsForClock: waitsForClock && !hasBegun)
    let isFree = slot.put(tap, waiting: TapSlot.patience())
    defer { if isFree { RecordSignal.free(old) } }
    while try drain(old, tell) {}
    if isFree, let rest = old.pointee.rest { try write(rest, of: old, tell) }
    let former = outputs
    outputs = []
    for signal in signals {
      if let output = former.first(where: { $0.signal.isSameOutput(as: signal) }) {
        outputs.append(output.moved(to: signal))
      } else {
        let file = try RecordNames.create { () throws(SoundProblem) in
          try Self.file(signal, master: nil, in: folder, status.sampleRate)
        }
        let output = RecordedOutput(signal, file)
        try output.writeSilence(status.frames)
        outputs.append(output)
      }
    }
    for output in former where !signals.contains(where: { $0.isSameOutput(as: output.signal) }) {
      try output.close()
    }
  }

  // MARK: - The files

  /// Writes some of what the tap has.
  /// - Returns: Whether there is more.
  func drain(telling tell: (RecordNews) -> Void) throws(SoundProblem) -> Bool {
    let hasMore = try drain(tap, tell)
    if ContinuousClock.now - synced > .seconds(10) {
      synced = .now
      for output in outputs { try output.sync() }
    }
    tellLoss(tell, isLast: false)
    return hasMore
  }

  private func drain(
    _ tap: UnsafeMutablePointer<RecordTap>, _ tell: (RecordNews) -> Void
  ) throws(SoundProblem) -> Bool {
    for _ in 0..<Self.turn {
      guard let piece = tap.pointee.next(most: Self.piece) else { return false }
      try write(piece, of: tap, tell)
      tap.pointee.consume(piece)
    }
    return true
  }

  private func write(
    _ piece: RecordTap.Piece, of tap: UnsafeMutablePointer<RecordTap>, _ tell: (RecordNews) -> Void
  ) throws(SoundProblem) {
    switch piece {
    case .samples(let count):
      for (signal, output) in outputs.enumerated() {
        try tap.pointee.withSamples(of: signal, count) { (left, right) throws(SoundProblem) in
          try output.write(left, right)
        }
      }
      status.frames += FrameCount(count)
    case .silence(let frames, let lost):
      if lost > 0 { untold = (untold.lost + lost, untold.lost == 0 ? status.seconds : untold.at) }
      for output in outputs { try output.writeSilence(frames) }
      status.frames += frames
      status.lost += lost
    }
  }

  /// Tells what was lost, every ten seconds at most.
  private func tellLoss(_ tell: (RecordNews) -> Void, isLast: Bool) {
    guard untold.lost > 0, isLast || ContinuousClock.now - toldAt >= .seconds(10) else { return }
    tell(.lost(path: status.path, seconds: status.sampleRate.seconds(untold.lost), at: untold.at))
    (untold, toldAt) = ((0, 0), .now)
  }

  /// Writes the rest, and closes the files.
  /// - Precondition: It is disconnected.
  func finish(telling tell: (RecordNews) -> Void) throws(SoundProblem) {
    while try drain(tap, tell) {}
    if !isStuck, let rest = tap.pointee.rest { try write(rest, of: tap, tell) }
    tellLoss(tell, isLast: true)
    for output in outputs { try output.close() }
  }

  /// The FLAC file, if one is asked for, and what makes it; call it once the files are closed.
  var conversion: (path: String, make: @Sendable () -> RecordNews)? {
    guard let converted, status.frames > 0 else { return nil }
    return (
      converted,
      { [recording = status.path] in
        do throws(SoundProblem) {
          return .converted(path: converted, clipped: try RecordingFile.convert(recording, toFLAC: converted))
        } catch {
          return .notConverted(recording: recording, error)
        }
      }
    )
  }
}
