@_spi(StartGate) import CanonEngine

/// Permits for tests of the engine itself, which is below the gate. This is the only file outside the gate's own that
/// may make one, and it is not part of the executable.
public func testPermit(_ stem: StemIndex, needed: [StemIndex] = []) -> StartPermit {
  StartPermit(stem: stem, needed: needed)
}
