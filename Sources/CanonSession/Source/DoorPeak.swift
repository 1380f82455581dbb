import CanonEngine
import CanonSchedule
import CanonStems

/// How loud the stems can become from an instant on at which a door opens or shuts.
public struct DoorPeak: Sendable {
  public let from: Instant
  /// The stems that can play from then on: the bases, those without a door, and those whose doors are open. In the order of the set.
  public let open: [StemIndex]
  /// Those of them that could not play before; all but the bases in the first one.
  public let new: [StemIndex]
  /// The peaks of those that can play.
  public let peak: MixPeak
}

extension Source {
  /// The most choices that are told: as many as a year has days, with what is open now.
  private static let mostInstants = 367

  /// The peaks from now on, and from each instant within five years on which doors make another choice of stems possible: each choice once.
  ///
  /// Doors that need other stems count as if these played, and those that count from the first start as if that were now.
  /// - Returns: Empty without doors.
  /// - Thread: any control thread; yields often
  public func doorPeaks(_ measurement: SetMeasurement, at now: Instant) async -> [DoorPeak] {
    guard let schedule, !schedule.doors.isEmpty else { return [] }
    let context = DoorContext(asOf: now, firstStart: now)
    let changes = schedule.doors.flatMap { schedule.openings(of: $0, in: context) }
      .flatMap { [$0.opens, $0.shuts].compactMap(\.self) }.filter { $0 > now }
    var seen: Set<[StemIndex]> = []
    var before: [StemIndex] = set.bases
    var peaks: [DoorPeak] = []
    for instant in [now] + Set(changes).sorted() where peaks.count < Self.mostInstants {
      let open = stems(openAt: instant, firstStart: now)
      let new = open.filter { !before.contains($0) }
      before = open
      guard seen.insert(open).inserted else { continue }
      let isAll = open.count == set.stems.count
      let peak = isAll ? measurement.peak : await measurement.peak(of: open)
      peaks.append(DoorPeak(from: instant, open: open, new: new, peak: peak))
    }
    return peaks
  }

  private func stems(openAt instant: Instant, firstStart: Instant) -> [StemIndex] {
    let all = Set(set.stems.map(\.id))
    let context = DoorContext(asOf: instant, firstStart: firstStart, sounding: all)
    return set.stems.indices.map(StemIndex.init).filter {
      schedule?.status(of: set[$0].id, in: context).isOpen ?? true
    }
  }
}
