import CanonEngine
import CanonSchedule
import CanonStems

/// What the session knows of a stem: what the engine last said, and what was last asked for.
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
      case .request, .scene, .skip, .door, .quit: break
      }
    }
  }

  private(set) var status: StemStatus = .stop
  /// As asked for.
  var mix: Mix
  /// As the engine has accepted it.
  private(set) var accepted: Mix
  /// From this frame on it is soloed, or not, as asked for; `.max` while the engine has not said from when on.
  private var soloFrom: FramePosition = .min
  /// Where its gain and pan are on their way.
  var motion: LevelMotion
  /// The frame of its last change.
  private(set) var since: FramePosition = 0
  /// By which quantum the pending change was asked for, so that it can be asked for again.
  var quantum: Quantum
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
    accepted = mix
    motion = LevelMotion(spec.gain, spec.pan)
    quantum = spec.quanta.start
  }

  /// Takes up what the engine says of its state. Where nothing runs nothing ends or follows.
  mutating func take(_ status: StemStatus) {
    self.status = status
    if status.state == .stop { (end, follow) = (nil, nil) }
  }

  mutating func take(_ status: StemStatus, since frame: FramePosition) {
    take(status)
    since = frame
  }

  /// Takes up what the engine has accepted.
  mutating func accept(_ command: ControlCommand) {
    accepted.take(command)
    if case .request(_, _, let asked?, _) = command { quantum = asked }
  }

  /// A solo was asked for, or that it ends.
  mutating func ask(for solo: SoloMode) {
    mix.solo = solo
    soloFrom = .max
  }

  /// What was asked for last takes effect on `frame`.
  mutating func accept(_ solo: SoloMode, from frame: FramePosition) {
    if mix.solo == solo { soloFrom = frame }
  }

  /// Whether it is soloed, or still is until its own `solo off` takes effect.
  func mayBeSoloed(at position: FramePosition) -> Bool { mix.solo != .off || position < soloFrom }

  /// Goes back to what the engine has accepted, with what it has not answered yet.
  mutating func takeBack(but unanswered: some Sequence<ControlCommand>) {
    mix = accepted
    for command in unanswered { mix.take(command) }
  }
}

/// A command on its way: the engine's answer says on which frame it was received.
struct SentCommand {
  let ticket: CommandTicket
  /// What the journal says once the engine has accepted it; nil for what a rendering does by itself.
  private(set) var command: ControlCommand?
  /// nil for what is asked of no stem, or of all.
  let stem: StemIndex?
  let by: Asker
  /// When it takes effect, where the engine has said that it does so later than received.
  var due: FramePosition?
  /// Whose answer this is one of (``Performance/submit(_:by:)``).
  let batch: Int?

  init(ticket: CommandTicket, command: ControlCommand?, stem: StemIndex?, by: Asker, batch: Int? = nil) {
    self.batch = batch
    self.ticket = ticket
    self.command = command
    self.stem = stem
    self.by = by
  }

  /// Whether it asks for another state.
  var isRequest: Bool { if case .request = command { true } else { false } }

  /// Whether it asks for a stop.
  var isStop: Bool { if case .request(.stop, _, _, _) = command { true } else { false } }

  /// The engine has chosen the quantum of a press that named none: so the journal names it.
  mutating func choose(_ quantum: Quantum) {
    guard case .request(let request, let selection, nil, let from) = command else { return }
    command = .request(request, selection, quantum, from: from)
  }
}
