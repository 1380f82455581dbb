import CanonSchedule
import CanonStems
import Foundation
import Testing

@testable import CanonSession

/// How loud the stems can become, by the dates of their doors.
@Suite struct DoorPeakTests {
  private func peaks(_ doors: String, at now: String = "2026-11-26") async throws -> [String] {
    let small = try SmallSet(doors: doors)
    let examination = await SourceExamination(.path(small.path), .standard) { _ in [] }
    let source = try #require(examination.source), measured = try #require(examination.measurement)
    let zone = try Zone("Asia/Tokyo")
    return await source.doorPeaks(measured, at: try TestClock.tokyo(now)).map { door in
      let ids = door.new.map { source.set[$0].id }.joined(separator: " ")
      return "\(zone.text(door.from)): \(ids) \(door.open.count) \(door.peak.worst)"
    }
  }

  @Test("Each date on which a door opens has the peak of what can play by then")
  func dates() async throws {
    // The loops are constant, each stem's its own value.
    let small = try SmallSet()
    let all = try await peaks("violin-b = 2026-12-06\nviolin-c = 2026-12-13")
    #expect(all.count == 3)
    #expect(all[0].hasPrefix("2026-11-26") && all[0].contains("violin-a 2 "))
    #expect(all[1].hasPrefix("2026-12-06: violin-b 3 ") && all[2].hasPrefix("2026-12-13: violin-c 4 "))
    let whole = try #require(
      await SourceExamination(.path(small.folder.path), .standard) { _ in [] }.measurement)
    #expect(all[2].hasSuffix(" \(whole.peak.worst)"))
  }

  @Test("A choice of stems is told once, also when a door shuts; what changes nothing is not told")
  func changes() async throws {
    let weekly = try await peaks("violin-b = { days = \"sat\" }")
    #expect(weekly.count == 2)
    #expect(weekly[1].hasPrefix("2026-11-28: violin-b"))
    let open = try await peaks("violin-b = { days = \"sat\" }", at: "2026-11-28")
    #expect(open.count == 2)
    #expect(open[0].contains("violin-a violin-b violin-c 4") && open[1].hasPrefix("2026-11-29:  3 "))
    #expect(try await peaks("violin-b = 2026-11-01").count == 1)
  }

  @Test(
    "Doors that need other stems, or count from the first start, count as if these played and that were now")
  func suppositions() async throws {
    #expect(try await peaks("violin-b = { needs = [\"violin-a\"] }").map { $0.contains("4") } == [true])
    let delayed = try await peaks("violin-b = { after = \"4 days\" }")
    #expect(delayed.count == 2 && delayed[1].hasPrefix("2026-11-30: violin-b"))
  }

  @Test("Without doors there is nothing to tell")
  func none() async throws {
    let small = try SmallSet()
    let examination = await SourceExamination(.path(small.folder.path), .standard) { _ in [] }
    let source = try #require(examination.source), measured = try #require(examination.measurement)
    #expect(await source.doorPeaks(measured, at: try TestClock.tokyo("2026-11-26")).isEmpty)
  }
}
