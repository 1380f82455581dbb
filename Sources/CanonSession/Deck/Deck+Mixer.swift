import CanonEngine
import CanonStems

/// Gains, pans and solos.
extension Deck {
  /// The selection of one stem.
  func only(_ stem: StemIndex) -> StemSelection { StemSelection([played.set.stems[stem.int].id]) }

  /// - Parameter selection: Of this stem.
  func setGain(
    _ selection: StemSelection, of stem: StemIndex, _ gain: Decibels, _ fade: Fade, by source: Asker
  ) throws(CommandProblem) {
    let (quantum, length) = try moment(of: fade)
    if handle?.receipt == nil { stems[stem.int].mix.gain = gain }
    remember(
      handle?.setGain(Gain(gain), of: stem, quantum: quantum, over: length, by: source),
      .gain(selection, gain, fade), of: stem, by: source)
  }

  /// - Parameter selection: Of this stem.
  func setPan(
    _ selection: StemSelection, of stem: StemIndex, _ pan: Pan, _ fade: Fade, by source: Asker
  ) throws(CommandProblem) {
    let (quantum, length) = try moment(of: fade)
    if handle?.receipt == nil { stems[stem.int].mix.pan = pan }
    remember(
      handle?.setPan(PanFactors(pan), of: stem, quantum: quantum, over: length, by: source),
      .pan(selection, pan, fade), of: stem, by: source)
  }

  func setMaster(
    _ decibels: Decibels, _ fade: Fade = .immediate, by source: Asker
  ) throws(CommandProblem) {
    let (quantum, length) = try moment(of: fade)
    if handle?.receipt == nil { master = decibels }
    remember(
      handle?.setMaster(Gain(decibels), quantum: quantum, over: length, by: source),
      .gain(StemSelection([StemSelection.master]), decibels, fade), by: source)
  }

  func solo(
    _ stem: StemIndex, _ mode: SoloMode, _ quantum: Quantum?, by source: Asker
  ) throws(CommandProblem) {
    let quantum = quantum ?? .now
    try check(quantum)
    if handle?.receipt == nil { stems[stem.int].mix.solo = mode }
    remember(
      handle?.solo(mode, stem, quantum: quantum, by: source),
      .solo(only(stem), mode, quantum), of: stem, by: source)
  }

  func moment(
    of fade: Fade
  ) throws(CommandProblem) -> (quantum: Quantum, length: FrameCount) {
    let quantum = fade.quantum ?? .now
    try check(quantum)
    guard let length = fade.length, let grid, let sampleRate else { return (quantum, 0) }
    guard let frames = length.frames(grid: grid, sampleRate: sampleRate) else { throw .noSuchFade(length) }
    return (quantum, frames)
  }
}
