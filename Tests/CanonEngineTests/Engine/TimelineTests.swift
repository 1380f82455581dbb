import CanonEngine
import CanonTestSupport
import Testing

/// What a stem does, drawn. Every drawing holds for every way of cutting time into periods.
@Suite struct TimelineTests {
  @Test("An armed stem starts on the loop's first frame, not before", arguments: Periods.all)
  func startsOnTheLoop(periods: Periods) {
    expect(
      commands: "--P---------",
      states: "sswwpppppppp",
      output: "000012341234", periods)
  }

  @Test("A command on the boundary itself counts for it", arguments: Periods.all)
  func commandOnTheBoundary(periods: Periods) {
    expect(
      commands: "----S-------",
      states: "sssspppppppp",
      output: "000012341234", periods)
  }

  @Test("A command on the frame after a boundary waits for the next", arguments: Periods.all)
  func commandAfterTheBoundary(periods: Periods) {
    expect(
      commands: "-----S------",
      states: "ssssswwwpppp",
      output: "000000001234", periods)
  }

  @Test("Mute falls silent on the boundary, unmute comes back in phase", arguments: Periods.all)
  func muteAndUnmute(periods: Periods) {
    expect(
      commands: "S----M----U---------",
      states: "ppppppppmmmmpppppppp",
      output: "12341234000012341234", periods)
  }

  @Test("Repeated presses lead to wait, play, mute and play", arguments: Periods.all)
  func pressGoesRound(periods: Periods) {
    expect(
      commands: "-P---P---P---P------",
      states: "swwwppppmmmmppppmmmm",
      output: "00001234000012340000", periods)
  }

  @Test("A second press cancels the first", arguments: Periods.all)
  func secondPressCancels(periods: Periods) {
    expect(
      commands: "-PP-----S----PP-----",
      states: "swsssssspppppppppppp",
      output: "00000000123412341234", periods)
  }

  @Test("A stop leads from play and from mute to stop", arguments: Periods.all)
  func wayBackToStop(periods: Periods) {
    expect(
      commands: "S-X-S--M----X-------",
      states: "ppppppppmmmmssssssss",
      output: "12341234000000000000", periods)
  }

  @Test("A different command replaces the pending one", arguments: Periods.all)
  func replacing(periods: Periods) {
    expect(
      commands: "S-MX----",
      states: "ppppssss",
      output: "12340000", periods)
  }

  @Test("With now a change takes effect on the frame of receipt, in phase", arguments: Periods.all)
  func atOnce(periods: Periods) {
    expect(
      commands: "--P---P--P--",
      states: "ssppppmmmppp",
      output: "003412000234", quantum: .now, periods)
  }

  @Test("Beats divide the loop", arguments: Periods.all)
  func onTheBeat(periods: Periods) {
    expect(
      commands: "-P--P---X---",
      states: "swppmmmmssss",
      output: "003400000000", beats: 2, quantum: .beat, periods)
  }

  @Test("A count of two takes every second boundary, counted from the origin", arguments: Periods.all)
  func everySecondLoop(periods: Periods) {
    expect(
      commands: "-S-------M--------------",
      states: "swwwwwwwppppppppmmmmmmmm",
      output: "000000001234123400000000", quantum: Quantum(.loop, count: 2)!, periods)
  }

  private func expect(
    commands: String, states: String, output: String, beats: Int = 1, quantum: Quantum = .loop,
    _ periods: Periods, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let played = Timeline.play(commands, loop: 4, beats: beats, quantum: quantum, periods: periods)
    #expect(played.states == states, sourceLocation: sourceLocation)
    #expect(played.output == output, sourceLocation: sourceLocation)
  }
}
