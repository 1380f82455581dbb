import CanonTestSupport

@testable import CanonSession

/// An output device that goes and comes back, by the policy "pause".
struct RandomDevice {
  private var random: SplitMix64
  private(set) var isLost = false

  init(seed: UInt64) { random = SplitMix64(seed: seed ^ 0xD3) }

  /// Now and then it is lost, and is back a while later.
  mutating func mayComeOrGo(_ session: Performance) async {
    guard random.one(in: isLost ? 4 : 12) else { return }
    if isLost { await session.resumeWithDevice() } else { await session.pauseWithoutDevice() }
    isLost.toggle()
  }
}
