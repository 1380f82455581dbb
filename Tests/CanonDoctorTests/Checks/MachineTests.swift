import CanonDoctor
import CanonLiveSupport
import CanonSchedule
import Testing

/// Processors, memory, disks and the clock, by recorded texts and given figures.
@Suite struct MachineTests {
  @Test(
    "Governors that save power are told once each; others, and none, are fast",
    arguments: [
      (["performance\n", "performance\n"], Finding.fastClock), ([], .fastClock),
      (["userspace\n"], .fastClock),
      (["powersave\n", "performance\n", "powersave\n"], .slowClock(["powersave"])),
      (["schedutil\n", "ondemand\n"], .slowClock(["ondemand", "schedutil"])),
      (["conservative"], .slowClock(["conservative"])),
    ])
  func governors(texts: [String], finding: Finding) {
    #expect(Governors.finding(texts) == finding)
  }

  @Test("They are read for each processor")
  func governorFiles() throws {
    let folder = try TestFolder()
    for cpu in 0...2 {
      _ = try folder.write("powersave\n", to: "cpu\(cpu)/cpufreq/scaling_governor")
    }
    #expect(Governors.read(folder.path) == ["powersave\n", "powersave\n", "powersave\n"])
    #expect(Governors.read(folder.file("none")) == [])
  }

  @Test("The available memory is that of the kernel's list")
  func memory() {
    let text = "MemTotal:       16000000 kB\nMemFree:          200000 kB\nMemAvailable:    1048576 kB\n"
    #expect(MemoryNeed.available(in: text) == 1 << 30)
    #expect(MemoryNeed.available(in: "MemTotal: 1 kB\n") == nil)
    #expect(MemoryNeed.available(in: nil) == nil)
  }

  @Test("A set that needs more than there is does not fit")
  func set() {
    let large = MemoryNeed.finding("Evening", stems: 3, bytes: 3 << 30, available: 1 << 30)
    #expect(large == .setTooLarge("Evening", bytes: 3 << 30, available: 1 << 30))
    #expect(large.level == .wrong)
    #expect(
      large.message.hasPrefix("Evening needs 3072 MiB for its samples, and only 1024 MiB are available. "))
    #expect(MemoryNeed.finding("Evening", stems: 3, bytes: 1 << 30, available: 1 << 30).level == .well)
    #expect(MemoryNeed.finding("Evening", stems: 1, bytes: 1 << 30, available: nil).level == .well)
  }

  @Test("A disk is full below 1 MiB, and low below 100 MiB")
  func disk() {
    #expect(DiskSpace.finding("/home", .free(0)) == .fullDisk("/home"))
    #expect(DiskSpace.finding("/home", .free(1 << 20)) == .littleDisk("/home", free: 1 << 20))
    #expect(DiskSpace.finding("/home", .free(100 << 20)) == .disk("/home", free: 100 << 20))
    #expect(DiskSpace.look(at: "/proc/canon") == .closed)
    #expect(DiskSpace.finding("/home", .closed) == .closedFolder("/home"))
    #expect(Finding.fullDisk("/my disk").commands == ["df -h '/my disk'"])
    #expect(Finding.fullDisk("/home").level == .wrong && Finding.littleDisk("/", free: 5).level == .warning)
  }

  @Test("A clock that was never set is wrong; one that nothing keeps right is worth knowing")
  func clock() throws {
    let zone = try Zone("Asia/Tokyo")
    let (now, never) = try (
      AsOf.parse("2026-11-27T21:00", zone: zone), AsOf.parse("1970-01-02T00:00", zone: zone)
    )
    #expect(MachineTime.finding(now, in: zone, isSynchronised: true) == .time(now, zone))
    #expect(MachineTime.finding(now, in: zone, isSynchronised: false).level == .note)
    #expect(MachineTime.finding(never, in: zone, isSynchronised: true) == .timeWrong(never, zone))
    #expect(Finding.timeWrong(never, zone).level == .wrong)
  }
}
