import CanonControl
import CanonEngine
import CanonJack
import CanonSchedule
import CanonSession
import CanonStems
import Synchronization

/// Plays on a silent private server for some seconds, captures what arrives at another client, and compares it with the rendering
/// of the journal, bit for bit. The captured cycles are timed too.
///
/// It leaves nothing behind: neither files nor a process nor a place in jackd's registry. The user's servers are not touched. Where killed
/// servers have filled the registry its server frees their places, which is a finding.
package struct SelfTest: Sendable {
  /// nil for a set of noise.
  package var set: StemSet?
  /// The server's period and rate.
  package var request: ServerRequest

  /// The name of the server, always the same, because jackd leaves something in shared memory for each new one.
  package static let server = "canon-doctor"
  /// The music that is captured, in seconds.
  static let length = 3
  /// The longest wait for it, in seconds.
  static let patience = 30

  package init(_ set: StemSet?, _ request: ServerRequest = ServerRequest()) {
    (self.set, self.request) = (set, request)
  }

  /// - Returns: What was measured, or why nothing could be, after what had to be changed for it. A cancelled task ends it early;
  ///   starting and ending the server takes its time all the same, so that nothing is left behind.
  package func run() async -> [Finding] {
    let isCancelled = Mutex(false)
    let testing = Task { await self.run { isCancelled.withLock { $0 } } }
    return await withTaskCancellationHandler {
      await testing.value
    } onCancel: {
      isCancelled.withLock { $0 = true }
    }
  }

  private func run(isCancelled: @escaping @Sendable () -> Bool) async -> [Finding] {
    guard ServerLadder.hasJackd else { return [.selfTestFailed(.server(.noJackd))] }
    var changes: [Finding] = []
    do {
      let folder = try ScratchFolder()
      defer { withExtendedLifetime(folder) {} }
      let set = try set ?? TestMusic.make(in: folder)
      let journal = folder.file("self-test.journal")
      let performance = try Performance(
        set: set, schedule: nil, journal: journal, source: set.file, doors: .machine(memory: DoorMemory()))
      let search = try await ServerSearch.onSilentServer(
        called: Self.server, clientName: "canon-self-test", request)
      if !search.freedPlaces.isEmpty { changes.append(.registryFreed(search.freedPlaces)) }
      let heard = try await play(performance, search, isCancelled)
      if isCancelled() { throw CancellationError() }
      let reference = try await Reference(journal: journal)
      return changes + [.selfTest(reference.compare(heard))]
    } catch {
      return changes + [.selfTestFailed(SelfTestProblem(error))]
    }
  }

  /// What was heard, and what the driver reported meanwhile.
  struct Heard: Sendable {
    var sound: JackCapture.Sound
    var events = Events()
    /// Whether the callbacks had real-time priority.
    var isRealtime: Bool
  }

  /// Plays until enough is captured.
  private func play(
    _ performance: Performance, _ search: ServerSearch, _ isCancelled: @escaping @Sendable () -> Bool
  ) async throws -> Heard {
    do {
      let frames = (Self.length + 2) * (request.rate ?? 48_000)
      let capture = try await JackCapture.open(name: "canon-ear", server: Self.server, frames: frames)
      let heard = await play(performance, search, capture, isCancelled)
      await search.leave()
      return try heard.get()
    } catch {
      await search.leave()
      throw error
    }
  }

  private func play(
    _ performance: Performance, _ search: ServerSearch, _ capture: JackCapture,
    _ isCancelled: @escaping @Sendable () -> Bool
  ) async -> Result<Heard, any Error> {
    var options = JackDriver.Options()
    options.clientName = "canon-self-test"
    options.patch = Patch([1, 2].compactMap { PatchRule(option: "master_\($0)=\(capture.name):in_\($0)") })
    let driver = JackDriver(options, search)
    let end = Mutex<(any Error)??>(nil)
    let reading = Task { await Events(of: performance) }
    let beating = Task { await performance.beat() }
    let running = Task {
      do {
        try await driver.run(performance.seat)
        end.withLock { $0 = .some(nil) }
      } catch {
        end.withLock { $0 = .some(error) }
      }
    }
    await performance.watchDoors()
    for line in ["start all now", "gain master -3 over 1 s"] {
      if let command = try? CommandParser.parse(line, at: .lines) {
        await performance.perform(command, by: .input)
      }
    }
    let wanted = Self.length * (request.rate ?? 48_000)
    let deadline = ContinuousClock.now + .seconds(Self.patience)
    while capture.frameCount < wanted, ContinuousClock.now < deadline, !isCancelled(),
      end.withLock({ $0 == nil })
    {
      try? await Task.sleep(for: .milliseconds(20))
    }
    await driver.stop()
    await running.value
    beating.cancel()
    await performance.finish()
    let isRealtime = capture.isRealtime
    let heard = Heard(
      sound: await capture.finish(), events: await reading.value, isRealtime: isRealtime)
    if let error = end.withLock({ $0 }) ?? nil { return .failure(error) }
    if heard.sound.left.count < wanted, !isCancelled() {
      return .failure(SelfTestProblem.tooSlow(Self.patience))
    }
    return .success(heard)
  }
}

extension SelfTest {
  /// What the driver reported.
  struct Events: Sendable {
    /// Positions of the music at the server's frame times.
    var anchors: [(time: UInt32, position: FramePosition)] = []
    var xruns = 0
    var lost: FrameCount = 0
    var server: ServerInfo?

    init() {}

    /// Reads all events of a performance.
    init(of performance: Performance) async {
      for await event in performance.events {
        switch event {
        case .driver(.clock(let position, let time)): anchors.append((time, position))
        case .driver(.xruns(let count)): xruns += count
        case .driver(.connected(let info)): server = info
        case .skipped(_, let frames): lost += frames
        default: break
        }
      }
    }

    /// The position of the music at a frame time of the server; nil before the first downbeat.
    func position(at time: UInt32) -> FramePosition? {
      anchors.last { Int32(bitPattern: time &- $0.time) >= 0 }
        .map { $0.position + FramePosition(time &- $0.time) }
    }
  }
}
