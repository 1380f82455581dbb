import CanonEngine
import Foundation

extension Gain {
  /// The linear factor: `10 ^ (decibels / 20)`; 0 dB is exactly 1.
  public init(_ decibels: Decibels) {
    self.init(factor: pow(10, decibels.value / 20))
  }

  /// Every decibel value is in the range of a gain (24 dB is 15.85).
  fileprivate init(factor: Double) {
    self = Gain(linear: Float(factor)) ?? .silence
  }
}

extension Pan {
  /// The place that comes nearest to these factors, to a hundredth: a pan on its way may have none of its own.
  public init(left: Float, right: Float) {
    let (low, high) = (Double(min(left, right)), Double(max(left, right)))
    let away = high > 0 ? (acos(low / high) * 2 / .pi * 100).rounded() / 100 : 0
    self = Pan(right < left ? -away : away) ?? .centre
  }
}

extension PanFactors {
  /// A balance: the side towards which a stem is panned keeps its level, the other fades along a
  /// quarter of a cosine to exactly 0.
  ///
  /// In the centre both sides are 1, so a stem that is not panned is as loud as its file.
  public init(_ pan: Pan) {
    func side(_ away: Double) -> Gain {
      // cos(pi / 2) is 6e-17 in floating point, which would not be silence.
      let share = away <= 0 ? 1 : away >= 1 ? 0 : cos(away * .pi / 2)
      return Gain(factor: share)
    }
    self.init(left: side(pan.value), right: side(-pan.value))
  }
}
