import CanonEngine
import CanonFiles
import CanonStems
import Dispatch
import Glibc
import Synchronization

/// Records what a driver delivers, exactly: from the audio thread through a ring (``RecordTap``) into sound files, which a thread of its own
/// writes ten times a second. A disk that stands still for ten seconds loses nothing.
///
/// - Thread: any control thread; what waits for the disk does so on the recorder's own queue
public final class Recorder: Sendable {
  /// From where the driver's audio thread takes the tap.
  public let slot = TapSlot()
  private let queue = DispatchQueue(label: "canon.recorder", qos: .userInitiated)
  /// Used on the queue alone.
  private let work: Work
  /// FLAC files that are being made.
  private let conversions = DispatchGroup()
  private let shown = Mutex<(status: RecordStatus, hasOutputs: Bool)?>(nil)
  private let used = Mutex(false)

  /// The recording under way; nil for none.
  public var status: RecordStatus? { shown.withLock { $0?.status } }

  /// Whether it has files of stems and buses.
  var recordsOutputs: Bool { shown.withLock { $0?.hasOutputs ?? false } }

  /// Whether anything was ever to be recorded.
  var wasUsed: Bool { used.withLock { $0 } }

  /// - Parameter tell: Receives what happens, on another thread.
  init(tell: @escaping @Sendable (RecordNews) -> Void) { work = Work(slot: slot, tell: tell) }

  /// Sendable by convention: the queue uses it alone.
  final class Work: @unchecked Sendable {
    let slot: TapSlot
    let tell: @Sendable (RecordNews) -> Void
    var recording: ActiveRecording?
    /// Whether the next look at the tap is under way.
    var isDraining = false

    init(slot: TapSlot, tell: @escaping @Sendable (RecordNews) -> Void) {
      (self.slot, self.tell) = (slot, tell)
    }
  }

  func run<Result: Sendable>(_ body: @escaping @Sendable (Work) -> Result) async -> Result {
    await withCheckedContinuation { done in
      queue.async { [work] in done.resume(returning: body(work)) }
    }
  }

  /// Begins a recording.
  /// - Parameters:
  ///   - plan: The outputs.
  ///   - waitsForClock: Whether it begins with the clock's first frame, not at once.
  func begin(
    _ request: RecordRequest, at rate: SampleRate, _ plan: OutputPlan, waitsForClock: Bool = false
  ) async -> Result<RecordStatus, RecordProblem> {
    used.withLock { $0 = true }
    return await run { [self] work in
      if let recording = work.recording { return .failure(.underWay(recording.status.path)) }
      do throws(RecordProblem) {
        let recording = try ActiveRecording(request, at: rate, plan, waitsForClock: waitsForClock)
        work.recording = recording
        recording.connect(to: work.slot)
        show(recording)
        drainSoon()
        return .success(recording.status)
      } catch {
        return .failure(error)
      }
    }
  }

  /// Ends the recording, once everything is written.
  /// - Returns: nil if there was none.
  @discardableResult
  func end() async -> RecordStatus? { await run { [self] in end($0, because: nil) } }

  /// Returns once all FLAC files are made.
  func settle() async {
    await withCheckedContinuation { done in conversions.notify(queue: queue) { done.resume() } }
  }

  /// Records the outputs of another plan from now on.
  func follow(_ plan: OutputPlan) {
    queue.async { [self] in
      guard work.recording != nil else { return }
      attempt(work) { (recording) throws(SoundProblem) in
        try recording.follow(plan, in: work.slot, telling: work.tell)
      }
      show(work.recording)
    }
  }

  /// Goes on in new files at another rate. What is delivered at that rate before they are there is not recorded.
  func move(to rate: SampleRate, _ plan: OutputPlan) {
    queue.async { [self] in
      guard let recording = work.recording, recording.status.sampleRate != rate else { return }
      end(work, because: nil)
      do throws(RecordProblem) {
        let next = try ActiveRecording(recording.request, at: rate, plan, waitsForClock: false)
        work.recording = next
        next.connect(to: work.slot)
        show(next)
        work.tell(.began(path: next.status.path))
        drainSoon()
      } catch {
        work.tell(.cannotGoOn(error))
      }
    }
  }

  private func show(_ recording: ActiveRecording?) {
    let new = recording.map { (status: $0.status, hasOutputs: $0.request.folder != nil) }
    shown.withLock { $0 = new }
  }

  /// - Parameter milliseconds: Until the next look at the tap.
  private func drainSoon(_ milliseconds: Int = 100) {
    if work.isDraining { return }
    work.isDraining = true
    queue.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { [self] in
      work.isDraining = false
      guard work.recording != nil else { return }
      var hasMore = false
      attempt(work) { (recording) throws(SoundProblem) in hasMore = try recording.drain(telling: work.tell) }
      if let recording = work.recording {
        show(recording)
        // Whatever else waits for the queue has its turn.
        drainSoon(hasMore ? 0 : 100)
      }
    }
  }

  /// Works on the recording, and ends it if the files cannot be written.
  private func attempt(_ work: Work, _ body: (ActiveRecording) throws(SoundProblem) -> Void) {
    guard let recording = work.recording else { return }
    do throws(SoundProblem) { try body(recording) } catch { end(work, because: error) }
  }

  @discardableResult
  private func end(_ work: Work, because problem: SoundProblem?) -> RecordStatus? {
    guard let recording = work.recording else { return nil }
    recording.disconnect(from: work.slot)
    var problem = problem
    if problem == nil {
      do throws(SoundProblem) { try recording.finish(telling: work.tell) } catch { problem = error }
    }
    work.recording = nil
    show(nil)
    let status = recording.status
    work.tell(problem.map { .failed(status, $0) } ?? .ended(status))
    if let (path, conversion) = recording.conversion {
      work.tell(.converts(path: path))
      DispatchQueue.global(qos: .utility).async(group: conversions) { work.tell(conversion()) }
    }
    return status
  }
}
