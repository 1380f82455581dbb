import CanonDoctor
import CanonFiles
import Testing

/// Real-time priority and locked memory, and the commands that grant more of both.
@Suite struct RightsTests {
  private func rights(
    _ priority: Int? = 0, _ locked: UInt64? = 8 << 20, file: Rights.LimitsFile = .disabled,
    inGroup: Bool = false
  ) -> Rights {
    Rights(realtimePriority: priority, lockedMemory: locked, file: file, isInGroup: inGroup)
  }

  @Test("A limit of 0 is no real-time priority; any other, and none, is some")
  func realtime() {
    #expect(rights(0).findings(needed: nil).first == .noRealtime(rights(0)))
    #expect(rights(95).findings(needed: nil).first == .realtime(priority: 95))
    #expect(rights(nil).findings(needed: nil).first == .realtime(priority: nil))
    #expect(Finding.noRealtime(rights(0)).level == .warning)
    #expect(Finding.realtime(priority: 95).message == "Real-time priority is allowed, up to 95.")
  }

  @Test("Locked memory is judged by what the set needs")
  func locked() {
    let few = rights(95, 8 << 20)
    #expect(few.findings(needed: 52 << 20).last == .littleLocked(limit: 8 << 20, needed: 52 << 20, few))
    #expect(few.findings(needed: 8 << 20).last == .lockable(limit: 8 << 20))
    #expect(few.findings(needed: nil).last == .lockable(limit: 8 << 20))
    #expect(rights(95, nil).findings(needed: 1 << 40).last == .lockable(limit: nil))
    #expect(
      Finding.littleLocked(limit: 8 << 20, needed: 52 << 20, few).message.hasPrefix(
        "Only 8 MiB may be locked in memory, and this set's samples need 52 MiB: "))
  }

  @Test(
    "The commands are those that this machine lacks: Debian's file is switched on or written, the group is joined"
  )
  func commands() {
    let join = #"sudo usermod -aG audio "$USER""#
    let conf = "/etc/security/limits.d/audio.conf"
    #expect(
      Finding.noRealtime(rights(file: .disabled)).commands == ["sudo mv \(conf).disabled \(conf)", join])
    #expect(Finding.noRealtime(rights(file: .active)).commands == [join])
    #expect(
      Finding.noRealtime(rights(file: .missing, inGroup: true)).commands
        == [#"printf '@audio - rtprio 95\n@audio - memlock unlimited\n' | sudo tee "# + conf])
    let granted = Finding.noRealtime(rights(file: .active, inGroup: true))
    #expect(granted.commands == [])
    #expect(granted.message.contains("log out and in again"))
  }
}
