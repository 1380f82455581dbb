import CanonMixing

/// What an edition needs on its frame is near when it takes over.
extension Engine {
  /// Asks the processor for the memory of an edition that takes over soon, and for the first samples of what begins with it: control has
  /// written them, perhaps long ago. Each period before the hand-over asks for an equal part.
  /// - Parameter frames: Those of a period.
  @_noLocks mutating func approachEdition(_ frames: Int32) {
    guard var pending = unsafe pendingEdition, unsafe pending.hushAt == .max, frames > 0 else { return }
    let new = unsafe pending.edition.plan.pointee.memory
    let rest = unsafe new.count &- pending.nearPlaces
    guard rest > 0 else { return }
    let periods = unsafe Int(truncatingIfNeeded: max(0, pending.at &- position) / Int64(frames)) &+ 1
    let part = (rest &+ periods &- 1) / periods
    let first = unsafe pending.nearPlaces, end = first &+ part
    unsafe Prefetch.memory(from: new.parts + first, to: new.parts + end)
    unsafe Prefetch.memory(from: new.players + first, to: new.players + end)
    unsafe Prefetch.memory(from: new.cuts + first, to: new.cuts + end)
    unsafe Prefetch.memory(from: new.voices + first, to: new.voices + end)
    if unsafe pending.edition.plan.pointee.isPiece {
      // Of each stem that begins, the new status and the run are reported.
      events.approach(after: 2 &* first, count: 2 &* part)
      var i = first
      while i < end {
        if unsafe new.parts[i].starts, let traits = unsafe new.parts[i].traits,
          let samples = unsafe new.parts[i].samples
        {
          unsafe samples.approach(from: traits.firstFrame(in: samples.layout))
        }
        i &+= 1
      }
    }
    unsafe pending.nearPlaces = end
    unsafe pendingEdition = unsafe pending
  }
}
