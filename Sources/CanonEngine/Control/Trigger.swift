/// A request for a stem that a driver makes on the frame of an event which it has read, such as that of a pad or a pedal
/// (``Engine/take(_:after:)``). ``EngineHandle/trigger(_:_:quantum:by:)`` makes one for the playing edition.
///
/// It has no permit, because no permit is for the future: it begins sound only while the stem is open
/// (``EngineHandle/open(_:by:)``).
public struct Trigger: Hashable, BitwiseCopyable, Sendable {
  /// The place of the stem.
  let stem: StemIndex
  let request: StemRequest
  /// nil only for a press, which then has the quantum of the change that it leads to.
  let quantum: Quantum?
  let by: Asker
  let edition: Int64
  /// Of the engine, and how often ``EngineHandle/endTriggers()`` had been called.
  let epoch: Int

  /// The triggers that one period can have. More are not taken.
  public static var mostInPeriod: Int { @_noLocks get { 64 } }
}

extension EngineHandle {
  /// A trigger of a stem, as long as the edition plays.
  public func trigger(
    _ request: StemRequest, _ stem: StemIndex, quantum: Quantum?, by source: Asker
  ) -> Trigger {
    Trigger(
      stem: StemIndex(place(of: stem)), request: request, quantum: quantum, by: source,
      edition: playingEdition, epoch: unsafe clock.shared.triggerEpoch)
  }

  /// Ends all triggers that there are: the engine takes none of them any more. Those that are made after it may be judged by other doors.
  public func endTriggers() {
    unsafe clock.shared.pointer.pointee.triggerEpoch.add(1, ordering: .releasing)
  }
}
