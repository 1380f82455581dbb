import CanonFiles
import CanonJack
import CanonLiveSupport
import CanonSchedule
import CanonSession
import Foundation
import Synchronization
import Testing

@testable import CanonDoctor

/// In which order things are examined, and what depends on the source. The self-test is left out: a cancelled examination runs none.
@Suite struct ExaminationTests {
  /// A server that is not there, by its name, so that nothing else is looked for.
  private func examination(_ folder: TestFolder) -> Examination {
    var request = ServerRequest()
    request.server = "canon-test-none"
    return Examination(request, environment: ["XDG_STATE_HOME": folder.path], probe: [])
  }

  /// The findings in the order in which they were told.
  private func run(_ examination: Examination) async throws -> [Finding] {
    let now = try AsOf.parse("2026-12-01", zone: try Zone("Asia/Tokyo"))
    let told = Mutex<[Finding]>([])
    let running = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await examination.run(at: now) { finding in told.withLock { $0.append(finding) } }
    }
    let all = await running.value
    #expect(told.withLock { $0 } == all, "each is told as soon as it is there")
    return all
  }

  private func subjects(_ findings: [Finding]) -> [String] {
    findings.map { finding in
      switch finding {
      case .realtime, .noRealtime: "priority"
      case .lockable, .littleLocked: "memory lock"
      case .fastClock, .slowClock: "processors"
      case .serverProblem: "server"
      case .cards, .noCards: "cards"
      case .registry, .registryOfDead, .registryFull: "registry"
      case .time, .timeWrong, .timeUnsynchronised: "clock"
      case .zone, .zoneDiffers, .zoneUnknown: "zone"
      case .disk, .littleDisk, .fullDisk, .closedFolder: "disk"
      case .source: "source"
      case .set, .setTooLarge: "set"
      default: finding.code
      }
    }
  }

  private static let machine = [
    "priority", "memory lock", "processors", "server", "cards", "clock", "disk", "disk",
  ]

  @Test("Without a source the machine alone is examined; the memory lock has nothing to hold")
  func machine() async throws {
    let folder = try TestFolder()
    let findings = try await run(examination(folder))
    #expect(subjects(findings).filter { $0 != "registry" } == Self.machine)
    #expect(findings.contains(.serverProblem(.noServer(name: "canon-test-none"))))
  }

  @Test("The zone's rules come after the clock, and the set's memory last")
  func source() async throws {
    let folder = try TestFolder()
    _ = try folder.writeFlatSet(
      "Evening", ["a"], level: 0.1, more: "[[stem]]\nid = \"b\"\nfile = \"b.wav\"\n")
    // Another sound: a locked stem whose sound is that of an open one is refused.
    let other = try TestFolder()
    _ = try other.writeFlatSet("Other", ["b"], level: 0.2)
    try FileManager.default.copyItem(atPath: other.file("flat.wav"), toPath: folder.file("b.wav"))
    var examination = examination(folder)
    examination.source = try Source.load(
      try folder.write(
        "set = \"set.toml\"\ntime_zone = \"Asia/Tokyo\"\n[doors]\nb = 2026-12-06\n", to: "doors.toml"))
    let findings = try await run(examination)
    var expected = Self.machine + ["set"]
    expected.insert("zone", at: 6)
    #expect(subjects(findings).filter { $0 != "registry" } == expected)
    guard case .set("Evening", stems: 2, let bytes, _) = try #require(findings.last) else {
      Issue.record("\(findings)")
      return
    }
    #expect(bytes == examination.source?.set.sampleBytes(at: .studio))
  }

  @Test("A schedule without doors has no moments to compare")
  func noDoors() async throws {
    let folder = try TestFolder()
    var examination = examination(folder)
    examination.source = try Source.load(try folder.writeFlatSet("Evening", ["a"], level: 0.1))
    #expect(try await !subjects(run(examination)).contains("zone"))
  }

  @Test("A source that cannot be read is told after the disks, and the machine is examined all the same")
  func problems() async throws {
    let folder = try TestFolder()
    var examination = examination(folder)
    examination.problems = [FileProblem(file: "a.toml", ScheduleAdvice.set)]
    let findings = try await run(examination)
    #expect(subjects(findings).filter { $0 != "registry" } == Self.machine + ["source"])
  }

  @Test("The folder of the state is that of the environment; one in which nothing can be written is told")
  func state() async throws {
    let folder = try TestFolder()
    var examination = examination(folder)
    #expect(try await run(examination).contains { $0.figures["path"] == .text(folder.file("canon")) })
    examination.environment = ["XDG_STATE_HOME": "/proc"]
    #expect(try await run(examination).contains(.closedFolder("/proc/canon")))
    examination.environment = [:]
    #expect(
      try await subjects(run(examination)).filter { $0 == "disk" }.count == 1, "without a home there is none")
  }
}
