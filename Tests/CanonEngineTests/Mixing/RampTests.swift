import CanonEngine
import CanonTestSupport
import Testing

/// No clicks: gain moves in ramps of 5 ms, which are 240 frames at 48 kHz. The stem is 1 throughout, so what
/// is heard is the gain itself. The loop has 1920 frames, a beat 480.
@Suite struct RampTests {
  @Test("A start at the loop's top has no ramp", arguments: Periods.all)
  func startAtTheTop(periods: Periods) {
    expect([.ask(100, .start)], [.flat(0, 1920), .flat(1, 1280)], periods)
  }

  @Test("A start in the middle of the loop ramps up from its boundary", arguments: Periods.all)
  func startOnABeat(periods: Periods) {
    expect(
      [.ask(100, .start, .beat)], [.flat(0, 480), .line(0, 1, 240), .flat(1, 1000)], periods)
  }

  @Test("A start at once ramps up from its frame", arguments: Periods.all)
  func startNow(periods: Periods) {
    expect([.ask(7, .start, .now)], [.flat(0, 7), .line(0, 1, 240), .flat(1, 600)], periods)
  }

  @Test(
    "A mute or stop ramps down over the 240 frames before its boundary, and is exact silence from there",
    arguments: [StemRequest.mute, .stop, .press], Periods.all)
  func down(request: StemRequest, periods: Periods) {
    expect(
      [.ask(0, .start), .ask(50, request)], [.flat(1, 1680), .line(1, 0, 240), .flat(0, 1000)], periods)
  }

  @Test("With less than 5 ms left the ramp takes what is left", arguments: Periods.all)
  func shortDown(periods: Periods) {
    expect(
      [.ask(0, .start), .ask(1820, .mute)], [.flat(1, 1820), .line(1, 0, 100), .flat(0, 300)], periods)
  }

  @Test(
    "With less than 1 ms left the ramp takes 48 frames, past the boundary", arguments: Periods.all,
    [1, 10, 47])
  func veryShortDown(periods: Periods, left: Int) {
    expect(
      [.ask(0, .start), .ask(1920 - left, .stop)],
      [.flat(1, 1920 - left), .line(1, 0, 48), .flat(0, 300)], periods)
  }

  @Test("With the quantum now the ramp takes 48 frames from the frame itself", arguments: Periods.all)
  func downNow(periods: Periods) {
    expect(
      [.ask(0, .start), .ask(333, .mute, .now)], [.flat(1, 333), .line(1, 0, 48), .flat(0, 300)], periods)
  }

  @Test("A fade that is cancelled goes back up from where it was", arguments: Periods.all)
  func cancelled(periods: Periods) {
    // 60 of 240 frames down: 3/4.
    expect(
      [.ask(0, .start), .ask(9, .mute), .ask(1740, .cancel)],
      [.flat(1, 1680), .part(1, 0, 240, 0..<60), .line(Self.point(1, 0, 240, 60), 1, 240), .flat(1, 300)],
      periods)
  }

  @Test("A change that is cancelled before its fade begins is not heard", arguments: Periods.all)
  func cancelledEarly(periods: Periods) {
    expect([.ask(0, .start), .ask(9, .mute), .ask(1679, .press)], [.flat(1, 2500)], periods)
  }

  @Test("A fall goes on when only its resulting state changes", arguments: Periods.all)
  func otherSilence(periods: Periods) {
    expect(
      [.ask(0, .start), .ask(9, .mute), .ask(1740, .stop)],
      [.flat(1, 1680), .line(1, 0, 240), .flat(0, 300)], periods)
  }

  @Test("A later boundary ends the fade under way, and it fades before the new one", arguments: Periods.all)
  func requantised(periods: Periods) {
    expect(
      [.ask(0, .start), .ask(9, .mute, .beat), .ask(300, .mute, .loop)],
      [
        .flat(1, 240), .part(1, 0, 240, 0..<60), .line(Self.point(1, 0, 240, 60), 1, 240), .flat(1, 1140),
        .line(1, 0, 240), .flat(0, 300),
      ], periods)
  }

  @Test("A fade may begin while the stem still comes in", arguments: Periods.all)
  func upAndDown(periods: Periods) {
    expect(
      [.ask(1720, .start, .now), .ask(1780, .mute)],
      [.flat(0, 1720), .part(0, 1, 240, 0..<60), .line(Self.point(0, 1, 240, 60), 0, 140), .flat(0, 300)],
      periods)
  }

