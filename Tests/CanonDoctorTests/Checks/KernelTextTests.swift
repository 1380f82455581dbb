import CanonDoctor
import CanonLiveSupport
import Testing

/// The kernel's texts as they may be on other machines: other orders, gaps, nonsense.
@Suite struct KernelTextTests {
  @Test(
    "The available memory is the number of KiB behind its name, at the beginning of a line",
    arguments: [
      ("MemAvailable: 1 kB", 1024), ("MemFree: 9 kB\nMemAvailable:\t 2 kB\n", 2048),
      ("MemAvailable:    3 kB\nMemAvailable: 4 kB\n", 3072), ("MemAvailable: many kB\n", nil),
      ("MemAvailable:\n", nil), ("MemAvailable: -1 kB\n", nil), ("  MemAvailable: 5 kB\n", nil), ("", nil),
      ("XMemAvailable: 6 kB\nMemAvailable: 7 kB", 7168), ("MemAvailable: 8", 8192),
    ] as [(String, UInt64?)])
  func memory(text: String, bytes: UInt64?) {
    #expect(MemoryNeed.available(in: text) == bytes)
  }

  @Test("A set that needs exactly what there is fits; nothing is said of memory that is not known")
  func fits() {
    #expect(
      MemoryNeed.finding("Evening", stems: 1, bytes: 10, available: 10)
        == .set("Evening", stems: 1, bytes: 10, available: 10))
    #expect(
      MemoryNeed.finding("Evening", stems: 1, bytes: 11, available: 10)
        == .setTooLarge("Evening", bytes: 11, available: 10))
    #expect(
      MemoryNeed.finding("Evening", stems: 1, bytes: .max, available: nil)
        == .set("Evening", stems: 1, bytes: .max, available: nil))
  }

  @Test("The governors are read up to the first processor that has none")
  func gap() throws {
    let folder = try TestFolder()
    for (cpu, name) in [(0, "performance\n"), (1, "schedutil\n"), (3, "powersave\n"), (10, "ondemand\n")] {
      _ = try folder.write(name, to: "cpu\(cpu)/cpufreq/scaling_governor")
    }
    #expect(Governors.read(folder.path) == ["performance\n", "schedutil\n"])
    #expect(Governors.finding(Governors.read(folder.path)) == .slowClock(["schedutil"]))
  }

  @Test("A governor of an unknown name is not called slow")
  func unknown() {
    #expect(Governors.finding(["warp\n", " \n", ""]) == .fastClock)
    #expect(Governors.finding(["power save"]) == .slowClock(["powersave"]), "white space does not count")
  }
}
