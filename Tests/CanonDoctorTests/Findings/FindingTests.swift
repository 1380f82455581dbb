import CanonDoctor
import CanonFiles
import CanonJack
import CanonSchedule
import Testing

/// Every finding in both languages.
@Suite struct FindingTests {
  private static let rights = Rights(
    realtimePriority: 0, lockedMemory: 8, file: .missing, isInGroup: false)

  /// One of each.
  private static func all() throws -> [Finding] {
    let zone = try Zone("Asia/Tokyo")
    let now = try AsOf.parse("2026-11-27T21:00", zone: zone)
    let facts = ServerFacts(
      implementation: "JACK 1.9.21", sampleRate: 48000, period: 256, isRealtime: false, outputs: ["a:1"])
    let device = SoundDevice(card: 0, cardID: "PCH", cardName: "HDA", number: 0, name: "ALC257")
    let figures = SelfTestFigures(
      frames: 10, different: 0, lost: 0, xruns: 0, sampleRate: 48000, period: 256, isRealtime: true,
      times: [100])
    var faulty = figures
    faulty.different = 1
    let file = FileProblem(file: "a.toml", ScheduleAdvice.set)
    let difference = ZoneDifference(stemID: "a", instant: now, own: 0, system: 3600)
    return [
      .realtime(priority: 1), .noRealtime(rights), .lockable(limit: nil),
      .littleLocked(limit: 1, needed: 2, rights),
      .fastClock, .slowClock(["powersave"]), .time(now, zone), .timeWrong(now, zone),
      .timeUnsynchronised(now, zone), .disk("/", free: 1 << 40), .littleDisk("/", free: 5), .fullDisk("/"),
      .closedFolder("/"),
      .server(facts), .pipeWire(facts), .privateServer(device), .serverProblem(.noJackd),
      .serverProblem(.noPipeWireJack), .serverProblem(.noServer(name: nil)),
      .serverProblem(.noDevice("usb", known: [device])), .serverProblem(.cannotActivate),
      .outputs(["a:1"]), .noOutputs, .notConnected, .registry(0), .cards([device], taken: device), .noCards,
      .set("Evening", stems: 2, bytes: 9, available: 10), .setTooLarge("Evening", bytes: 10, available: 9),
      .source([file]), .zone(zone, moments: 2), .zoneDiffers(zone, [difference]), .zoneUnknown(zone),
      .selfTest(figures), .selfTest(faulty), .selfTestFailed(.noFolder("/tmp")),
    ]
  }

  @Test("Each kind has a code of its own: lower-case letters and hyphens")
  func codes() throws {
    let codes = try Self.all().map(\.code)
    #expect(Set(codes).count == codes.count)
    #expect(codes.allSatisfy { $0.allSatisfy { $0 == "-" || ($0.isASCII && $0.isLowercase) } })
  }

  @Test("Each is a sentence in English and another one in Japanese")
  func languages() throws {
    for finding in try Self.all() {
      let (english, japanese) = (finding.text(.english), finding.text(.japanese))
      #expect(english.hasSuffix(".") || english.hasSuffix(":"), "\(english)")
      #expect(japanese.hasSuffix("。"), "\(japanese)")
      for word in [" the ", " is ", " of ", " and "] { #expect(!japanese.contains(word), "\(japanese)") }
    }
  }

  @Test("What is wrong or may go wrong names a remedy, in words or as commands")
  func remedies() throws {
    for finding in try Self.all() where finding.message.hasSuffix(":") {
      #expect(!finding.commands.isEmpty, "\(finding.message)")
    }
  }

  @Test("Names in commands are single words of a shell")
  func quoted() {
    let file = FileProblem(file: "it's here; rm.toml", ScheduleAdvice.set)
    #expect(Finding.source([file]).commands == [#"canon check 'it'\''s here; rm.toml'"#])
  }
}
