/// Permission for one stem to begin sounding, once.
///
/// The engine requires a permit wherever silence could become sound: for `start`, `unmute`, and the `press` that
/// may mean either. A permit cannot be copied, so one decision of the gate starts one stem once. It cannot
/// be made outside the gate: the initialiser is system programming interface, which only the gate's own file
/// may import (`make lint` checks that). Code that starts a stem without asking the gate does not compile.
public struct StartPermit: ~Copyable, Sendable {
  public let stem: StemIndex
  /// The stems on which the decision relies: the permit is valid only while all of them play, with no change pending.
  /// The gate sees the stems as they were a moment ago; the engine checks again on the frame of receipt.
  public let needed: [StemIndex]

  @_spi(StartGate)
  public init(stem: StemIndex, needed: [StemIndex] = []) {
    self.stem = stem
    self.needed = needed
  }
}
