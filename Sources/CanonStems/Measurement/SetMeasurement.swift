import CanonEngine
import Foundation

/// What was measured of a set: of each stem, and of all of them together.
public struct SetMeasurement: Sendable {
  /// That of the first base, at which the stems were mixed.
  public let rate: SampleRate
  public let timing: SetTiming
  /// In the order of the set.
  public let stems: [StemMeasurement]
  /// The peaks of the samples: of all stems, and of the loudest choice among them.
  public let peak: MixPeak
  /// The same between the samples.
  public let truePeak: MixPeak
  /// The integrated loudness of all stems together, with their gains, in LUFS; nil for silence, and if their common cycle is too long to
  /// be mixed. Of each group it has the loudest stem.
  public let loudness: Double?
  /// The waveform of the same mix, over its common cycle; nil if that is too long to be mixed.
  public let outline: Outline?

  /// The stems' parts of a mix.
  let parts: [MixPeak.Part]
  let loop: GridLine

  /// The true peak that gains are suggested for, in decibels.
  public static let target = -1.0

  /// The memory that the samples of all stems take, in bytes.
  public var sampleBytes: UInt64 { stems.reduce(0) { $0 + $1.bytes } }

  /// The decibels that every gain is to change by so that the loudest choice of stems has a true peak of ``target``, one decimal, rounded
  /// down, as far as all gains stay in their range; nil for silence.
  public var suggestedChange: Double? {
    let highest = Double(max(truePeak.full, truePeak.worst))
    guard highest > 0 else { return nil }
    // What is computed has errors in the last digits.
    let change = ((Self.target - 20 * log10(highest)) * 10 + 1e-6).rounded(.down) / 10
    let gains = parts.map { Double($0.configuration.gain.linear) }.filter { $0 > 0 }.map { 20 * log10($0) }
    let range = Decibels.range
    let (least, most) = (range.lowerBound - (gains.min() ?? 0), range.upperBound - (gains.max() ?? 0))
    return max((least * 10 - 1e-6).rounded(.up) / 10, min((most * 10 + 1e-6).rounded(.down) / 10, change))
  }

  /// How loud some of the stems can become.
  /// - Thread: any control thread; yields often
  public func peak(of some: [StemIndex]) async -> MixPeak {
    await MixPeak(some.map { parts[$0.int] }, loop: loop, rate: rate, isBound: peak.isBound)
  }
}
