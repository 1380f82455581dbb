/// What people have connected and cut by hand, by names, so that another server, or a later canon, connects it so again.
public struct KeptWiring: Hashable, Sendable {
  public var added: Set<Patch.Wish>
  public var cut: Set<Patch.Wish>

  public init(added: Set<Patch.Wish> = [], cut: Set<Patch.Wish> = []) {
    (self.added, self.cut) = (added, cut)
  }
}
