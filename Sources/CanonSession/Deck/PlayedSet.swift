import CanonEngine
import CanonStems

/// The set that a deck plays, in one place: what reads a part of it copies nothing.
final class PlayedSet: Sendable {
  let set: StemSet
  /// A part of the set for itself: a method of the set would be given a copy of all of it.
  private let indices: [String: StemIndex]

  init(_ set: StemSet) { (self.set, indices) = (set, set.indices) }

  /// The stem with this id; nil if there is none.
  func index(of id: String) -> StemIndex? { indices[id] }
}
