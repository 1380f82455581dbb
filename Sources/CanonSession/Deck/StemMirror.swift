import CanonEngine
import CanonSchedule
import CanonStems

/// Control's knowledge of a stem: the engine's last report, and the last request. The two are separate: a request
/// becomes current when the engine reports it, on the frame that it names.
struct StemMirror {
  /// The requested values that are not part of a stem's state: its mix and its file.
  struct Mix {
    var gain: Decibels
    var pan: Pan
    var solo = SoloMode.off
    /// The file that it plays instead of the set's; nil for that one.
    var file: String?

    init(gain: Decibels, pan: Pan, solo: SoloMode = .off, file: String? = nil) {
      (self.gain, self.pan, self.solo, self.file) = (gain, pan, solo, file)
    }

    /// Adopts the value that a command requests.
    mutating func apply(_ command: ControlCommand) {
      switch command {
      case .gain(_, let gain, _): self.gain = gain
      case .pan(_, let pan, _): self.pan = pan
      case .solo(_, let mode, _): solo = mode
      case .replace(_, let file, _): self.file = file
      case .request, .pause, .fade, .panic, .scene, .next, .previous, .toggle, .undo, .skip, .seek, .freeze,
        .roll, .begin, .door,
        .faded, .asked, .supply, .gap, .left, .wait, .endWaiting, .reload, .playback, .piece, .edition,
        .record,
        .endRecording,
        .capture,
        .endCapture, .keep, .learn, .endLearning, .section, .cue, .mark, .unpair, .quit:
        break
      }
    }
  }

  private(set) var status: StemStatus = .stop
  /// Its pause.
  var hold = HoldMirror()
  /// Whether the pending start was requested after the pause, and ends it.
  var endsHold = false
  /// Frames of the fade that the pending change belongs to; 0 if it is not a fade.
  private(set) var fadeLength: FrameCount = 0
  /// Whether it excludes others.
  private var isInGroup: Bool
  /// The requested mix.
  var mix: Mix
  /// Whether its samples are those of an earlier program: it was locked when the playing one took over. They are replaced before it may
  /// start.
  var hasOldSamples = false
  /// The values as the engine has them.
  private(set) var gain: Setting<Decibels>
  private(set) var pan: Setting<Pan>
  private(set) var solo = Setting(SoloMode.off)
  private(set) var file = Setting(String?.none)
  /// The current movement of its gain, pan and fade.
  var motion: LevelMotion
  /// The frame of its last change.
  private(set) var since: FramePosition = 0
  /// The quantum with which the pending change was requested, so that it can be requested again.
  private(set) var quantum: Quantum
  /// The boundary on which its run began.
  var began: FramePosition = 0
  /// The frame on which it stops by itself, and below the frame on which its follow action is due; nil if there is none.
  var end: FramePosition?
  var follow: FramePosition?
  /// The frame on which its follow action asks; nil if there is none, or once it has asked before the music was moved.
  var asks: FramePosition?
  /// Whether a restoration has said that it has asked, and the engine has not told of the run yet.
  var isMarkedAsked = false
  /// Whether it is heard on the cue bus while it is silent in the music.
  var isCued = false
  /// The gains of its sends to buses that differ from the set's, by the ids of the buses.
  var sends: [String: Decibels] = [:]
  /// Whether follow actions may start it.
  var isOpen = false
  /// Its status after the last stop requested by a shut door. The stop is not requested again until the status changes.
  var keptShut: StemStatus?

  init(_ spec: StemSpec) {
    mix = Mix(gain: spec.gain, pan: spec.pan)
    isInGroup = spec.group != nil
    (gain, pan) = (Setting(spec.gain), Setting(spec.pan))
    motion = LevelMotion(spec.gain, spec.pan)
    quantum = spec.quanta.start
  }

  /// Notes the engine's report of a run that counts from a boundary.
  mutating func begin(from boundary: FramePosition) {
    began = boundary
    // An upbeat has no fade.
    if case .wait(let change) = status, change.at == boundary { motion.endFade() }
  }

