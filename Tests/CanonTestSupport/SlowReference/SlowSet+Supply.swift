import CanonEngine

/// Stems that wait for their samples.
extension SlowSet {
  mutating func supply(_ supply: SampleSupply, _ k: Int) -> EngineEvent.Answer {
    if supply == .fed {
      guard stems[k].isStarved else { return .unchanged }
      stems[k].isStarved = false
      let isStill = stems[k].envelope.isSilent(at: frame) && !stems[k].rings(at: frame)
      settleAudibility(k, isAtOnce: isStill)
      return .accepted
    }
    guard !stems[k].isStarved || supply == .cut else { return .unchanged }
    stems[k].isStarved = true
    if supply == .cut {
      (stems[k].audibility, stems[k].cue) = (SlowLine(0), SlowLine(0))
    } else {
      hush(k)
    }
    return .accepted
  }
}
