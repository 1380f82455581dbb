import CRealtime
import CanonEngine

/// What is to be mixed between two changes.
struct MixPart: Sendable {
  /// nil if all is silent.
  let state: MixState?
  /// The first frame.
  let from: FramePosition
  let frames: Int
  /// The engine's block of each pair that is delivered.
  let blocks: [Int?]
  /// The fade with which the driver was leaving the graph, from the first frame on.
  let fade: FadeOut?
}

/// The memory in which successive parts are mixed, and from which they are written.
///
/// Sendable because one thread at a time has it: the one that mixes, and then the one that has waited for that.
final class MixSlot: @unchecked Sendable {
  private var mixer = StateMixer()
  private let memory: PeriodMemory
  private let counts: OutputCounts
  private let frames: Int
  /// The samples of each pair, interleaved.
  private let samples: UnsafeMutablePointer<Float>

  /// - Parameters:
  ///   - frames: The most frames of all parts together.
  ///   - period: The most frames that are mixed at a time.
  init(_ counts: OutputCounts, frames: Int, period: Int) {
    (self.counts, self.frames) = (counts, frames)
    memory = PeriodMemory(counts, frames: max(1, min(period, frames)))
    samples = .allocate(capacity: 2 * frames * counts.pairs)
  }

  deinit { samples.deallocate() }

  /// Mixes parts that follow one another.
  func mix(_ parts: [MixPart]) {
    let state = rt_flush_denormals()
    defer { rt_restore_denormals(state) }
    var done = 0
    for part in parts {
      mix(part, at: done)
      done += part.frames
    }
  }

  private func mix(_ part: MixPart, at start: Int) {
    guard let state = part.state else {
      for pair in 0..<counts.pairs {
        memory.interleave(block: nil, count: part.frames, into: place(pair, start))
      }
      return
    }
    mixer.load(state)
    var fade = part.fade
    var done = 0
    while done < part.frames {
      let count = min(memory.frames, part.frames - done)
      rt_enter()
      mixer.mix(
        from: part.from + FramePosition(done), frames: Int32(count), master: memory[0], ports: memory.ports,
        buses: memory.buses)
      rt_exit()
      if fade != nil {
        for block in 0..<counts.blocks { fade?.lower(memory[block], frames: Int32(count)) }
        fade?.advance(Int32(count))
      }
      for (pair, block) in part.blocks.enumerated() {
        memory.interleave(block: block, count: count, into: place(pair, start + done))
      }
      done += count
    }
  }

  private func place(_ pair: Int, _ frame: Int) -> UnsafeMutablePointer<Float> {
    samples + 2 * (pair * frames + frame)
  }

  /// The samples of some frames that were mixed, interleaved.
  func samples(of pair: Int, _ frames: Range<Int>) -> UnsafeBufferPointer<Float> {
    UnsafeBufferPointer(start: place(pair, frames.lowerBound), count: 2 * frames.count)
  }
}
