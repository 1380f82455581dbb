import CRealtime
import CanonLiveSupport
import Foundation
import Testing

/// RealtimeSanitizer in the executable, under a real server: `make test`. There every other live test is a test of
/// the callback too, since the sanitizer ends a violating canon with status 43.
extension LiveTests.RealtimeSanitizer {
  @Test(
    "The sanitizer is alive in the executable: a call in its callback that allocates ends it",
    .enabled(if: rt_sanitized(), "RealtimeSanitizer is not linked"))
  func isAlive() throws {
    let folder = try TestFolder()
    let offender = try PreloadedLibrary(Self.offender, in: folder)
    let server = try DummyServer.started("canon-test-rtsan")
    defer { server.stop() }
    let canon = try CanonProcess.start(
      on: server, environment: offender.environment)
    try #expect(canon.finish() == 43)
    #expect(canon.errorOutput.contains { $0.contains("RealtimeSanitizer: unsafe-library-call") })
    #expect(canon.errorOutput.contains { $0.contains("jack_get_time") })
  }

  /// Stands before libjack: what the callback asks for the time allocates, for once.
  private static let offender = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <stdint.h>
    #include <stdlib.h>
    static uint64_t (*real)(void);
    __attribute__((constructor)) static void find(void) { real = dlsym(RTLD_NEXT, "jack_get_time"); }
    uint64_t jack_get_time(void) {
      void *volatile memory = malloc(100);
      free(memory);
      return real();
    }
    """
}
