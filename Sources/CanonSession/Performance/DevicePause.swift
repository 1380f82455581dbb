import CanonEngine
import CanonStems

/// The stems that canon itself has paused because the output device has gone. It resumes these alone: what people pause before or
/// meanwhile stays paused, and what they resume stays resumed.
struct DevicePause {
  /// Their ids, because the set may be read again meanwhile.
  private(set) var stems: Set<String> = []

  /// Pauses every stem that is not.
  mutating func begin(_ expected: Expected, _ set: StemSet) -> ControlCommand? {
    let new = set.stems.indices.filter { !expected[StemIndex($0)].isHeld }.map { set.stems[$0].id }
    stems.formUnion(new)
    return Self.pause(new, isOn: true, in: set)
  }

  /// Resumes those that are still paused.
  mutating func end(_ expected: Expected, _ set: StemSet) -> ControlCommand? {
    let held = set.stems.indices.filter { expected[StemIndex($0)].isHeld }.map { set.stems[$0].id }
    defer { stems = [] }
    return Self.pause(held.filter(stems.contains), isOn: false, in: set)
  }

  /// Another piece plays, which is paused as the one before was.
  mutating func move(to set: StemSet) { if !stems.isEmpty { stems = Set(set.stems.map(\.id)) } }

  /// Leaves stems to somebody who has paused or resumed them.
  mutating func leave(_ ids: some Sequence<String>) { stems.subtract(ids) }

  private static func pause(_ ids: [String], isOn: Bool, in set: StemSet) -> ControlCommand? {
    if ids.isEmpty { return nil }
    return .pause(ids.count == set.stems.count ? nil : StemSelection(ids), isOn: isOn, .now)
  }
}

extension Performance {
  /// The output device has gone: silences what it would play.
  func pauseWithoutDevice() {
    // What waits for its files begins held, as after every pause.
    interruptions.pauses += 1
    if let command = devicePause.begin(Expected(deck), set) { performAtOnce([command], by: .device) }
  }

  /// The output device is back.
  func resumeWithDevice() {
    if let command = devicePause.end(Expected(deck), set) { performAtOnce([command], by: .device) }
  }

  /// Notes what others than the device pause and resume.
  func leaveToOthers(_ parts: [ControlCommand]) {
    for case .pause(let selection, _, _) in parts {
      let stems = selection.map { (try? $0.indices(in: set)) ?? [] } ?? set.stems.indices.map(StemIndex.init)
      devicePause.leave(stems.map { set[$0].id })
    }
  }
}