  @Test(
    "A stem that comes back while its last ramp still sounds goes up from there, at the top too",
    arguments: Periods.all)
  func backDuringTheTail(periods: Periods) {
    expect(
      [.ask(0, .start), .ask(1900, .mute), .ask(1921, .unmute, .now)],
      [.flat(1, 1900), .part(1, 0, 48, 0..<21), .line(Self.point(1, 0, 48, 21), 1, 240), .flat(1, 300)],
      periods)
    expect(
      [.ask(0, .start), .ask(1900, .mute), .ask(1920, .unmute)],
      [.flat(1, 1900), .part(1, 0, 48, 0..<20), .line(Self.point(1, 0, 48, 20), 1, 240), .flat(1, 300)],
      periods)
  }

  @Test("With a ramp length of 0 every change is a step", arguments: Periods.all)
  func noRamps(periods: Periods) {
    expect(
      [
        .ask(5, .start, .now), .ask(50, .mute, .beat), .ask(500, .unmute, .now),
        RandomPerformance.Step(frame: 600, .pan(half)), .ask(700, .stop, .now),
      ],
      [.flat(0, 5), .flat(1, 475), .flat(0, 20), .flat(1, 100), .flat(0.5, 100), .flat(0, 300)],
      periods, rampMilliseconds: 0)
  }

  @Test("A gain moves in 5 ms, from its current value", arguments: Periods.all)
  func level(periods: Periods) {
    expect(
      [
        .ask(0, .start), RandomPerformance.Step(frame: 300, .pan(half)),
        RandomPerformance.Step(frame: 360, .pan(.centre)),
      ],
      [.flat(1, 300), .part(1, 0.5, 240, 0..<60), .line(Self.point(1, 0.5, 240, 60), 1, 240), .flat(1, 300)],
      periods)
  }

  @Test("A ramp shorter than 1 ms is never lengthened")
  func shorterThanShortest() {
    expect(
      [.ask(9, .start, .now), .ask(300, .mute, .now)],
      [.flat(0, 9), .line(0, 1, 24), .flat(1, 267), .line(1, 0, 24), .flat(0, 300)],
      .constant(64), rampMilliseconds: 0.5)
  }

  @Test(
    "A stem that is started and muted on one frame is not heard at all",
    arguments: [
      [.ask(0, .start), .ask(0, .mute)], [.ask(100, .start), .ask(1920, .stop, .now)],
      [.ask(100, .start), .ask(1920, .mute)],
    ] as [[RandomPerformance.Step]])
  func startedAndMuted(steps: [RandomPerformance.Step]) {
    expect(steps, [.flat(0, 2500)], .constant(64))
  }

  private let half = PanFactors(left: Gain(linear: 0.5)!, right: .silence)
}

// MARK: - Expectations drawn as pieces of lines

extension RampTests {
  enum Piece {
    case flat(Float, Int)
    case line(Float, Float, Int)
    /// Some frames of a line.
    case part(Float, Float, Int, Range<Int>)

    var samples: [Float] {
      switch self {
      case .flat(let value, let frames): [Float](repeating: value, count: frames)
      case .line(let from, let to, let frames): (0..<frames).map { RampTests.point(from, to, frames, $0) }
      case .part(let from, let to, let frames, let range): range.map { RampTests.point(from, to, frames, $0) }
      }
    }
  }

  static func point(_ from: Float, _ to: Float, _ frames: Int, _ frame: Int) -> Float {
    from + (to - from) / Float(frames) * Float(frame)
  }

  private func expect(
    _ steps: [RandomPerformance.Step], _ pieces: [Piece], _ periods: Periods, rampMilliseconds: Double = 5,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let expected = pieces.flatMap(\.samples)
    var bench = Bench.make(
      stems: [[Float](repeating: 1, count: 1920)], rampMilliseconds: rampMilliseconds)
    let heard = RandomPerformance(steps: steps, frames: expected.count).play(on: &bench, periods: periods)
      .master
    if let frame = expected.indices.first(where: { heard[$0].bitPattern != expected[$0].bitPattern }) {
      Issue.record(
        "frame \(frame) has \(heard[frame]), not \(expected[frame])", sourceLocation: sourceLocation)
    }
  }
}

extension RandomPerformance.Step {
  fileprivate static func ask(_ frame: Int, _ request: StemRequest, _ quantum: Quantum = .loop) -> Self {
    RandomPerformance.Step(frame: frame, .ask(request, quantum))
  }
}
