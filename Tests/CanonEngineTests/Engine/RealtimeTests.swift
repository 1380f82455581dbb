import CRealtime
import Testing

/// The sanitizer's word on the audio thread. These need it linked (`make test`); each runs in a process of its
/// own, since the sanitizer ends the process that offends.
@Suite(.enabled(if: rt_sanitized(), "RealtimeSanitizer is not linked"))
struct RealtimeSanitizerTests {
  @Test("The sanitizer is alive: it stops a thread that allocates in real time")
  func isAlive() async {
    await #expect(processExitsWith: .exitCode(43)) {
      var numbers = [0]
      rt_enter()
      for number in 0..<99 { numbers.append(number) }
      rt_exit()
      print(numbers.count)
    }
  }

  @Test("The sanitizer reports nothing in the engine during a long random performance")
  func engineIsSilent() async {
    await #expect(processExitsWith: .success) {
      for seed in 1...5 as ClosedRange<UInt64> {
        let heard = RealtimePerformance.play(seed: seed, periods: 4000, enter: rt_enter, leave: rt_exit)
        precondition(heard > 0)
      }
    }
  }
}

/// Denormal numbers cost 160 times a normal one; drivers switch them off around the engine.
@Suite struct DenormalTests {
  @Test("Between flush and restore a denormal number is zero; afterwards it is not")
  func flushAndRestore() {
    // Read through memory, so that the compiler cannot multiply in advance.
    var tiny: [Float] = [.leastNormalMagnitude, 0.5]
    tiny.reserveCapacity(3)
    func product() -> Float { tiny[0] * tiny[1] }
    #expect(product() > 0)
    let before = rt_flush_denormals()
    let flushed = product()
    rt_restore_denormals(before)
    #expect(flushed == 0)
    #expect(product() > 0)
  }
}
