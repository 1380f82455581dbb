import CanonEngine
import CanonTestSupport
import Foundation
import Synchronization
import Testing

/// The reader of a window and audio on two threads at full speed; for `swift test -c release --sanitize=thread`.
@Suite struct TwoThreadWindowTests {
  private static let loop: Int64 = 1 << 17
  private static let frames = 700_000

  /// A sample that says which one it is, and in which channel.
  private static func value(_ frame: Int64, _ plane: Int) -> Float {
    Float(frame + 1) * (plane == 0 ? 1 : -1)
  }

  private static func fill(_ plane: Int, _ frames: Range<Int64>, _ memory: UnsafeMutableRawBufferPointer)
    -> Bool
  {
    let samples = memory.bindMemory(to: Float.self)
    for (place, frame) in frames.enumerated() { samples[place] = value(frame, plane) }
    return true
  }

  @Test("While pages come and go, each frame has its own sample, or lies in a wait that was told")
  func window() {
    let window = StemWindow(
      StemLayout(loop: Self.loop)!, channelCount: 2, .float32, shift: 12, ahead: 9)
    #expect(window.begin(fill: Self.fill))
    let grid = Grid(loop: GridLine(numerator: Self.loop, denominator: 1)!, barsPerLoop: 64)!
    let parts = EngineParts(
      EngineConfiguration(
        grid: grid, sampleRate: .studio, stems: [StemConfiguration()], rampMilliseconds: 0))
    var handle = parts.handle
    let clock = handle.clock
    handle.setSamples(StemBuffer(window), of: StemIndex(0), by: .clock)
    _ = handle.start(testPermit(StemIndex(0)), quantum: .now, by: .input)
    _ = handle.roll(by: .clock)
    let isSent = handle.send()
    #expect(isSent)
    let audio = RecordingThread(parts.engine, frames: Self.frames)
    audio.start()

    var random = SplitMix64(seed: 7), events: [EngineEvent] = [], filled = 0, rest: Int64 = 0, granted = 0
    while !audio.hasEnded {
      while let event = handle.nextEvent() { events.append(event) }
      granted += 1500
      audio.mayGoOn(until: granted)
      // Audio is as far behind as a turn takes.
      while clock.position < granted - 1500, !audio.hasEnded { sched_yield() }
      // Now and then the disk is slow, and somebody moves the music.
      rest = rest > 0 ? rest - 1 : random.one(in: 30) ? random.number(20...60) : 0
      if rest > 0 {
        sched_yield()
        continue
      }
      if random.one(in: 100) {
        _ = handle.seek(.to(random.number(0...(3 * Self.loop))), by: .input)
        _ = handle.send()
      }
      if case .filled = window.turn(clock, fill: Self.fill) { filled += 1 }
      sched_yield()
    }
    audio.join()
    while let event = handle.nextEvent() { events.append(event) }
    let (heard, waits, problem) = Self.judge(audio, events)
    #expect(problem == nil)
    #expect(filled > 50 && waits > 2 && heard > 20_000, "\(filled) \(waits) \(heard)")
  }

  /// Compares what was delivered with what the events tell.
  /// - Returns: The number of frames that were heard, and of waits.
  private static func judge(
    _ audio: RecordingThread, _ events: [EngineEvent]
  ) -> (heard: Int, waits: Int, problem: String?) {
    var (heard, waits, frame) = (0, 0, 0)
    var origin: FramePosition = 0, isWaiting = false
    func problem(before end: Int) -> String? {
      while frame < end {
        let place = ((Int64(frame) - origin) % loop + loop) % loop
        let expected = isWaiting ? (0, 0) : (value(place, 0), value(place, 1))
        let given = audio[frame]
        if given != expected { return "frame \(frame): \(given), expected \(expected)" }
        if !isWaiting { heard += 1 }
        frame += 1
      }
      return nil
    }
    for event in events {
      switch event {
      case .supplied(_, let supply, let at):
        if let problem = problem(before: Int(at)) { return (heard, waits, problem) }
        isWaiting = supply != .fed
        if isWaiting { waits += 1 }
      case .relocated(let at, let to):
        if let problem = problem(before: Int(at)) { return (heard, waits, problem) }
        (origin, isWaiting) = (at - to, false)
      default: break
      }
    }
    return (heard, waits, problem(before: frames))
  }
}

/// Calls the engine as fast as it may, and keeps what it delivers. The engine belongs to the thread alone, which is why this may be Sendable.
private final class RecordingThread: @unchecked Sendable {
  private var engine: Engine
  private let frames: Int
  private let left, right: UnsafeMutablePointer<Float>
  private let isOver = Atomic<Bool>(false)
  /// The frames that it may deliver: so many for each turn of the reader, so that the machine does not decide how late that is.
  private let allowed = Atomic<Int>(0)
  private let end = DispatchSemaphore(value: 0)

  init(_ engine: consuming Engine, frames: Int) {
    self.engine = engine
    self.frames = frames
    left = .allocate(capacity: frames)
    right = .allocate(capacity: frames)
  }

  deinit {
    left.deallocate()
    right.deallocate()
  }

  var hasEnded: Bool { isOver.load(ordering: .acquiring) }

  func mayGoOn(until frame: Int) { allowed.store(frame, ordering: .relaxed) }

  func join() { end.wait() }

  /// - Precondition: The thread has ended.
  subscript(frame: Int) -> (Float, Float) { (left[frame], right[frame]) }

  func start() {
    Thread { [self] in
      var done = 0, length = 1
      while done < frames {
        if done >= allowed.load(ordering: .relaxed) {
          sched_yield()
          continue
        }
        let count = min(length, frames - done)
        engine.process(frames: Int32(count), master: OutputPair(left: left + done, right: right + done))
        done += count
        length = length % 97 + 1
        sched_yield()
      }
      isOver.store(true, ordering: .releasing)
      end.signal()
    }.start()
  }
}
