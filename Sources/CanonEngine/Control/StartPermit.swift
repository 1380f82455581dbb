/// Leave for one stem to sound, once.
///
/// The engine asks for a permit wherever silence could become sound: `start`, `unmute`, and the `press` that
/// may mean either. It cannot be copied, so one decision of the gate starts one stem one time; and it cannot
/// be made outside the gate: the initialiser is system programming interface, which only the gate's own file
/// may import (`make lint` checks that). To start a stem without asking the gate does not compile.
public struct StartPermit: ~Copyable, Sendable {
  public let stem: StemIndex
  /// The stems on which the decision relies: the permit is worth something only while all of them play, with no change
  /// pending. The gate sees the stems as they were a moment ago; the engine looks again on the frame of receipt.
  public let needed: [StemIndex]

  @_spi(StartGate)
  public init(stem: StemIndex, needed: [StemIndex] = []) {
    self.stem = stem
    self.needed = needed
  }
}
