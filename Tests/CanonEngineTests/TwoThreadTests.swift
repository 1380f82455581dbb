import CanonEngine
import CanonTestSupport
import Foundation
import Synchronization
import Testing

/// Control and audio on two threads at full speed; for `swift test -c release --sanitize=thread`.
///
/// (In a debug build the sanitizer does not see what control reads and writes in the queues: there the generic
/// is not specialised, and copies through the runtime.)
@Suite struct TwoThreadTests {
  @Test("Nothing is lost, doubled, torn or out of order, and what is read beside the queues is whole")
  func hammer() {
    var configuration = EngineConfiguration(
      grid: Grid(loop: GridLine(numerator: 64, denominator: 1)!)!, sampleRate: .studio,
      levels: [.unity, .unity, .unity])
    configuration.rampMilliseconds = 1
    let parts = EngineParts(configuration)
    let audio = AudioThread(parts.engine)
    var handle = parts.handle
    let clock = handle.clock
    audio.start()
    defer { audio.finish() }

    var random = SplitMix64(seed: 42)
    var sent: UInt64 = 0, ledger = Ledger(stems: 3), position: FramePosition = 0
    _ = handle.roll(by: .clock)
    // Bounded: a lost answer fails the test, it does not hang it.
    for _ in 0..<2_000_000 where ledger.answered < 30_000 {
      if sent < 30_000 {
        for _ in 0..<Int.random(in: 1...40, using: &random) where sent < 30_000 {
          sent = Self.ask(&handle, StemIndex(Int.random(in: 0..<3, using: &random)), &random).rawValue
        }
      }
      _ = handle.send()
      while let event = handle.nextEvent() { ledger.see(event) }
      let now = clock.position
      #expect(now >= position)
      position = now
      sched_yield()
    }
    #expect(ledger.answered == 30_000)
    #expect(ledger.problem == nil)
    #expect(clock.isRolling)
    #expect(clock.cycles > 0)
  }

  private static func ask(
    _ handle: inout EngineHandle, _ stem: StemIndex, _ random: inout SplitMix64
  ) -> CommandTicket {
    let quantum = [Quantum.now, .loop].randomElement(using: &random)!
    switch Int.random(in: 0..<7, using: &random) {
    case 0: return handle.start(testPermit(stem), quantum: quantum, by: .input)
    case 1: return handle.stop(stem, quantum: quantum, by: .input)
    case 2: return handle.mute(stem, quantum: quantum, by: .input)
    case 3: return handle.press(testPermit(stem), quantum: quantum, by: .input)
    case 4: return handle.cancel(stem, by: .input)
    case 5: return handle.setLevel(.unity, of: stem, by: .input)
    default:
      // This thread frees the old buffer while the other may be mixing: only the answer makes that safe.
      let value = Float.random(in: 0...1, using: &random)
      let buffer = StemBuffer(frameCount: 64, channelCount: 2) { unsafe $0.update(repeating: value) }
      handle.setSamples(buffer, of: stem, by: .input)
      return handle.setLevel(.unity, of: stem, by: .input)
    }
  }
}

/// What control knows from events alone, and whether it fits together.
private struct Ledger {
  var answered: UInt64 = 0
  var problem: String?
  private var status: [StemStatus]
  private var frame: FramePosition = 0

  init(stems: Int) { status = Array(repeating: .stop, count: stems) }

  mutating func see(_ event: EngineEvent) {
    switch event {
    case .answered(let ticket, let stem, _, let new, let at):
      if ticket.rawValue != answered + 1 { problem = problem ?? "ticket \(ticket) after \(answered)" }
      if at < frame { problem = problem ?? "frame \(at) after \(frame)" }
      answered = ticket.rawValue
      status[Int(stem.rawValue)] = new
      frame = at
    case .changed(let stem, let new, let at, _):
      let old = status[Int(stem.rawValue)]
      if old.pending?.at != at || old.next != new.state || new.pending != nil || at < frame {
        problem = problem ?? "\(old) changed to \(new) on \(at)"
      }
      status[Int(stem.rawValue)] = new
      frame = at
    case .skipped: problem = problem ?? "nobody skipped"
    case .scheduled, .began, .exchanged: break
    }
  }
}

/// Calls the engine as fast as it can, period after period, until told to finish. The engine belongs to the
/// thread alone, which is why this may be Sendable.
private final class AudioThread: @unchecked Sendable {
  private var engine: Engine
  private let shouldEnd = Atomic<Bool>(false)
  private let hasEnded = DispatchSemaphore(value: 0)

  init(_ engine: consuming Engine) { self.engine = engine }

  func start() {
    Thread { [self] in
      let memory = UnsafeMutablePointer<Float>.allocate(capacity: 512)
      defer { memory.deallocate() }
      let master = OutputPair(left: memory, right: memory + 256)
      var length: Int32 = 1
      while !shouldEnd.load(ordering: .acquiring) {
        engine.process(frames: length, master: master, ports: nil)
        length = length % 97 + 1
        sched_yield()
      }
      hasEnded.signal()
    }.start()
  }

  func finish() {
    shouldEnd.store(true, ordering: .releasing)
    hasEnded.wait()
  }
}
