import CanonControl
import CanonEngine
import CanonFiles
import CanonJack
import CanonRender
import CanonSchedule
import CanonSession

/// The rendering of a journal, in memory: what must have been heard.
struct Reference: Sendable {
  /// Left and right interleaved. Skipped frames are left out.
  private let samples: [Float]
  private let skips: [(from: FramePosition, frames: FrameCount)]
  private let rate: SampleRate

  init(samples: [Float], skips: [(from: FramePosition, frames: FrameCount)], rate: SampleRate) {
    (self.samples, self.skips, self.rate) = (samples, skips, rate)
  }

  /// Renders the master.
  /// - Throws: What is wrong with the journal.
  init(journal: String) async throws {
    let score = try Score.load(journal)
    let editions = try score.programs()
    guard let header = score.header, let program = editions[header.program] else {
      throw SelfTestProblem.other("no journal")
    }
    let clock = DoorClock.journal(header, memory: DoorMemory()) ?? .machine(memory: DoorMemory())
    let performance = Performance(program, editions: editions, doors: clock)
    await performance.watchDoors(replaying: header)
    var rendering = Rendering(of: score, at: header.sampleRate, length: .score, period: 4096, into: Master())
    try await rendering.run(performance.seat)
    samples = rendering.finished().samples
    rate = header.sampleRate
    skips = score.lines.compactMap { line in
      guard case .skip(let frames) = line.command, case .frame(let from) = line.time else { return nil }
      return (from, frames)
    }
  }

  private struct Master: OfflineDriver.Sink {
    var samples: [Float] = []
    var wantsStems: Bool { false }
    mutating func write(pair: Int, samples new: UnsafeBufferPointer<Float>) {
      samples.append(contentsOf: new)
    }
  }

  /// The index of a position's samples; nil where nothing was to be heard.
  private func index(of position: FramePosition) -> Int? {
    var skipped: FrameCount = 0
    for skip in skips where skip.from <= position {
      if position < skip.from + skip.frames { return nil }
      skipped += skip.frames
    }
    let index = Int(position - skipped)
    return position >= 0 && 2 * index + 1 < samples.count ? index : nil
  }

  /// Compares every captured frame from the first downbeat to the end, bit for bit. Of a late cycle only the time counts: while
  /// the second client read it, canon may have written the next one to the same memory.
  func compare(_ heard: SelfTest.Heard) -> SelfTestFigures {
    var (frames, different) = (0, 0)
    var times: [Int] = []
    for cycle in heard.sound.cycles {
      guard let start = heard.events.position(at: cycle.time) else { continue }
      var isPlayed = false
      for k in 0..<cycle.frames {
        guard let index = index(of: start + FramePosition(k)) else { continue }
        isPlayed = true
        guard cycle.lateness == 0 else { break }
        frames += 1
        let (left, right) = (heard.sound.left[cycle.offset + k], heard.sound.right[cycle.offset + k])
        if left.bitPattern != samples[2 * index].bitPattern
          || right.bitPattern != samples[2 * index + 1].bitPattern
        {
          different += 1
        }
      }
      if isPlayed { times.append(Int(cycle.elapsed) + cycle.lateness * 1_000_000 / Int(rate.hertz)) }
    }
    let server = heard.events.server
    return SelfTestFigures(
      frames: frames, different: different, lost: Int(heard.events.lost), xruns: heard.events.xruns,
      sampleRate: Int(rate.hertz), period: server?.period ?? heard.sound.cycles.last?.frames ?? 0,
      isRealtime: heard.isRealtime, times: times)
  }
}
