import CanonLiveSupport
import Testing

/// What the dynamic loader maps for canon, whatever the subcommand.
@Suite struct LoadedLibrariesTests {
  @Test("Only a screen maps ncurses")
  func ncurses() throws {
    let libraries = try CanonProcess.run(["check"], environment: ["LD_TRACE_LOADED_OBJECTS": "1"]).output
    #expect(libraries.contains { $0.contains("libjack.so") })
    #expect(libraries.filter { $0.contains("ncurses") || $0.contains("libtinfo") } == [])
  }
}
