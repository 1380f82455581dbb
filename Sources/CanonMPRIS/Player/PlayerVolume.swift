import CanonEngine
import Glibc

/// The master's gain as a slider of a desktop has it: 1 is 0 dB, and the gain is the cube of the slider, as in PulseAudio.
struct PlayerVolume: Hashable, Sendable {
  /// From 0 on; above 1 the master is louder than the mix.
  let value: Double

  static let full = PlayerVolume(unchecked: 1)

  private init(unchecked value: Double) { self.value = value }

  init(_ gain: Decibels) { value = gain == .silence ? 0 : pow(10, gain.value / 60) }

  /// - Returns: nil unless `value` is a number. Values outside the master's range are moved to its nearest end.
  init?(_ value: Double) {
    guard value.isFinite else { return nil }
    self.value = max(0, value)
  }

  var decibels: Decibels {
    guard value > 0 else { return .silence }
    let range = Decibels.range
    let decibels = (600 * log10(value)).rounded() / 10
    return decibels < range.lowerBound ? .silence : Decibels(min(decibels, range.upperBound)) ?? .silence
  }
}
