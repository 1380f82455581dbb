import CanonEngine
import CanonFiles

/// Problems of a set's lengths, which show only when several values are known.
package enum TimingAdvice: FileAdvice {
  /// The key whose value is in bars or beats.
  case needsTempo(String)
  case quantumNeedsTempo
  case quantumNeedsWholeBars(beats: Int, meter: Meter)
  case loopNeedsBase
  case loopUnknown
  case loopTooLong
  case loopTooShort(SampleRate)
  case unevenLoop(UnevenLoop)
  case unfittingTempo(UnfittingTempo)
  /// Not a problem, but what the tempo makes of the loop, with its duration in seconds.
  case bars(Int, beats: Int, meter: Meter, seconds: String)

  package var code: String? { Self.code("timing", self) }

  package var words: Advice {
    switch self {
    case .needsTempo(let key):
      Advice(
        expected: "a tempo to count it by",
        remedy: "Add e.g. tempo = 80, or give the \(key) in seconds or frames.")
    case .quantumNeedsTempo:
      Advice(
        expected: "a tempo to count it by", remedy: "Add e.g. tempo = 80, or write \"loop\" or \"now\".")
    case .quantumNeedsWholeBars(let beats, let meter):
      Advice(
        expected: "a loop of whole bars (\(beats) beats are none in \(meter))",
        remedy: "Write \"beat\" or \"loop\", or correct the meter.")
    case .loopNeedsBase:
      Advice(
        expected: "a base stem, whose sample rate says how long a frame is",
        remedy: "Add base = true to a stem, or give the loop in seconds.")
    case .loopUnknown:
      Advice(
        expected: "the loop's length, or a base stem that has it",
        remedy: "Add e.g. loop = \"24 s\", or base = true to the stem that sounds from the start.")
    case .loopTooLong: Advice(expected: "at most one day", remedy: "Give a shorter loop.")
    case .loopTooShort(let rate):
      Advice(expected: "at least one frame at \(rate.hertz) Hz", remedy: "Give a longer loop.")
    case .unevenLoop(let loop): loop.words
    case .unfittingTempo(let tempo): tempo.words
    case .bars(let bars, let beats, let meter, let seconds):
      Advice(
        found: (bars == 0
          ? "\(counted(beats, "beat")), no whole bars,"
          : "\(counted(bars, "bar")) (\(counted(beats, "beat")))")
          + " of \(meter) in the loop of \(seconds) s",
        expected: "as many as the music has",
        remedy:
          "Correct the tempo if it has another number, or write the loop's length, e.g. loop = \"8 bars\"."
      )
    }
  }

  private func counted(_ count: Int, _ thing: String) -> String {
    count == 1 ? "1 \(thing)" : "\(count) \(thing)s"
  }
}

/// A loop whose tempo does not divide it into whole beats.
package struct UnevenLoop: Hashable, Sendable {
  package var tempo: Tempo
  package var seconds: String
  /// Frames of the base's file; nil if there is none.
  package var frames: FrameCount?
  /// With decimals.
  package var beats: String
  /// The nearest whole number.
  package var wholeBeats: Int
  /// The base's file and the number of frames that it should have, if the loop comes from it.
  package var file: String?
  package var wholeFrames: FrameCount = 0

  fileprivate var words: Advice {
    let frames = frames.map { " of \($0) frames" } ?? ""
    let other =
      file.map { "make \(CleanText.clean($0)) exactly \(wholeFrames) frames long (\(wholeBeats) beats)" }
      ?? "write loop = \"\(wholeBeats) beats\""
    return Advice(
      found: "\(tempo), at which the loop\(frames) (\(seconds) s) is \(beats) beats long",
      expected: "a whole number of beats", remedy: "Correct the tempo, or \(other), or leave out the tempo.")
  }
}

/// A tempo at which no stem is as long as a simple share of the loop.
package struct UnfittingTempo: Hashable, Sendable {
  package var tempo: Tempo
  /// As the set has it.
  package var loop: String
  package var seconds: String
  /// The file of a stem, and how long it is.
  package var file: String
  package var fileSeconds: String
  /// The tempos that would fit.
  package var tempos: [Tempo]
  /// A length of the loop that would fit instead.
  package var otherLoop: String?

  fileprivate var words: Advice {
    let name = CleanText.quote(file), names = tempos.map(\.description)
    let list =
      names.count < 2 ? names.joined() : names.dropLast().joined(separator: ", ") + " or " + names.last!
    let ways = [
      tempos.isEmpty ? nil : "tempo = \(list)", otherLoop.map { "loop = \"\($0)\"" },
      "length = \"free\" for a stem whose length is meant",
    ].compactMap(\.self)
    return Advice(
      found: "\(tempo), at which the loop of \(loop) lasts \(seconds) s, and \(name) lasts \(fileSeconds) s",
      expected: "a tempo at which \(name) is as long as the loop or a simple share of it",
      remedy: "Write \(ways.joined(separator: ", or ")).")
  }
}