  /// Adopts a status that the engine reports. A stopped stem has no end and no follow action.
  /// - Parameters:
  ///   - length: Frames of the requested fade, if the pending change, or the cancelled one, belongs to a fade.
  ///   - ramp: Frames in which it rises at least, if it plays on.
  mutating func become(
    _ status: StemStatus, since frame: FramePosition, fading length: FrameCount = 0, ramp: FrameCount = 0
  ) {
    if status != self.status || length > 0 { fade(into: status, at: frame, length, ramp) }
    if status != self.status {
      if endsHold, status.soundsNow, !self.status.soundsNow { hold.drop(by: frame) }
      endsHold = false
    }
    (self.status, since) = (status, frame)
    if status.state == .stop { (end, follow, asks, isMarkedAsked) = (nil, nil, nil, false) }
  }

  private mutating func fade(
    into new: StemStatus, at frame: FramePosition, _ length: FrameCount, _ ramp: FrameCount
  ) {
    switch new {
    case .playThenMute(let change) where length > 0:
      motion.fadeOut(from: change.at - length, over: length)
    case .play, .playThenMute, .playThenStop:
      if !status.soundsNow {
        fadeLength > 0 ? motion.fadeIn(from: frame, over: fadeLength) : motion.endFade()
      } else if new == .play {
        motion.fadeBack(from: frame, over: max(length, ramp))
      } else if length == 0 {
        motion.forgetFade(after: frame)
      }
    case .stop, .wait, .mute, .muteThenPlay, .muteThenStop: break
    }
    fadeLength = new.pending == nil ? 0 : length
  }

  /// Moves what is pending with the music, but for the end of a fade that has begun.
  mutating func movePending(_ move: Relocation, at frame: FramePosition) {
    gain.relocate(move)
    pan.relocate(move)
    solo.relocate(move)
    file.relocate(move)
    if case .playThenMute(let change) = status, fadeLength > 0 {
      let hasBegun = change.at - fadeLength <= frame
      if hasBegun, !isInGroup { return }
      status = status.moved(move)
      let begin = hasBegun ? frame : move.frame(change.at - fadeLength)
      motion.forgetFade(after: frame)
      if let mute = status.pending { motion.fadeOut(from: begin, over: max(0, mute.at - begin)) }
    } else {
      status = status.moved(move)
    }
  }

  /// As ``delay(by:)``, for what is private.
  mutating func delayStatus(by frames: FrameCount) {
    status = status.delayed(by: frames)
    since += frames
    gain.delay(by: frames)
    pan.delay(by: frames)
    solo.delay(by: frames)
    file.delay(by: frames)
  }

  /// Stops gain and pan at their current values, and drops pending changes.
  mutating func panic(at frame: FramePosition) {
    reach(frame)
    let (gainNow, panNow) = motion.stop(at: frame, gain: gain.value, pan: pan.value)
    gain.stop(at: frame, on: gainNow)
    pan.stop(at: frame, on: panNow)
    solo.drop()
    file.drop()
    hold.stop(at: frame)
    endsHold = false
    isCued = false
  }

  /// Goes on in another edition from a frame on: what its file has edited wins, everything else stays.
  /// - Parameter ramp: Frames of the edition's usual ramp.
  mutating func goOn(as spec: StemSpec, after old: StemSpec, at frame: FramePosition, ramp: FrameCount) {
    reach(frame)
    isInGroup = spec.group != nil
    sends = sends.filter { bus, _ in spec.gain(ofBus: bus) == old.gain(ofBus: bus) }
    if spec.gain != old.gain {
      gain.accept(.init(value: spec.gain, at: frame, length: 0, ramp: ramp))
      mix.gain = spec.gain
    }
    if spec.pan != old.pan {
      pan.accept(.init(value: spec.pan, at: frame, length: 0, ramp: ramp))
      mix.pan = spec.pan
    }
    reach(frame)
  }

  /// Plays a file from a frame on.
  /// - Parameter name: nil for the set's own.
  mutating func play(_ name: String?, from frame: FramePosition) {
    file.drop()
    file.become(name, at: frame)
    mix.file = name
  }

