import CanonEngine
import CanonSession

/// What all pads say.
struct LightPicture: Equatable, Sendable {
  let states: [MIDISource: LightState]

  var isPending: Bool { states.values.contains(where: \.isPending) }
}

extension LightPicture {
  /// - Parameters:
  ///   - actions: What the pads do.
  ///   - stems: Those of the performance.
  init(_ actions: [MIDISource: MIDIAction], _ stems: [Snapshot.Stem]) {
    let lights = Dictionary(uniqueKeysWithValues: stems.map { ($0.id, LightState(of: $0)) })
    states = actions.compactMapValues { action in
      guard case .button(let press, _) = action else { return nil }
      guard case .request(_, let stems, _, _) = press, stems.words.count == 1,
        let stem = stems.words.first, !StemSelection.isPattern(stem)
      else { return .other }
      return lights[stem] ?? .unused
    }
  }
}

extension Snapshot {
  /// Whether what is pending is shown on: in the first half of each beat.
  /// - Parameter time: Since any instant; it counts while there are no beats.
  func isLightOn(after time: Duration) -> Bool {
    guard let grid, grid.beatsPerLoop > 0, !isFrozen, !isAway else {
      return (time / .milliseconds(250)).truncatingRemainder(dividingBy: 2) < 1
    }
    let music = music(on: reached)
    let beat = grid.beat.index(containing: music)
    let (start, end) = (grid.beat.position(of: beat), grid.beat.position(of: beat + 1))
    return 2 * (music - start) < end - start
  }
}
