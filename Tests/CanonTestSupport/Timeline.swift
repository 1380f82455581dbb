import CanonEngine

/// Time drawn as text with one column per frame, so that a person can check a test by eye.
///
/// Commands, received on the frame of their column: `P` press, `S` start, `X` stop, `M` mute, `U` unmute, `C` cancel,
/// `-` nothing. States: `s` stop, `w` wait, `p` play, `m` mute. Output: the digit that the stem has on that
/// frame; the stem counts 1, 2, 3, … from the top of its loop.
public enum Timeline {
  /// Plays the commands on one counting stem.
  /// - Returns: States and output, drawn as the commands are.
  public static func play(
    _ commands: String, loop: Int, beats: Int = 1, quantum: Quantum = .loop, periods: Periods
  ) -> (states: String, output: String) {
    var bench = Bench.make(stems: [(1...loop).map(Float.init)], beats: beats)
    let output = samples(of: commands, on: &bench, quantum: quantum, periods: periods)
    return (states(bench.events, frames: commands.count), output.map { String(Int($0)) }.joined())
  }

  /// Plays the commands on a stem of any bench.
  /// - Returns: The master, drawn; `-` is silence.
  public static func play(
    _ commands: String, of stem: Int = 0, on bench: inout Bench, quantum: Quantum = .loop,
    periods: Periods = .constant(3)
  ) -> String {
    drawn(samples(of: commands, stem, on: &bench, quantum: quantum, periods: periods))
  }

  private static func samples(
    of commands: String, _ stem: Int = 0, on bench: inout Bench, quantum: Quantum, periods: Periods
  ) -> [Float] {
    var output: [Float] = []
    var waiting = 0
    for letter in commands {
      if let request = request(letter) {
        if waiting > 0 { output += bench.run(waiting, periods: periods).master }
        waiting = 0
        bench.ask(request, stem, quantum: quantum)
      }
      waiting += 1
    }
    return output + bench.run(waiting, periods: periods).master
  }

  private static func request(_ letter: Character) -> StemRequest? {
    switch letter {
    case "P": .press
    case "S": .start
    case "X": .stop
    case "M": .mute
    case "U": .unmute
    case "C": .cancel
    default: nil
    }
  }

  private static func states(_ events: [EngineEvent], frames: Int) -> String {
    var states = [Character](repeating: "s", count: frames)
    for event in events {
      let (status, at): (StemStatus, FramePosition)
      switch event {
      case .answered(_, _, _, let s, let a): (status, at) = (s, a)
      case .changed(_, let s, let a, _): (status, at) = (s, a)
      case .skipped, .triggered, .chosen, .scheduled, .began, .replaced, .kept, .held, .relocates, .relocated,
        .handedOver,
        .superseded, .halted, .stood, .rolled, .clockChanged, .supplied, .leftSilent:
        continue
      }
      for frame in Int(at)..<max(Int(at), frames) { states[frame] = status.state.word.first! }
    }
    return String(states)
  }
}
