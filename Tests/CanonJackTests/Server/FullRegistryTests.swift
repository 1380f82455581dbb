import CanonLiveSupport
import Foundation
import Testing

/// A registry that killed servers have filled, in a `/dev/shm` of the test's own: no other server is met there.
extension LiveTests.PrivateServers {
  /// Whether this process may have a `/dev/shm` of its own.
  private static let canUnshare: Bool = {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/unshare")
    process.arguments = ["-m", "mount", "-t", "tmpfs", "tmpfs", "/dev/shm"]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()

  /// Runs canon where eight servers were killed.
  /// - Parameter living: Whether a ninth of them, the last one, lives.
  private func play(living: Bool) throws -> CanonProcess {
    // Each server is killed once it has entered its name; the shell waits for it, so that no zombie counts as alive.
    let script = """
      mount -t tmpfs tmpfs /dev/shm || exit 99
      for k in 1 2 3 4 5 6 7 8; do
        jackd -r -n canon-full-$k -d dummy > /dev/null 2>&1 < /dev/null & server=$!
        until grep -qs canon-full-$k /dev/shm/jack-shm-registry; do sleep 0.02; done
        if [ $k = 8 ] && [ \(living ? 1 : 0) = 1 ]; then break; fi
        kill -9 $server; wait $server 2> /dev/null
      done
      "$0" play Schedules/always.toml --json --no-control; status=$?
      if [ \(living ? 1 : 0) = 1 ]; then
        grep -c canon-full- /dev/shm/jack-shm-registry -a > /dev/null && kill -0 $server && echo spared
        kill -9 $server
      fi
      exit $status
      """
    return try CanonProcess(
      ["-m", "bash", "-c", script, CanonProcess.path],
      environment: ["JACK_DEFAULT_SERVER": "canon-test-none"], executable: "/usr/bin/unshare")
  }

  @Test(
    "Where no server lives canon frees the places of killed ones, says so, and plays",
    .enabled(if: canUnshare, "this process may not unshare /dev/shm"))
  func fullOfKilledServers() throws {
    let canon = try play(living: false)
    let note = try canon.waitForEvent("note") { $0["code"] as? String == "registry-freed" }
    #expect(
      note["message"] as? String
        == "JACK's registry was full of killed servers, and no server runs: the places of "
        + (1...8).map { "\"canon-full-\($0)\"" }.joined(separator: ", ") + " were freed.")
    try canon.waitForEvent("clock")
    canon.say("quit")
    try #expect(canon.finish() == 0)
  }

  @Test(
    "Where one lives canon touches nothing and tells the remedy",
    .enabled(if: canUnshare, "this process may not unshare /dev/shm"))
  func fullWithALivingServer() throws {
    let canon = try play(living: true)
    try #expect(canon.finish() == 69)
    #expect(canon.output == ["spared"])
    let said = canon.errorOutput.joined()
    #expect(said.contains("\"canon-full-7\" (killed), \"canon-full-8\". Start and end a server"), "\(said)")
  }
}
