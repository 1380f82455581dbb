import CanonFiles
import CanonJack

/// What the self-test has measured.
package struct SelfTestFigures: Hashable, Sendable, Translated {
  /// The frames that were compared with the rendering, and those that differ.
  package var frames: Int
  package var different: Int
  /// The frames that the music skipped after xruns.
  package var lost: Int
  package var xruns: Int
  /// In hertz.
  package var sampleRate: Int
  /// In frames.
  package var period: Int
  package var isRealtime: Bool
  /// How many cycles were timed.
  package var cycles: Int
  /// From the beginning of a cycle until canon's samples had arrived at the next client, in microseconds.
  package var median: Int
  package var worst: Int

  package init(
    frames: Int, different: Int, lost: Int, xruns: Int, sampleRate: Int, period: Int, isRealtime: Bool,
    times: [Int]
  ) {
    (self.frames, self.different, self.lost, self.xruns) = (frames, different, lost, xruns)
    (self.sampleRate, self.period, self.isRealtime) = (sampleRate, period, isRealtime)
    let sorted = times.sorted()
    cycles = sorted.count
    (median, worst) = (sorted.isEmpty ? 0 : sorted[sorted.count / 2], sorted.last ?? 0)
  }

  /// Whether what was captured has the same bits as the rendering.
  package var isExact: Bool { frames > 0 && different == 0 }

  package var periodMicroseconds: Int { period * 1_000_000 / max(1, sampleRate) }

  /// The share of a period that was left in the worst cycle, in per cent; below 0 if that was too late.
  package var margin: Int { 100 - worst * 100 / max(1, periodMicroseconds) }

  /// The period to try next; nil if none is larger.
  var largerPeriod: Int? {
    let largest = ServerRequest.periods.upperBound
    return period < largest ? min(2 * period, largest) : nil
  }

  var level: Finding.Level {
    if !isExact { return .wrong }
    return xruns > 0 || lost > 0 || margin < 0 ? .warning : .well
  }

  package var message: String {
    guard frames > 0 else {
      return
        "Self-test: nothing was captured of what canon played. Run it again; if it stays so, report it with the output of --json."
    }
    guard different == 0 else {
      return
        "Self-test: \(different) of \(frames) captured frames differ from the rendering. That is a fault of canon or of this "
        + "machine's memory: report it with the output of --json."
    }
    return "Self-test: \(frames) captured frames have the same bits as the rendering. \(timing)"
      + (level == .warning ? advice : "")
  }

  private var timing: String {
    "With a period of \(periodMicroseconds) µs (\(period) frames, \(isRealtime ? "real-time" : "not real-time")) the music was ready after "
      + "\(median) µs, at worst after \(worst) µs: margin \(margin) %."
  }

  private var advice: String {
    let larger = largerPeriod.map { " A larger period gives more time: --period \($0)." } ?? ""
    guard xruns > 0 || lost > 0 else { return larger }
    return larger + " There \(xruns == 1 ? "was 1 xrun" : "were \(xruns) xruns"), which lost "
      + (lost == 1 ? "1 frame." : "\(lost) frames.")
  }
}
