import CanonEngine
import CanonStems

/// What is requested again once the clock is in place: the rest of fades, pending changes, and pauses that wait.
extension Restoration {
  /// - Returns: The commands in an order in which each has the effect that it had: a fade in cancels a pending change, a pause holds
  ///   the starts that were requested before it, and the starts that were requested after it end it.
  static func changes(_ set: StemSet, _ stems: [StemMirror], _ before: Before) -> [Again] {
    func pending(endingHolds: Bool) -> [Again] {
      zip(set.stems, stems).filter { $1.endsHold == endingHolds }
        .flatMap { Self.pending($0, $1, among: zip(set.stems, stems), before) }
    }
    return mixes(stems, before) + fades(set, stems, before) + pending(endingHolds: false)
      + holds(set, stems, before)
      + pending(endingHolds: true)
  }

  /// The rest of each fade of a gain or pan, and what is pending of the mix and the file.
  private static func mixes(_ stems: [StemMirror], _ before: Before) -> [Again] {
    func again<Value>(_ setting: Setting<Value>) -> [Again] {
      setting.requests(at: before.position) { time($0, before) }
    }
    return again(before.master)
      + stems.flatMap { again($0.gain) + again($0.pan) + again($0.solo) + again($0.file) }
  }

  static func hold(_ spec: StemSpec) -> ControlCommand {
    .pause(StemSelection([spec.id]), isOn: true, .now)
  }

  /// The commands that give a pending change again.
  /// - Parameter all: All stems. Stops for a group's sake and the changes that follow actions have requested are omitted, because they
  ///   come back with the stems that cause them.
  private static func pending(
    _ spec: StemSpec, _ old: StemMirror, among all: some Sequence<(StemSpec, StemMirror)>, _ before: Before
  ) -> [Again] {
    guard let change = old.status.pending else { return [] }
    if change.by == .group || old.beginsWithPiece(before) { return [] }
    if change.by == .follow, all.contains(where: { $0.mayHaveAsked(for: spec) && $1.follow == change.at }) {
      return []
    }
    let first = Again(command: command(spec, old, change, before), by: change.by)
    // A waiting stem stays held, unless it was requested after the pause.
    let isHeld = old.hold.isHeld && !old.endsHold && old.status.next == .play
    return isHeld ? [first, Again(command: hold(spec), by: .recovery)] : [first]
  }

  /// Whether what a stem's follow action has requested is still pending: then it is to ask again.
  static func isPending(_ spec: StemSpec, _ old: StemMirror, among all: [StemSpec], _ before: Before) -> Bool
  {
    zip(all, before.stems).contains { other, stem in
      guard let change = stem.status.pending, change.by == .follow else { return false }
      return change.at == old.follow && spec.mayHaveAsked(for: other)
    }
  }

  /// The fade that a playing stem is restored with. A held stem does not rise: a fade in would end the pause.
  static func fading(
    _ old: StemMirror, _ before: Before
  ) -> (level: Double, goal: Float, left: FrameCount)? {
    guard old.status.soundsNow, let fading = old.motion.fading(at: before.position) else { return nil }
    return fading.goal == 1 && old.hold.isHeld ? nil : fading
  }

  /// The rest of each fade that has begun, except where the pending change is its end.
  private static func fades(_ set: StemSet, _ stems: [StemMirror], _ before: Before) -> [Again] {
    zip(set.stems, stems).compactMap { spec, old in
      guard let fading = fading(old, before), fading.left > 0 else { return nil }
      let isOut = fading.goal == 0
      if isOut, old.fadeLength > 0, old.status.next == .mute { return nil }
      let rest = Fade(quantum: .now, length: time(fading.left, before))
      return Again(command: .fade(StemSelection([spec.id]), isOut ? .out : .in, rest), by: .recovery)
    }
  }

  /// The pauses, and the ends of pauses, that wait for their boundary: one command if they are the same for all stems.
  private static func holds(_ set: StemSet, _ stems: [StemMirror], _ before: Before) -> [Again] {
    let waiting = stems.compactMap { stem in
      stem.hold.next.flatMap { next in stem.hold.asked.map { (next, $0) } }
    }
    if let (first, asked) = waiting.first, waiting.count == stems.count,
      waiting.allSatisfy({ $1.isOfAll && ($0.at, $0.value) == (first.at, first.value) })
    {
      return [Again(command: .pause(nil, isOn: first.value, asked.quantum), by: asked.by)]
    }
    return zip(set.stems, stems).compactMap { spec, old in
      guard let next = old.hold.next, let asked = old.hold.asked, next.value != old.hold.isHeld else {
        return nil
      }
      let stem = StemSelection([spec.id]), quantum = asked.isOfAll ? asked.quantum.ofTheSet : asked.quantum
      let fade = Fade(quantum: quantum, length: time(next.length, before))
      return Again(
        command: next.length > 0 ? .fade(stem, .in, fade) : .pause(stem, isOn: next.value, quantum),
        by: asked.by)
    }
  }

  private static func time(_ frames: FrameCount, _ before: Before) -> TimeLength {
    .microseconds(Int64(Int128(max(0, frames)) * 1_000_000 / Int128(before.rate.hertz)))
  }

  /// The command for the pending change; a fade out that has begun gets its remaining length.
  private static func command(
    _ spec: StemSpec, _ old: StemMirror, _ change: PendingChange, _ before: Before
  ) -> ControlCommand {
    let stem = StemSelection([spec.id])
    if old.fadeLength > 0 {
      let isUnderWay = change.at - old.fadeLength < before.position
      let whole = Fade(quantum: old.quantum, length: time(old.fadeLength, before))
      let rest = Fade(quantum: .now, length: time(change.at - before.position, before))
      switch old.status.next {
      case .mute: return .fade(stem, .out, isUnderWay ? rest : whole)
      case .play: return .fade(stem, .in, whole)
      case .stop, .wait, nil: break
      }
    }
    let request: StemRequest
    switch old.status.next {
    case .play: request = old.status.state == .mute ? .unmute : .start
    case .mute: request = .mute
    case .stop, .wait, nil: request = .stop
    }
    return .request(request, stem, old.quantum)
  }
}

extension StemMirror {
  /// Whether it waits for the first downbeat of the piece that has just begun, as a base does.
  func beginsWithPiece(_ before: Restoration.Before) -> Bool {
    guard before.isInGap, status.state == .wait, let change = status.pending else { return false }
    return change.by == .clock && change.at == before.origin
  }
}

extension StemSpec {
  /// Whether its follow action changes the other stem, or may choose it.
  func mayHaveAsked(for other: StemSpec) -> Bool {
    switch follow?.then {
    case .stop, .mute: other.id == id
    case .start(let id): other.id == id
    case .any: other.id != id
    case nil: false
    }
  }
}
