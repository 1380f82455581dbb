import CanonEngine
import Testing

@testable import CanonRender

/// One cycle of a performance, kept to be delivered again.
@Suite struct RecordingTests {
  /// Delivers a frame that says its number, in `pairs` pairs, from `first` to `end`.
  private func record(_ recording: inout Recording, _ frames: Range<Int>, pairs: Int = 1) {
    for pair in 0..<pairs {
      let samples = frames.flatMap { [Float(1000 * pair + $0), Float(-1000 * pair - $0)] }
      samples.withUnsafeBufferPointer { recording.beingRecorded?.append($0, pair: pair) }
    }
    recording.advance(frames.count)
  }

  /// The numbers of the frames that are delivered again, and how many there are said to be.
  private func again(_ recording: Recording, from position: Int, until stop: Int, pairs: Int = 1) throws
    -> (count: FrameCount, pairs: [[Int]])
  {
    var sink = MemorySink(stems: pairs > 1)
    let part = recording.again(from: FramePosition(position), until: FramePosition(stop))
    try part?.deliver(to: &sink)
    for pair in sink.pairs {
      for frame in 0..<(pair.count / 2) { #expect(pair[2 * frame + 1] == -pair[2 * frame]) }
    }
    return (
      part?.frames ?? 0,
      sink.pairs.map { pair in stride(from: 0, to: pair.count, by: 2).map { Int(pair[$0]) } }
    )
  }

  @Test("The output of one cycle is repeated in phase up to the next change or command")
  func cycles() throws {
    var recording = Recording(pairs: 2)
    recording.look(at: (period: 4, until: 23), from: 10, until: 100)
    #expect(recording.cut(after: 10) == 14)
    record(&recording, 10..<11, pairs: 2)
    #expect(recording.cut(after: 11) == 14)
    #expect(try again(recording, from: 11, until: 100, pairs: 2).count == 0, "not yet")
    record(&recording, 11..<14, pairs: 2)
    #expect(recording.cut(after: 14) == .max)
    let all = try again(recording, from: 14, until: 100, pairs: 2)
    #expect(all.count == 9)
    #expect(all.pairs[0] == [10, 11, 12, 13, 10, 11, 12, 13, 10])
    #expect(all.pairs[1] == all.pairs[0].map { $0 + 1000 })
    let some = try again(recording, from: 16, until: 19, pairs: 2)
    #expect(some.count == 3)
    #expect(some.pairs[0] == [12, 13, 10])
    #expect(try again(recording, from: 23, until: 100, pairs: 2).count == 0, "there something changes")
  }

  @Test("A stretch no longer than its cycle is not recorded", arguments: [(14, false), (15, true)])
  func worth(until: Int, isKept: Bool) {
    for (change, stop) in [(until, 100), (100, until)] {
      var recording = Recording(pairs: 1)
      recording.look(at: (period: 4, until: FramePosition(change)), from: 10, until: FramePosition(stop))
      #expect(recording.cut(after: 10) == (isKept ? 14 : .max))
    }
  }

  @Test("A recording goes on until it is forgotten, or what it holds changes")
  func going() throws {
    var recording = Recording(pairs: 1)
    recording.look(at: (period: 4, until: 50), from: 10, until: 100)
    record(&recording, 10..<12)
    recording.look(at: (period: 2, until: 50), from: 12, until: 100)
    #expect(recording.cut(after: 12) == 14, "it is not begun a second time")
    record(&recording, 12..<14)
    record(&recording, 14..<16)
    #expect(try again(recording, from: 14, until: 18).pairs[0] == [10, 11, 12, 13], "a cycle is enough")

    recording.look(at: (period: 3, until: 90), from: 50, until: 100)
    #expect(recording.cut(after: 50) == 53, "after the change another one")
    record(&recording, 50..<53)
    #expect(try again(recording, from: 53, until: 57).pairs[0] == [50, 51, 52, 50])

    recording.forget()
    #expect(try again(recording, from: 53, until: 57).count == 0)
    record(&recording, 53..<56)
    recording.look(at: nil, from: 56, until: 100)
    #expect(recording.cut(after: 56) == .max)
    #expect(try again(recording, from: 56, until: 60).count == 0)
    recording.look(at: (period: 2, until: 90), from: 60, until: 100)
    record(&recording, 60..<62)
    #expect(try again(recording, from: 62, until: 65).pairs[0] == [60, 61, 60])
  }

  @Test("A recording that is discarded early no longer cuts periods")
  func forgottenEarly() {
    var recording = Recording(pairs: 1)
    recording.look(at: (period: 4, until: 50), from: 10, until: 100)
    record(&recording, 10..<12)
    recording.forget()
    #expect(recording.cut(after: 12) == .max)
  }

  @Test("A cycle of more than 256 MiB is mixed every time", arguments: [1, 3])
  func largest(pairs: Int) {
    let most = FrameCount((1 << 28) / (8 * pairs))
    for (period, isKept) in [(most, true), (most + 1, false)] {
      var recording = Recording(pairs: pairs)
      recording.look(at: (period: period, until: .max), from: 0, until: .max)
      #expect(recording.cut(after: 0) == (isKept ? period : .max))
    }
  }
}
