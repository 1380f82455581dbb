import Glibc

/// The variable by which PipeWire's libjack is asked for a period, as "FRAMES/HERTZ".
///
/// The rate in it must be the graph's own: libjack (PipeWire 0.3.65) reports it as the graph's, whatever that is, and the graph keeps its
/// own, so another one would play at the wrong pitch.
struct PipeWireLatency: Hashable {
  var period: Int
  var rate: Int

  static let variable = "PIPEWIRE_LATENCY"

  /// What the user has requested, before canon has set the variable itself; nil for nothing.
  static let ofUser = PipeWireLatency(getenv(variable).map { String(cString: $0) })

  init(period: Int, rate: Int) { (self.period, self.rate) = (period, rate) }

  /// - Returns: nil if the text does not name both numbers; libjack reports the graph's rate then.
  init?(_ text: String?) {
    let parts = text?.split(separator: "/", omittingEmptySubsequences: false) ?? []
    guard parts.count == 2, let period = Int(parts[0]), let rate = Int(parts[1]), period > 0, rate > 0 else {
      return nil
    }
    self.init(period: period, rate: rate)
  }

  var text: String { "\(period)/\(rate)" }
}
