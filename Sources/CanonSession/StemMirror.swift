import CanonEngine
import CanonStems

/// What the session knows of a stem: what the engine last said, and what was last asked for.
struct StemMirror {
  var status: StemStatus = .stop
  var gain: Decibels
  var pan: Pan
  /// By which quantum the pending change was asked for, so that it can be asked for again.
  var quantum: Quantum

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
}
