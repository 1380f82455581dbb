import CanonEngine
import CanonSchedule
import CanonStems

/// The doors of a program that has been read, while its edition waits for its boundary. What starts until then sounds beyond it, so
/// both programs must allow it.
final class NextDoors {
  var keeper: Doorkeeper
  private let succession: Succession
  /// The stems of the playing program that get no samples until the next one plays: either it has some for them, or it would read other ones.
  let unread: Set<StemIndex>

  init(_ keeper: Doorkeeper, _ succession: Succession, unread: Set<StemIndex>) {
    (self.keeper, self.succession, self.unread) = (keeper, succession, unread)
  }

  func successor(of stem: StemIndex) -> StemIndex? { succession[stem] }

  /// Why a stem of the playing program may not be given a file that belongs to `owners` of the next one; nil if it may. The owners are
  /// known from now on.
  func refusal(
    of stem: StemIndex, playing file: String, ownedBy owners: [StemIndex], at moment: Moment
  ) -> Refusal? {
    keeper.fileOwners[file] = owners
    guard let next = succession[stem] else { return nil }
    return keeper.refusal(of: next, playing: owners, at: moment.succeeded(by: keeper.set, succession))
  }

  /// Why a stem of the playing program may not start; nil if it may.
  func refusal(of stem: StemIndex, at moment: Moment) -> Refusal? {
    guard let next = succession[stem], keeper.isGuarded(next) else { return nil }
    return keeper.refusal(of: next, at: moment.succeeded(by: keeper.set, succession))
  }
}

extension Doorkeeper {
  /// The keeper of another program's doors. Doors of stems that go on stay as they were seen last: what is different now is a change
  /// of the door.
  func succeeded(by program: Program, _ succession: Succession, _ map: GridMap?) -> Doorkeeper {
    var next = Doorkeeper(program.schedule, of: program.set, by: clock)
    next.watchWanted = watchWanted
    next.isLater = true
    // Another piece has other files, also under the same names.
    next.fileOwners = succession.isPiece ? [:] : fileOwners.mapValues { $0.compactMap { succession[$0] } }
    next.past = past
    next.past.isOpen = succession.moved(past.isOpen)
    next.past.openedBefore = succession.moved(past.openedBefore)
    next.past.rituals = past.rituals.compactMap { ritual in
      succession[ritual.stem].map { stem in
        Ritual(stem: stem, loops: ritual.loops, end: ritual.end.map { map?.position(of: $0) ?? $0 })
      }
    }
    next.lookSoon()
    return next
  }

  /// A journal has the commands that its doors have permitted.
  func checkNext(_ stem: StemIndex, at moment: Moment) throws(CommandProblem) {
    guard !watchWanted.isReplay, let refusal = next?.refusal(of: stem, at: moment) else { return }
    throw .locked(refusal)
  }
}
