import CanonJack
import CanonLiveSupport
import Foundation
import Testing

/// What is asked of a headless PipeWire without a sink, in a runtime folder of the test's own.
extension LiveTests.PrivateServers {
  private static let tools = ["pipewire", "pw-jack"]

  /// Runs canon beside a PipeWire. Every wait has an end, because a test that hangs would leave the daemon behind.
  private static let script = """
    pipewire < /dev/null > /dev/null 2>&1 & pipewire=$!
    trap 'kill -9 $pipewire' EXIT
    for k in $(seq 400); do [ -S "$XDG_RUNTIME_DIR/pipewire-0" ] && break; sleep 0.05; done
    timeout 300 "$0" "$@"
    """

  @Test(
    "PipeWire is asked for the period in its own rate; a rate is not asked for, and that is said",
    .enabled(if: tools.allSatisfy { Tool.path($0) != nil }, "PipeWire is not installed"))
  func periodOfPipeWire() throws {
    let folder = try TestFolder()
    chmod(folder.path, 0o700)
    let canon = try CanonProcess(
      [
        "-c", Self.script, CanonProcess.path, "play", "Schedules/always.toml", "--json",
        "--no-control",
        "--period", "256", "--rate", "44100",
      ],
      environment: [
        "XDG_RUNTIME_DIR": folder.path, "JACK_DEFAULT_SERVER": "canon-test-none",
        "PIPEWIRE_LATENCY": "512/96000",
      ], executable: "/bin/bash")
    let server = try canon.waitForEvent("connected")["server"] as? [String: Any]
    #expect((server?["implementation"] as? String)?.hasPrefix("PipeWire") == true)
    // 44,100 Hz, or 96,000, here would be the wrong pitch.
    #expect(server?["sample_rate"] as? Int == 48000)
    let note = try canon.waitForEvent("note") { $0["code"] as? String == "kept-settings" }
    #expect((note["message"] as? String)?.contains("it runs at 48000 Hz (--rate 44100)") == true, "\(note)")
    try canon.waitForLine("a period of 256 frames") { line in
      line.contains("\"period\":256") || line.contains("\"count\":256")
    }
    canon.say("quit")
    try #expect(canon.finish() == 0)
  }
}
