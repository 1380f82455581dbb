import CanonEngine
import CanonTestSupport
import Testing

/// However many stems, and however loud: what is delivered is a number.
@Suite struct LoudestMixTests {
  @Test("4000 stems at +24 dB, of samples at +24 dBFS, to a master and a bus at +24 dB, do not overflow")
  func loudest() {
    let loudest = Gain(linear: 16)!
    let stems = [StemConfiguration](
      repeating: StemConfiguration(
        gain: loudest, pan: PanFactors(left: loudest, right: loudest), sends: [loudest]),
      count: 4000)
    let sound = StemBuffer([16, -16, 16, 16], release: [16, 16, 16, 16])
    var bench = Bench.make(.small(stems, buses: 1), sounds: stems.map { _ in sound })
    bench.perform(.master(loudest))
    for stem in stems.indices { bench.ask(.start, stem) }
    var heard = bench.run(8)
    // Release and voice together.
    for request in [StemRequest.stop, .start] {
      for stem in stems.indices { bench.ask(request, stem, quantum: .now) }
      heard += bench.run(3)
    }
    let samples = [heard.master, heard.right] + heard.ports + heard.portsRight + heard.buses
    #expect(samples.allSatisfy { $0.allSatisfy(\.isFinite) })
    #expect(heard.master.contains { $0.magnitude >= 4000 * 16 * 16 * 16 * 16 })
    let levels = bench.handle.clock.readLevels()
    #expect(levels.peak.left.isFinite && levels.peak.right.isFinite)
    #expect(levels.rms.left.isFinite && levels.rms.right.isFinite)
  }
}
