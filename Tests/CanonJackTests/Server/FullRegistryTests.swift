import CanonLiveSupport
import Foundation
import Testing

/// A registry that killed servers have filled, in a `/dev/shm` of the test's own: no other server is met there.
extension LiveTests.PrivateServers {
  /// Whether this process may have a `/dev/shm` of its own.
  private static let canUnshare: Bool = {
    guard let unshare = Tool.path("unshare") else { return false }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: unshare)
    process.arguments = ["-m", "mount", "-t", "tmpfs", "tmpfs", "/dev/shm"]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()

  /// As in all live tests: where they are required, what cannot be tested fails.
  private static let isTested = canUnshare || Tool.areAllRequired
  private static let cannotUnshare = "this process may not unshare /dev/shm, so this was not tested"

  /// Runs canon where eight servers were killed.
  /// - Parameter living: Whether a ninth of them, the last one, lives.
  private func run(
    _ command: String = "play Schedules/always.toml --json --no-control", living: Bool
  ) throws -> CanonProcess {
    guard Self.canUnshare, let unshare = Tool.path("unshare") else {
      throw TimedOut(description: Self.cannotUnshare)
    }
    // Each server is killed once it has entered its name; the shell waits for it, so that no zombie counts as alive.
    let script = """
      mount -t tmpfs tmpfs /dev/shm || exit 99
      for k in 1 2 3 4 5 6 7 8; do
        jackd -r -n canon-full-$k -d dummy > /dev/null 2>&1 < /dev/null & server=$!
        until grep -qs canon-full-$k /dev/shm/jack-shm-registry; do sleep 0.02; done
        if [ $k = 8 ] && [ \(living ? 1 : 0) = 1 ]; then break; fi
        kill -9 $server; wait $server 2> /dev/null
      done
      "$0" \(command); status=$?
      if [ \(living ? 1 : 0) = 1 ]; then
        grep -c canon-full- /dev/shm/jack-shm-registry -a > /dev/null && kill -0 $server && echo spared
        kill -9 $server
      fi
      exit $status
      """
    return try CanonProcess(
      ["-m", "bash", "-c", script, CanonProcess.path],
      environment: ["JACK_DEFAULT_SERVER": "canon-test-none"], executable: unshare)
  }

  @Test(
    "Where no server lives canon frees the places of killed ones, says so, and plays",
    .enabled(if: isTested, Comment(rawValue: cannotUnshare)))
  func fullOfKilledServers() throws {
    let canon = try run(living: false)
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
    .enabled(if: isTested, Comment(rawValue: cannotUnshare)))
  func fullWithALivingServer() throws {
    let canon = try run(living: true)
    try #expect(canon.finish() == 69)
    #expect(canon.output == ["spared"])
    let said = canon.errorOutput.joined()
    #expect(said.contains("\"canon-full-7\" (killed), \"canon-full-8\". Start and end a server"), "\(said)")
  }

  @Test(
    "The self-test of canon doctor says which places it frees; where one server lives it frees none",
    .enabled(if: isTested, Comment(rawValue: cannotUnshare)))
  func doctor() throws {
    func findings(living: Bool) throws -> [String: [String: Any]] {
      let canon = try run("doctor Schedules/always.toml --json", living: living)
      _ = try canon.finish()
      let object = try JSONSerialization.jsonObject(with: Data((canon.output.first ?? "").utf8))
      let all = (object as? [String: Any])?["findings"] as? [[String: Any]] ?? []
      return Dictionary(all.map { ($0["code"] as? String ?? "", $0) }) { first, _ in first }
    }
    let names = (1...8).map { "canon-full-\($0)" }
    let freed = try findings(living: false)
    #expect((freed["registry-dead"]?["figures"] as? [String: Any])?["servers"] as? [String] == names)
    #expect((freed["registry-freed"]?["figures"] as? [String: Any])?["servers"] as? [String] == names)
    #expect(freed["registry-freed"]?["level"] as? String == "note" && freed["self-test"] != nil)
    let spared = try findings(living: true)
    #expect(spared["registry-full"] != nil && spared["registry-freed"] == nil)
    #expect(spared["self-test-failed"] != nil)
  }
}
