import CanonMixing

/// Scratch blocks: one pair to convert 16-bit samples to floats, one for a stem with sends but no port.
@unsafe struct Scratch: BitwiseCopyable {
  static var frames: Int32 { @_noLocks get { 512 } }

  let decoded: OutputPair
  let block: OutputPair
}

extension StemPlayer {
  /// Whether nothing is to be heard from `position` on, until something changes.
  @_noLocks func isQuiet(at position: FramePosition) -> Bool {
    (position >= rampsEnd && steadyLeft == 0 && steadyRight == 0 && releaseEnd <= position)
      || (unsafe samples == nil)
  }

  /// Whether a solo, a pause, a relocation or an edition has silenced it by `position`, so that no other ramp is heard until something changes.
  @_noLocks @inline(__always) func isSilenced(at position: FramePosition) -> Bool {
    position >= audibility.end && audibility.to == 0
  }

  /// Whether it simply plays, or is silent, from `position` on, until something changes.
  @_noLocks func isSteady(from position: FramePosition) -> Bool {
    isQuiet(at: position)
      || (position >= rampsEnd && position >= releaseEnd && position >= run.firstTop)
  }

  /// Adds the stem to `master` and writes it to `block`, from `position` on.
  /// - Precondition: No change begins within these frames.
  @_noLocks mutating func mix(
    from position: FramePosition, frames: Int32, master: OutputPair, block: OutputPair?, scratch: Scratch
  ) {
    guard let source = unsafe samples else { return }
    var done: Int32 = 0
    while done < frames {
      let frame = position &+ Int64(done)
      if !passage.covers(frame) { passage = unsafe passage(at: frame, in: source.layout) }
      var end = min(frame &+ Int64(frames &- done), passage.end)
      let isSteady = frame >= rampsEnd && frame >= releaseEnd
      if !isSteady {
        end = unsafe min(min(end, nextBend(after: frame)), frame &+ Int64(Scratch.frames))
      }
      if unsafe source.isPaged { end = unsafe pieceEnd(source, frame, atMost: end) }
      let count = Int32(truncatingIfNeeded: end &- frame)
      let out = unsafe master.advanced(by: done)
      let own = unsafe block?.advanced(by: done)
      if isSteady {
        unsafe mixSteady(source, passage.first &+ (frame &- passage.start), count, out, own, scratch)
      } else {
        unsafe mixMoving(source, frame, count, out, own, scratch)
      }
      done &+= count
    }
  }

  /// Whether its samples are in pages.
  var isPaged: Bool { @_noLocks get { unsafe samples?.isPaged ?? false } }

  /// The frame before which neither the voice nor the release comes to the end of a page.
  @_noLocks private func pieceEnd(
    _ source: StemRef, _ frame: FramePosition, atMost end: FramePosition
  ) -> FramePosition {
    var end = end
    if passage.first >= 0 {
      let first = passage.first &+ (frame &- passage.start)
      end = unsafe min(end, frame &+ (source.pieceEnd(of: first) &- first))
    }
    if frame >= releaseStart && frame < releaseEnd {
      let first = unsafe source.layout.intro &+ source.layout.loop &+ (frame &- releaseStart)
      end = unsafe min(end, frame &+ (source.pieceEnd(of: first) &- first))
    }
    return end
  }

  /// The next frame after `frame` on which a ramp ends or a release begins or ends. Up to there each factor is one straight
  /// line.
  @_noLocks func nextBend(after frame: FramePosition) -> FramePosition {
    var bend = FramePosition.max
    if envelope.end > frame { bend = min(bend, envelope.end) }
    if audibility.end > frame { bend = min(bend, audibility.end) }
    if dip.end > frame { bend = min(bend, dip.end) }
    if fade.end > frame { bend = min(bend, fade.end) }
    if gain.end > frame { bend = min(bend, gain.end) }
    if left.end > frame { bend = min(bend, left.end) }
    if right.end > frame { bend = min(bend, right.end) }
    if releaseEnd > frame {
      bend = min(bend, releaseEnd)
      if releaseStart > frame { bend = min(bend, releaseStart) }
      if releaseEnvelope.end > frame { bend = min(bend, releaseEnvelope.end) }
    }
    return bend
  }

