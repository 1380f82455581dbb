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
  @Test("Nothing in the queues is lost, doubled, torn or out of order, and the shared values are whole")
  func hammer() {
    let stems = [StemConfiguration](repeating: StemConfiguration(), count: 3)
    let ledger = Self.hammer(stems, Ledger(stems: 3), commands: 30_000)
    #expect(ledger.answered == 30_000)
    #expect(ledger.problem == nil)
  }

  @Test("The same holds with groups, follow actions and runs that end")
  func hammerOthers() {
    let stems = (0..<4).map { stem in
      StemConfiguration(
        entry: stem % 2 == 0 ? .phase : .top, repeats: stem == 3 ? 2 : 0, group: stem < 3 ? 0 : -1,
        follow: FollowAction(loops: stem + 1, then: .startAny), sends: [.unity])
    }
    let ledger = Self.hammer(stems, Ledger(stems: 4, isStrict: false), commands: 30_000)
    #expect(ledger.answered == 30_000)
    #expect(ledger.problem == nil)
    #expect(ledger.consequences > 100)
  }

  private static func hammer(_ stems: [StemConfiguration], _ ledger: Ledger, commands: UInt64) -> Ledger {
    let grid = Grid(loop: GridLine(numerator: 64, denominator: 1)!)!
    let parts = EngineParts(
      EngineConfiguration(grid: grid, sampleRate: .studio, stems: stems, busCount: 1, rampMilliseconds: 1))
    let audio = AudioThread(parts.engine)
    var handle = parts.handle
    let clock = handle.clock
    audio.start()
    defer { audio.finish() }

    var random = SplitMix64(seed: 42)
    var sent: UInt64 = 0, ledger = ledger, position: FramePosition = 0
    _ = handle.roll(by: .clock)
    // Bounded: a lost answer fails the test, it does not hang it.
    for _ in 0..<2_000_000 where ledger.answered < commands {
      if sent < commands {
        for _ in 0..<random.number(1...40) where sent < commands {
          let stem = StemIndex(Int(random.number(0...Int64(stems.count - 1))))
          sent = ask(&handle, stem, &random, isLast: sent + 1 == commands).rawValue
        }
      }
      _ = handle.send()
      while let event = handle.nextEvent() { ledger.see(event) }
      let now = clock.position
      #expect(now >= position)
      position = now
      sched_yield()
    }
    #expect(clock.isRolling)
    #expect(clock.cycles > 0)
    return ledger
  }

  private static func ask(
    _ handle: inout EngineHandle, _ stem: StemIndex, _ random: inout SplitMix64, isLast: Bool
  ) -> CommandTicket {
    let quantum = random.pick([Quantum.now, .loop, .stem, .cycle])
    switch isLast ? 0 : random.number(0...13) {
    case 0: return handle.start(testPermit(stem), quantum: quantum, by: .input)
    case 1: return handle.stop(stem, quantum: quantum, by: .input)
    case 2: return handle.mute(stem, quantum: quantum, by: .input)
    case 3: return handle.press(testPermit(stem), quantum: quantum, by: .input)
    case 4: return handle.cancel(stem, by: .input)
    case 5:
      return handle.setPan(.centre, of: stem, quantum: quantum, over: random.number(0...99), by: .input)
    case 6: return handle.setMaster(.unity, quantum: quantum, over: random.number(0...99), by: .input)
    case 7: return handle.solo(random.pick(SoloMode.allCases), stem, quantum: quantum, by: .input)
    case 8: return handle.open(testPermit(stem), by: .input)
    case 9: return handle.close(stem, by: .input)
    case 10: return handle.removeSamples(of: stem, by: .input)
    default:
      // This thread frees the old buffer while the other may be mixing: only the events make that safe.
      let value = Int16(random.number(-999...999))
      let layout = StemLayout(intro: random.number(0...20), loop: 64, release: random.number(0...20))!
      let fill: (UnsafeMutableBufferPointer<Int16>) -> Void = { $0.update(repeating: value) }
      let buffer = StemBuffer(layout: layout, channelCount: Int(random.number(1...2)), integers: fill)
      return handle.setSamples(buffer, of: stem, quantum: quantum, by: .input)
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
      let memory = UnsafeMutablePointer<Float>.allocate(capacity: 1024)
      defer { memory.deallocate() }
      let master = OutputPair(left: memory, right: memory + 256)
      var bus: OutputPair? = OutputPair(left: memory + 512, right: memory + 768)
      var length: Int32 = 1
      while !shouldEnd.load(ordering: .acquiring) {
        withUnsafePointer(to: &bus) {
          engine.process(frames: length, master: master, buses: OutputPairs($0, count: 1))
        }
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
