/// What of the wiring another server, or a later canon, goes on with, by names: what people have connected and cut, and which devices
/// are meant by numbers.
public struct KeptWiring: Hashable, Sendable {
  public var added: Set<Patch.Wish>
  public var cut: Set<Patch.Wish>
  /// The physical ports by their numbers, as far as they are used.
  public var physical: [String]

  public init(added: Set<Patch.Wish> = [], cut: Set<Patch.Wish> = [], physical: [String] = []) {
    (self.added, self.cut, self.physical) = (added, cut, physical)
  }
}
