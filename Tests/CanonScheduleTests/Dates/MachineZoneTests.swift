import Foundation
import Testing

@testable import CanonSchedule

/// In which zone the machine is: as the C library finds it, anew at each call.
@Suite struct MachineZoneTests {
  @Test(
    "TZ comes first, with or without its colon",
    arguments: [
      ("Asia/Tokyo", "Asia/Tokyo"), (":Asia/Tokyo", "Asia/Tokyo"), ("", "UTC"), (":", "UTC"),
      ("/usr/share/zoneinfo/Asia/Tokyo", "Asia/Tokyo"), (":/usr/share/zoneinfo/Asia/Tokyo", "Asia/Tokyo"),
      ("Nonsense/Zone", "Nonsense/Zone"), ("JST-9", "JST-9"), ("/nonexistent", "/nonexistent"),
    ])
  func variable(value: String, name: String) {
    #expect(MachineZone(variable: value, localtime: "/nonexistent", timezone: "/nonexistent").name == name)
  }

  @Test("A TZ with an unknown zone is an error for \"local\"", arguments: ["Nonsense/Zone", "JST-9"])
  func unknown(value: String) async {
    await #expect(processExitsWith: .success) { [value] in
      setenv("TZ", value, 1)
      #expect(throws: ZoneProblem.self) { try Zone("local") }
    }
  }

  @Test("Without TZ the link /etc/localtime decides, and a change of the link is noticed")
  func link() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "canon-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let localtime = folder.appending(path: "localtime").path
    let machine = MachineZone(localtime: localtime, timezone: localtime + "-none")
    #expect(machine.name == "UTC", "without any file, as the C library has it")
    for zone in ["Asia/Tokyo", "America/Argentina/Buenos_Aires", "Etc/UTC"] {
      try? FileManager.default.removeItem(atPath: localtime)
      try FileManager.default.createSymbolicLink(
        atPath: localtime, withDestinationPath: "../usr/share/zoneinfo/\(zone)")
      #expect(machine.name == zone)
    }
  }

  @Test("A copy instead of a link gets its name from /etc/timezone, or none")
  func copy() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "canon-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let localtime = folder.appending(path: "localtime"), timezone = folder.appending(path: "timezone")
    let machine = MachineZone(localtime: localtime.path, timezone: timezone.path)
    try Data("TZif2".utf8).write(to: localtime)
    #expect(machine.name == nil)
    try Data("Asia/Tokyo\n".utf8).write(to: timezone)
    #expect(machine.name == "Asia/Tokyo")
  }
}
