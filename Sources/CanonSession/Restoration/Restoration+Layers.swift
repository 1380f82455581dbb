import CanonEngine
import CanonStems

/// The steps that restore the layers.
extension Restoration {
  static func levels(_ stem: StemIndex, _ layer: Music.Layer, mayPlay: Bool) -> [Step] {
    let selection = StemSelection([layer.id])
    var commands: [ControlCommand] = []
    if layer.solo != .off, mayPlay { commands.append(.solo(selection, layer.solo, .now)) }
    if let gain = layer.gain { commands.append(.gain(selection, gain)) }
    if let pan = layer.pan { commands.append(.pan(selection, pan)) }
    return commands.map { Step(command: $0, stem: stem) }
  }

  /// - Parameters:
  ///   - began: The boundary on which the run began, on the new clock; nil for a stem whose position does not depend on it.
  ///   - origin: The frame of the music's first downbeat, on which the run of a base began unless people have started it.
  static func layer(
    _ stem: StemIndex, _ spec: StemSpec, _ state: StemState, began: FramePosition?, origin: FramePosition
  ) -> [Step] {
    func step(_ request: StemRequest, _ shows: StemState, from: FramePosition? = nil) -> Step {
      Step(
        command: .request(request, StemSelection([spec.id]), .now, from: from), stem: stem, shows: shows,
        began: request == .start ? from ?? 0 : nil)
    }
    let start: [Step] =
      if !spec.isBase {
        [step(.start, .play, from: began)]
      } else if let began, isStartedAgain(began, origin) {
        [step(.stop, .stop), step(.start, .play, from: began)]
      } else {
        [Step(command: nil, stem: stem, shows: .play)]
      }
    switch state {
    case .play: return start
    case .mute: return start + [step(.mute, .mute)]
    case .stop, .wait: return spec.isBase ? [step(.stop, .stop)] : []
    }
  }

  /// The stems that wait for the first downbeat of their piece. They begin there, and so are in phase whenever the clock has its position.
  static func beginnings(_ set: StemSet, _ layers: [Music.Layer?]) -> [Step] {
    set.stems.indices.filter { layers[$0]?.state == .wait }.map { index in
      Step(
        command: .request(.start, StemSelection([set.stems[index].id]), .now), by: .clock,
        stem: StemIndex(index), shows: .wait)
    }
  }

  /// Whether a base has not played since the music's first downbeat. Frames of another rate are rounded.
  private static func isStartedAgain(_ began: FramePosition, _ origin: FramePosition) -> Bool {
    began - origin > 1
  }

  /// Takes back what bases ask when they start with the clock, before any command, if they have asked that before or did not begin there:
  /// those whose follow action comes after their first loop.
  static func cancellations(
    _ set: StemSet, _ layers: [Music.Layer?], _ states: [StemState], origin: FramePosition
  ) -> [Step] {
    let asking = set.stems.indices.filter { index in
      guard set.stems[index].isBase, set.stems[index].follow?.loops == 1, let layer = layers[index] else {
        return false
      }
      return layer.hasAsked || isStartedAgain(layer.began, origin)
    }
    return set.stems.indices.compactMap { index in
      let stem = set.stems[index], state = states[index]
      guard asking.contains(where: { set.stems[$0].mayHaveAsked(for: stem) }) else { return nil }
      let isSilent = state == .stop || state == .wait
      let request: StemRequest? = isSilent ? .stop : state == .play && stem.isBase ? .start : nil
      return request.map {
        Step(command: .request($0, StemSelection([stem.id]), .now, from: nil), stem: StemIndex(index))
      }
    }
  }
}

extension StemSpec {
  /// Whether the stem's output depends on its start.
  var dependsOnItsStart: Bool { entry == .top || repeats > 0 || follow != nil || region != nil }
}
