import CanonEngine
import CanonSchedule
import CanonStems

/// What is known of a stem: what the engine last said, and what was last asked for. The two are kept apart: what was
/// asked for becomes what is when the engine says so, on the frame that it names.
struct StemMirror {
  /// What is asked of a stem and not of its state: how it is mixed, and which file it plays.
  struct Mix {
    var gain: Decibels
    var pan: Pan
    var solo = SoloMode.off
    /// The file that it plays instead of the set's.
    var file: String?

    /// Takes up what a command asks.
    mutating func take(_ command: ControlCommand) {
      switch command {
      case .gain(_, let gain, _): self.gain = gain
      case .pan(_, let pan, _): self.pan = pan
      case .solo(_, let mode, _): solo = mode
      case .replace(_, let file, _): self.file = file
      case .request, .pause, .fade, .panic, .scene, .next, .previous, .toggle, .undo, .skip, .door, .quit:
        break
      }
    }
  }

  private(set) var status: StemStatus = .stop
  /// What a pause does to it.
  var hold = HoldMirror()
  /// Whether the pending start was given since the pause, and ends it.
  var endsHold = false
  /// The frames of the fade that the pending change is one of; 0 if it is none.
  private(set) var fadeLength: FrameCount = 0
  /// When its state lets it be heard.
  private(set) var hearing = Hearing()
  /// As asked for.
  var mix: Mix
  /// As the engine holds them.
  private(set) var gain: Setting<Decibels>
  private(set) var pan: Setting<Pan>
  private(set) var solo = Setting(SoloMode.off)
  private(set) var file = Setting(String?.none)
  /// Where its gain and pan are on their way.
  var motion: LevelMotion
  private var ramp: FrameCount = 0
  /// The frame of its last change.
  private(set) var since: FramePosition = 0
  /// By which quantum the pending change was asked for, so that it can be asked for again.
  private(set) var quantum: Quantum
  /// The boundary that its run began on.
  var began: FramePosition = 0
  /// When it stops by itself, and when its follow action is due; nil if not.
  var end: FramePosition?
  var follow: FramePosition?
  /// Whether follow actions may start it.
  var isOpen = false
  /// What it did when a shut door had last asked for its stop: not asked again before it does something else.
  var keptShut: StemStatus?

  init(_ spec: StemSpec) {
    mix = Mix(gain: spec.gain, pan: spec.pan)
    (gain, pan) = (Setting(spec.gain), Setting(spec.pan))
    motion = LevelMotion(spec.gain, spec.pan)
    quantum = spec.quanta.start
  }

  /// Takes up what the engine says of its state. Where nothing runs nothing ends or follows.
  /// - Parameter length: The frames of the fade that was asked for, if the pending change is one, or what is taken back was.
  mutating func take(_ status: StemStatus, since frame: FramePosition, fading length: FrameCount = 0) {
    hearing.change(from: self.status, to: status, at: frame)
    if status != self.status || length > 0 { fade(into: status, at: frame, length) }
    if status != self.status {
      if endsHold, status.soundsNow, !self.status.soundsNow { hold.drop(by: frame) }
      endsHold = false
    }
    (self.status, since) = (status, frame)
    if status.state == .stop { (end, follow) = (nil, nil) }
  }

  private mutating func fade(into new: StemStatus, at frame: FramePosition, _ length: FrameCount) {
    switch new {
    case .playThenMute(let change) where length > 0:
      motion.fadeOut(from: change.at - length, over: length)
    case .play, .playThenMute, .playThenStop:
      if !status.soundsNow {
        fadeLength > 0 ? motion.fadeIn(from: frame, over: fadeLength) : motion.endFade()
      } else if new == .play {
        motion.fadeBack(from: frame, over: max(length, ramp))
      }
    case .stop, .wait, .mute, .muteThenPlay, .muteThenStop: break
    }
    fadeLength = new.pending == nil ? 0 : length
  }

  /// Gain and pan stay where they are; what waits does not come any more.
  mutating func panic(at frame: FramePosition) {
    reach(frame)
    hearing.silence(at: frame)
    let (gainNow, panNow) = motion.stop(at: frame, gain: gain.value, pan: pan.value)
    gain.stop(at: frame, on: gainNow)
    pan.stop(at: frame, on: panNow)
    solo.drop()
    file.drop()
    hold.stop(at: frame)
    endsHold = false
  }

  // MARK: - Settings

  /// The engine has accepted a command that was received on a frame.
  /// - Parameters:
  ///   - due: When it takes effect.
  ///   - length: Of its fade, in frames; 0 without one.
  ///   - ramp: Of the set: no change of gain takes less.
  mutating func accept(
    _ command: ControlCommand, received: FramePosition, due: FramePosition, length: FrameCount,
    ramp: FrameCount
  ) {
    self.ramp = ramp
    // What was due before stands, whatever takes the place of what is pending.
    reach(received)
    switch command {
    case .gain(_, let new, _): gain.accept(.init(value: new, at: due, length: length))
    case .pan(_, let new, _): pan.accept(.init(value: new, at: due, length: length))
    case .solo(_, let mode, _): solo.accept(.init(value: mode, at: due, length: 0))
    case .replace(_, let name, _): file.accept(.init(value: name, at: due, length: 0))
    case .request(_, _, let asked, _): quantum = asked ?? quantum
    case .fade(_, _, let fade): quantum = fade.quantum ?? quantum
    case .pause, .panic, .scene, .next, .previous, .toggle, .undo, .skip, .door, .quit: break
    }
    reach(received)
  }

  /// The clock has come so far: what was due is.
  mutating func reach(_ position: FramePosition) {
    if let change = gain.reach(position) {
      motion.move(to: change.value, at: change.at, length: max(change.length, ramp))
    }
    if let change = pan.reach(position) {
      motion.move(to: change.value, at: change.at, length: max(change.length, ramp))
    }
    _ = solo.reach(position)
    _ = file.reach(position)
    hold.reach(position)
  }

  /// Whether it is soloed, or is to be.
  var mayBeSoloed: Bool { mix.solo != .off || solo.value != .off || solo.goal != .off }

  /// Goes back to what the engine has accepted, with what it has not answered yet.
  mutating func takeBack(but unanswered: some Sequence<ControlCommand>) {
    mix = Mix(gain: gain.goal, pan: pan.goal, solo: solo.goal, file: file.goal)
    for command in unanswered { mix.take(command) }
  }
}
