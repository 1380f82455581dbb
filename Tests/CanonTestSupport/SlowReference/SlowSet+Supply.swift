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
    let length = supply == .cut || !isSounding ? 0 : usual
    func fall(_ line: SlowLine) -> SlowLine {
      length == 0 ? SlowLine(0) : SlowLine(from: line.before(frame), to: 0, start: frame, length: length)
    }
    let old = stems[k].audibility
    if supply == .cut || old.to != 0 || old.start + old.length > frame + length {
      stems[k].audibility = fall(old)
    }
    stems[k].cue = fall(stems[k].cue)
    return .accepted
  }
}
