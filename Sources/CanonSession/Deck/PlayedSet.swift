import CanonStems

/// The set that a deck plays, in one place: what reads a part of it copies nothing.
final class PlayedSet: Sendable {
  let set: StemSet

  init(_ set: StemSet) { self.set = set }
}
