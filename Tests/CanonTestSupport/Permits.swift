@_spi(StartGate) import CanonEngine

/// Permits for tests of the engine itself, which sit below the gate. The only file outside the gate's own that
/// may make one; nothing that ships can reach it.
public func testPermit(_ stem: StemIndex, needed: [StemIndex] = []) -> StartPermit {
  StartPermit(stem: stem, needed: needed)
}