  @_noLocks private func mixSteady(
    _ source: StemRef, _ first: Int64, _ count: Int32, _ out: OutputPair, _ block: OutputPair?,
    _ scratch: Scratch
  ) {
    if passage.first < 0 || (steadyLeft == 0 && steadyRight == 0) {
      if let block = unsafe block { unsafe block.silence(count) }
      return
    }
    guard let place = unsafe source.samples(of: first) else {
      if let block = unsafe block { unsafe block.silence(count) }
      return
    }
    switch unsafe source.encoding {
    case .stereoIntegers:
      let words = unsafe place.left.assumingMemoryBound(to: Int32.self)
      unsafe MixingLoops.add(
        words, leftGain: steadyLeft * Mixer.integerScale, rightGain: steadyRight * Mixer.integerScale,
        to: out.left, out.right, leftBlock: block?.left, rightBlock: block?.right, frames: count)
    case .floats:
      let left = unsafe place.left.assumingMemoryBound(to: Float.self)
      let right = unsafe place.right.assumingMemoryBound(to: Float.self)
      unsafe MixingLoops.add(left, gain: steadyLeft, to: out.left, block: block?.left, frames: count)
      unsafe MixingLoops.add(right, gain: steadyRight, to: out.right, block: block?.right, frames: count)
    case .monoIntegers:
      var done: Int32 = 0
      while done < count {
        let run = unsafe min(count &- done, Scratch.frames)
        let part = unsafe decode(source, first &+ Int64(done), run, scratch)
        let out = unsafe out.advanced(by: done)
        let block = unsafe block?.advanced(by: done)
        unsafe MixingLoops.add(part.left, gain: steadyLeft, to: out.left, block: block?.left, frames: run)
        unsafe MixingLoops.add(part.right, gain: steadyRight, to: out.right, block: block?.right, frames: run)
        done &+= run
      }
    }
  }

  /// Mixes the voice and the release, each with gains that may move.
  @_noLocks private func mixMoving(
    _ source: StemRef, _ frame: FramePosition, _ count: Int32, _ out: OutputPair, _ block: OutputPair?,
    _ scratch: Scratch
  ) {
    // Nothing is read of a stem that is not audible: its samples may not be there.
    if audibility.to == 0 && frame >= audibility.end {
      if let block = unsafe block { unsafe block.silence(count) }
      return
    }
    let voice = envelope.slope(from: frame)
    let isHeard = (voice.base != 0 || voice.step != 0) && passage.first >= 0
    if isHeard {
      unsafe mixVoice(
        source, passage.first &+ (frame &- passage.start), voice, fade.slope(from: frame), frame, count, out,
        block, adds: false, scratch)
    } else if let block = unsafe block {
      unsafe block.silence(count)
    }
    if frame >= releaseStart && frame < releaseEnd {
      let first = unsafe source.layout.intro &+ source.layout.loop &+ (frame &- releaseStart)
      unsafe mixVoice(
        source, first, releaseEnvelope.slope(from: frame), Ramp(constant: 1).slope(from: frame), frame, count,
        out, block, adds: true, scratch)
    }
  }

  @_noLocks private func mixVoice(
    _ source: StemRef, _ first: Int64, _ voice: Slope, _ fade: Slope, _ frame: FramePosition, _ count: Int32,
    _ out: OutputPair, _ block: OutputPair?, adds: Bool, _ scratch: Scratch
  ) {
    let part = unsafe decode(source, first, count, scratch)
    let others = (audibility: audibility.slope(from: frame), dip: dip.slope(from: frame))
    let gain = gain.slope(from: frame)
    unsafe Mixer.add(
      part.left,
      gain: Slopes(
        envelope: voice, fade: fade, audibility: others.audibility, dip: others.dip, gain: gain,
        pan: left.slope(from: frame)),
      to: out.left, block: block?.left, adds: adds, frames: count)
    unsafe Mixer.add(
      part.right,
      gain: Slopes(
        envelope: voice, fade: fade, audibility: others.audibility, dip: others.dip, gain: gain,
        pan: right.slope(from: frame)),
      to: out.right, block: block?.right, adds: adds, frames: count)
  }

  /// Returns `count` frames as floats: in place, or converted into the scratch block. They are silent while their page is not in memory.
  /// - Precondition: They do not go beyond the end of a page, nor that of the scratch block if they are converted or in pages.
  @_noLocks func decode(
    _ source: StemRef, _ first: Int64, _ count: Int32, _ scratch: Scratch
  ) -> (left: UnsafePointer<Float>, right: UnsafePointer<Float>) {
    if let place = unsafe source.samples(of: first) {
      switch unsafe source.encoding {
      case .floats:
        return unsafe (
          place.left.assumingMemoryBound(to: Float.self), place.right.assumingMemoryBound(to: Float.self)
        )
      case .monoIntegers:
        unsafe Mixer.decode(
          mono: place.left.assumingMemoryBound(to: Int16.self), to: scratch.decoded, frames: count)
      case .stereoIntegers:
        unsafe Mixer.decode(
          stereo: place.left.assumingMemoryBound(to: Int32.self), to: scratch.decoded, frames: count)
      }
    } else {
      unsafe scratch.decoded.silence(count)
    }
    return unsafe (UnsafePointer(scratch.decoded.left), UnsafePointer(scratch.decoded.right))
  }
}
