import CanonEngine
import CanonStems

/// What is played at one moment, as a value: another engine can continue from it, in this process or in a later one. Stems are
/// named, because the set may have been edited by then.
public struct Music: Hashable, Sendable {
  /// What one stem does, without what is pending (``again``).
  public struct Layer: Hashable, Sendable {
    public let id: String
    /// `wait` says that it begins on the first downbeat of its piece, as a base does in the gap before that. What else waits counts as
    /// `stop`.
    public package(set) var state: StemState
    /// The frame on which its run began.
    package var began: FramePosition
    /// nil for those of the set.
    package var gain: Decibels?
    package var pan: Pan?
    package var solo: SoloMode
    /// The file that it plays instead of the set's; nil for the set's own.
    package var file: String?
    /// Whether a pause holds it.
    package var isHeld: Bool
    /// The level to which it has faded, from 0 to 1; nil if it has not.
    package var faded: Double?
    /// Whether its follow action has asked: it does not ask again.
    package var hasAsked: Bool

    package init(
      _ id: String, _ state: StemState, began: FramePosition = 0, gain: Decibels? = nil, pan: Pan? = nil,
      solo: SoloMode = .off, file: String? = nil, isHeld: Bool = false, faded: Double? = nil,
      hasAsked: Bool = false
    ) {
      (self.id, self.state, self.began, self.gain, self.pan) = (id, state, began, gain, pan)
      (self.solo, self.file, self.isHeld, self.faded) = (solo, file, isHeld, faded)
      self.hasAsked = hasAsked
    }
  }

  /// Whether the music stands, or is to.
  package enum Halt: Hashable, Sendable {
    case none
    /// At this position, or as soon as possible.
    case due(FramePosition?)
    case stands
  }

  /// The rate of all frames.
  public package(set) var rate: SampleRate
  /// The frame of the clock for which everything holds. If the music stands, that on which it came to stand.
  public package(set) var position: FramePosition
  /// The frame of the music's first downbeat.
  package var origin: FramePosition
  /// Whether it is in the gap before its piece: nothing begins before the first downbeat.
  package var isInGap = false
  package var halt: Halt
  /// The part of it that repeats; nil for none.
  package var section: Section?
  /// The master's gain.
  package var master: Decibels
  public package(set) var layers: [Layer]
  /// What is to be given again once the clock has its position: pending changes, the rest of fades, commands without an answer.
  package var again: [Restoration.Again]

  package init(
    rate: SampleRate, position: FramePosition, origin: FramePosition = 0, halt: Halt = .none,
    master: Decibels = Decibels(0)!, layers: [Layer] = [], again: [Restoration.Again] = []
  ) {
    (self.rate, self.position, self.origin, self.halt) = (rate, position, origin, halt)
    (self.master, self.layers, self.again) = (master, layers, again)
  }

  /// The music as an engine left it.
  init(_ before: Restoration.Before, in set: StemSet) {
    self.init(
      rate: before.rate, position: before.position, origin: before.origin, master: before.masterLevel)
    switch before.halt {
    case .none: halt = .none
    case .due(let place, _): halt = .due(place)
    case .stands: halt = .stands
    }
    isInGap = before.isInGap
    section = before.section
    layers = zip(set.stems, before.stems).map { spec, stem in
      var layer = Layer(spec, stem, before)
      layer.hasAsked =
        stem.hasAsked(by: before.position) && !Restoration.isPending(spec, stem, among: set.stems, before)
      return layer
    }
    // Starts that are pending already are not counted in again.
    again =
      Restoration.changes(set, before.stems, before) + Deck.requests(set, before.stems, before.cue)
    // Commands of an earlier restoration are omitted, because this one replaces them, but for the rest of a fade. The new engine
    // already learned which doors are open when its stems were loaded.
    again += before.unanswered.compactMap { sent in
      if case .door = sent.command { return nil }
      if sent.by == .recovery, sent.command?.isFadeOfStems != true { return nil }
      // The end of a piece is found again. What begins with a piece, in an earlier restoration, does so in this one.
      if sent.by == .clock, sent.again != nil || sent.isStart { return nil }
      let command = sent.again ?? sent.command?.asGiven
      return command.map { Restoration.Again(command: $0, by: sent.by, batch: sent.batch) }
    }
  }

  /// Ends the pause of stems that canon itself has paused because the output device has gone.
  mutating func release(_ stems: Set<String>) {
    for index in layers.indices where stems.contains(layers[index].id) { layers[index].isHeld = false }
    again.removeAll { again in
      if again.by == .device { return true }
      guard again.by == .recovery, case .pause(let selection?, true, _) = again.command else { return false }
      return selection.words.allSatisfy(stems.contains)
    }
  }

  /// The music at the same time on a clock with another rate.
  func scaled(to new: SampleRate) -> Music {
    if new == rate { return self }
    var music = self
    music.rate = new
    music.position = position.scaled(from: rate, to: new)
    music.origin = origin.scaled(from: rate, to: new)
    music.section = section?.scaled(from: rate, to: new)
    if case .due(let place?) = halt { music.halt = .due(place.scaled(from: rate, to: new)) }
    for index in layers.indices {
      music.layers[index].began = layers[index].began.scaled(from: rate, to: new)
    }
    return music
  }
}

extension Music.Layer {
  init(_ spec: StemSpec, _ mirror: StemMirror, _ before: Restoration.Before) {
    let mix = mirror.reachedMix(at: before.position)
    let state = mirror.status.state, waits = state == .wait && !mirror.beginsWithPiece(before)
    self.init(
      spec.id, waits ? .stop : state, began: mirror.began,
      gain: mix.gain == spec.gain ? nil : mix.gain, pan: mix.pan == spec.pan ? nil : mix.pan, solo: mix.solo,
      file: mix.file, isHeld: mirror.hold.isHeld, faded: Restoration.fading(mirror, before)?.level)
  }

  /// Whether it is heard, or would be without a pause.
  var soundsNow: Bool { state == .play }
}
