import CanonDoctor
import CanonFiles
import CanonSchedule
import CanonSession
import CanonStems

/// What `canon check` measured of a source without errors.
struct CheckReport {
  let set: StemSet
  /// The zone of displayed dates.
  let zone: Zone
  let measurement: SetMeasurement
  let doors: [DoorPeak]
  /// The moment from which doors are judged.
  let now: Instant
  let memory: Memory

  /// The memory of this machine, in bytes.
  struct Memory {
    /// What programs can have without swapping; nil if it is not known.
    var available: UInt64?
    /// What canon may lock; nil for any.
    var lockable: UInt64?

    static var now: Memory {
      Memory(
        available: MemoryNeed.available(in: SmallFile.text(MemoryNeed.file)),
        lockable: Rights.now.lockedMemory)
    }
  }

  /// - Returns: nil if there are errors.
  init?(_ examination: SourceExamination, at now: Instant, _ memory: Memory) async {
    guard let source = examination.source, let measurement = examination.measurement else { return nil }
    (set, zone) = (source.set, source.schedule?.zone ?? .local)
    (self.measurement, self.now, self.memory) = (measurement, now, memory)
    doors = await source.doorPeaks(measurement, at: now)
  }
}
