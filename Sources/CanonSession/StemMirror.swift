import CanonEngine
import CanonStems

/// What the session knows of a stem: what the engine last said, and what was last asked for.
struct StemMirror {
  var status: StemStatus = .stop
  var gain: Decibels
  var pan: Pan
  var solo = SoloMode.off
  /// By which quantum the pending change was asked for, so that it can be asked for again.
  var quantum: Quantum
  /// The boundary that its run began on.
  var began: FramePosition = 0
  /// When it stops by itself, and when its follow action is due; nil if not.
  var end: FramePosition?
  var follow: FramePosition?
  /// The file that it plays instead of the set's.
  var file: String?

  init(_ spec: StemSpec) {
    gain = spec.gain
    pan = spec.pan
    quantum = spec.quanta.start
  }
}

/// A command on its way: the engine's answer says on which frame it was received.
struct SentCommand {
  let ticket: CommandTicket
  /// What the journal says once the engine has accepted it; nil for what a rendering does by itself.
  let command: ControlCommand?
  let by: CommandSource
  /// When it takes effect, where the engine has said that it does so later than received.
  var due: FramePosition?

  init(ticket: CommandTicket, command: ControlCommand?, by: CommandSource) {
    self.ticket = ticket
    self.command = command
    self.by = by
  }
}
