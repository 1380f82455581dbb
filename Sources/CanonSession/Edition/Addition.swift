import CanonEngine
import CanonSchedule
import CanonStems

/// A program with stems in addition to those that play, or without one of them. The other stems stay as they are, whatever has become of
/// their files.
struct Addition: Sendable {
  let program: Program
  /// The number of the program that it continues: if another one plays, it is out of date.
  let base: Int
  /// The files of the additional stems, if they come from a door folder.
  let files: [DatedFile]

  init(_ program: Program, to base: Program, files: [DatedFile] = []) {
    (self.program, self.base, self.files) = (program, base.number, files)
  }
}

extension Program {
  /// The program with other stems and doors; everything else is as it was.
  init(_ old: Program, as set: StemSet, _ schedule: Schedule?, number: Int) {
    parts = Parts(set, schedule, old.timing, old.scenes)
    (userPatch, playback, self.number) = (old.userPatch, old.playback, number)
    piece = old.piece
  }
}

extension EngineConfiguration {
  /// The configuration of the stems that go on, in their new order.
  func continuing(_ succession: Succession) -> EngineConfiguration {
    var next = self
    next.stems = succession.origins.compactMap { origin in
      origin.map { old in
        var stem = stems[old.int]
        if let follow = stem.follow, case .start(let other) = follow.then {
          stem.follow = succession[other].flatMap { FollowAction(loops: Int(follow.loops), then: .start($0)) }
        }
        return stem
      }
    }
    return next
  }
}
