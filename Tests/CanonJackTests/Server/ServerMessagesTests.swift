import CanonLiveSupport
import Testing

/// What libjack itself has to say: a library that stands before it says two things as soon as it can.
@Suite(.enabled(if: Tool.isTested("clang"), "clang is not installed"))
struct ServerMessagesTests {
  private func play(_ environment: [String: String]) throws -> (output: [String], errors: [String]) {
    let folder = try TestFolder()
    let library = try PreloadedLibrary(
      """
      typedef void (*listener)(const char *);
      void jack_set_error_function(listener say) { say("cannot do it"); }
      void jack_set_info_function(listener say) { say("all is well"); }
      """, in: folder)
    let result = try CanonProcess.run(
      ["play", "Schedules/always.toml", "--server", "canon-test-none"],
      environment: library.environment.merging(environment) { $1 })
    return (result.output, result.errors.filter { $0.contains("cannot do it") || $0.contains("all is well") })
  }

  @Test("With CANON_JACK_MESSAGES errors and news are shown on standard error")
  func shown() throws {
    let said = try play(["CANON_JACK_MESSAGES": "1"])
    #expect(said.errors == ["jack: cannot do it", "jack: all is well"] && said.output.isEmpty)
  }

  @Test("Without CANON_JACK_MESSAGES neither is shown")
  func quiet() throws {
    let said = try play([:])
    #expect(said.errors.isEmpty && said.output.isEmpty)
  }
}