  // MARK: - Settings

  /// Adopts a command that the engine has accepted.
  /// - Parameters:
  ///   - received: The frame of receipt.
  ///   - due: The frame on which the command takes effect.
  ///   - length: Frames of its fade; 0 without one.
  ///   - ramp: Frames of the set's ramp, the shortest change of gain.
  ///   - isUnheard: Whether it happens at once, while the music stands: it needs no ramp.
  mutating func accept(
    _ command: ControlCommand, by asker: Asker, received: FramePosition, due: FramePosition,
    length: FrameCount, ramp: FrameCount, isUnheard: Bool
  ) {
    let request = Restoration.Again(command: command, by: asker)
    let ramp = isUnheard ? 0 : ramp
    // Changes that were due before take effect first, because the command may replace a pending one.
    reach(received)
    switch command {
    case .gain(_, let new, _):
      gain.accept(.init(value: new, at: due, length: length, ramp: ramp, request: request))
    case .pan(_, let new, _):
      pan.accept(.init(value: new, at: due, length: length, ramp: ramp, request: request))
    case .solo(_, let mode, _): solo.accept(.init(value: mode, at: due, length: 0, request: request))
    case .replace(_, let name, _): file.accept(.init(value: name, at: due, length: 0, request: request))
    case .request(_, _, let asked, _): quantum = asked ?? quantum
    case .fade(_, _, let fade): quantum = fade.quantum ?? quantum
    case .faded(_, let level): motion.setFade(Float(level), at: received)
    case .asked: asks = nil
    case .pause, .panic, .scene, .next, .previous, .toggle, .undo, .skip, .seek, .freeze, .roll, .begin,
      .door, .supply, .gap, .left, .wait,
      .endWaiting, .reload, .playback, .piece, .edition, .record, .endRecording, .capture, .endCapture, .keep,
      .learn,
      .endLearning, .section, .cue, .mark, .unpair, .quit:
      break
    }
    reach(received)
  }

  /// Advances to a position of the clock: due changes take effect.
  mutating func reach(_ position: FramePosition) {
    if let change = gain.reach(position) {
      motion.move(to: change.value, at: change.at, length: change.frames)
    }
    if let change = pan.reach(position) {
      motion.move(to: change.value, at: change.at, length: change.frames)
    }
    _ = solo.reach(position)
    _ = file.reach(position)
    hold.reach(position)
  }

  /// The mix and the file as the engine had them on a frame: what is pending does not count, a fade as far as it has come.
  func reachedMix(at frame: FramePosition) -> Mix {
    var motion = motion
    let (gainNow, panNow) = motion.stop(at: frame, gain: gain.value, pan: pan.value)
    return Mix(
      gain: gain.fadeEnd(at: frame) == nil ? gain.value : gainNow,
      pan: pan.fadeEnd(at: frame) == nil ? pan.value : panNow, solo: solo.value, file: file.value)
  }

  /// Adopts a restored value before the engine has answered.
  mutating func restore(_ command: ControlCommand) {
    switch command {
    case .gain(_, let value, _): gain.become(value, at: 0)
    case .pan(_, let value, _): pan.become(value, at: 0)
    case .solo(_, let mode, _): solo.become(mode, at: 0)
    case .replace(_, let name, _): file.become(name, at: 0)
    case .asked: isMarkedAsked = true
    default: return
    }
  }

  /// Whether the follow action of its run has asked.
  func hasAsked(by position: FramePosition) -> Bool {
    isMarkedAsked || follow != nil && asks.map { $0 <= position } ?? true
  }

  /// Whether it is soloed, is to be, or was requested to be.
  var mayBeSoloed: Bool { mix.solo != .off || solo.value != .off || solo.goal != .off }

  /// Resets the requested values to the accepted ones, and adds the commands that have no answer yet.
  mutating func resetRequests(but unanswered: some Sequence<ControlCommand>) {
    mix = Mix(gain: gain.goal, pan: pan.goal, solo: solo.goal, file: file.goal)
    for command in unanswered { mix.apply(command) }
  }
}
