import CanonEngine

extension StemSet {
  /// The stems without whose samples a performance does not begin: the bases, and those that follow actions may start. A follow action asks in
  /// the engine, which chooses among the stems that are open; a stem that was read later would not be among them, but in a rendering it is.
  package var stemsOfBeginning: Set<StemIndex> {
    var ids: Set<String> = [], groups: Set<String> = []
    var startsAny = false
    for stem in stems {
      switch stem.follow?.then {
      case .start(let id): ids.insert(id)
      case .any: if let group = stem.group?.lowercased() { groups.insert(group) } else { startsAny = true }
      case .stop, .mute, nil: break
      }
    }
    return Set(
      stems.indices.filter { index in
        let stem = stems[index]
        return stem.isBase || startsAny || ids.contains(stem.id)
          || stem.group.map { groups.contains($0.lowercased()) } ?? false
      }.map(StemIndex.init))
  }
}
