import CanonControl
import CanonEngine
import CanonSession
import Testing

@testable import CanonSchedule

@Suite struct GateTests {
  let gate: Gate
  let opens: Instant

  init() throws {
    let schedule = try schedule(
      """
      time_zone = "Asia/Tokyo"
      [doors]
      violin-b = 2026-12-06
      evening = 2026-12-06T18:00:00
      past = { opens = 2015-11-29, until = 2016-02-02 }
      """)
    gate = Gate(schedule: schedule, stems: ["cello", "evening", "violin-b", "past"])
    opens = try instant("2026-12-06", "Asia/Tokyo")
  }

  /// The index for which leave was given, or the refusal's sentence.
  private func answer(_ index: Int, at now: Instant, by gate: Gate) -> String {
    do {
      let permit = try gate.permit(for: StemIndex(index), at: now)
      return "permit for \(permit.stem.int)"
    } catch {
      return error.text(.english)
    }
  }

  @Test func leaveIsGivenFromTheVeryInstantOn() {
    #expect(answer(2, at: opens, by: gate) == "permit for 2")
    #expect(answer(2, at: opens + 1e9, by: gate) == "permit for 2")
  }

  @Test func oneSecondBeforeItIsRefused() {
    #expect(
      answer(2, at: opens + -1, by: gate)
        == "\"violin-b\" is locked until 2026-12-06 (Asia/Tokyo), in 1 second.")
  }

  @Test func theSlightestMomentBeforeItIsRefused() {
    #expect(
      answer(2, at: opens + -0.001, by: gate)
        == "\"violin-b\" is locked until 2026-12-06 (Asia/Tokyo), in 1 second.")
  }

  @Test func aStemsDoorIsItsOwn() {
    #expect((0..<4).map { gate.door(of: StemIndex($0))?.stemID } == [nil, "evening", "violin-b", "past"])
    #expect((0..<4).map { gate.isGuarded(StemIndex($0)) } == [false, true, true, true])
  }

  @Test func aClockThatWasNeverSetIsToldWithTheRemedy() {
    let context = DoorContext(clock: Instant(second: 12))
    let refusal = #expect(throws: Refusal.self) { _ = try gate.permit(for: StemIndex(2), in: context) }
    #expect(
      refusal?.text(.english)
        == "\"violin-b\" stays shut: this machine's clock says 1970-01-01 09:00:12 (Asia/Tokyo), which cannot be. "
        + "Set the clock; the doors follow at once.")
  }

  @Test func refusalSaysWhyAndUntilWhen() {
    #expect(
      answer(2, at: opens + -Double(14 * 86_400 + 21 * 3600), by: gate)
        == "\"violin-b\" is locked until 2026-12-06 (Asia/Tokyo), in 14 days 21 hours.")
  }

  @Test func anOpeningInTheEveningIsToldWithItsTime() {
    #expect(
      answer(1, at: opens, by: gate)
        == "\"evening\" is locked until 2026-12-06 18:00 (Asia/Tokyo), in 18 hours.")
  }

  @Test func whatNeverOpensAgainSaysSo() {
    #expect(
      answer(3, at: opens, by: gate)
        == "\"past\" has been shut since 2016-02-02 (Asia/Tokyo) and does not open again.")
  }

  @Test func aStemWithoutADoorAlwaysGetsLeave() {
    #expect(answer(0, at: Instant(second: 0), by: gate) == "permit for 0")
  }

  @Test func withoutAScheduleAllIsOpen() {
    let open = Gate(schedule: nil, stems: ["cello", "violin-b"])
    #expect(answer(1, at: Instant(second: 0), by: open) == "permit for 1")
    #expect(open.status(of: StemIndex(1), at: Instant(second: 0)) == .none)
  }

  @Test func theRefusalsDateIsTheDecisions() throws {
    let now = opens + -5
    let refusal = #expect(throws: Refusal.self) { _ = try gate.permit(for: StemIndex(2), at: now) }
    #expect(gate.status(of: StemIndex(2), at: now) == .locked(opens: opens))
    #expect(refusal?.opens == opens)
    #expect(refusal?.stemID == "violin-b")
    #expect(refusal?.now == now)
    #expect(refusal?.timeLeft?.seconds == 5)
  }

  @Test func leaveNamesEveryStemThatItReliesOn() throws {
    let schedule = try schedule(
      """
      time_zone = "Asia/Tokyo"
      [doors]
      a = { needs = ["b", "c"] }
      d = { all = [{ needs = ["b"] }, { needs = ["c", "b"] }] }
      e = { any = [{ needs = ["b", "c"] }, { needs = ["d"] }] }
      f = 2026-12-06
      """)
    let gate = Gate(schedule: schedule, stems: ["a", "b", "c", "d", "e", "f"])
    func needed(_ stem: Int, _ sounding: Set<String>) throws -> [Int] {
      let permit = try gate.permit(
        for: StemIndex(stem), in: DoorContext(asOf: opens, sounding: sounding))
      return permit.needed.map(\.int)
    }
    #expect(try needed(0, ["b", "c"]) == [1, 2])
    #expect(try needed(3, ["b", "c"]) == [1, 2], "each once")
    #expect(try needed(4, ["b", "c", "d"]) == [3], "of two ways the one that needs fewer")
    #expect(try needed(4, ["b", "c"]) == [1, 2])
    #expect(try needed(5, ["b", "c"]) == [])
  }
}
