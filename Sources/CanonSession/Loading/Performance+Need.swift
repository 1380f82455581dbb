import CanonEngine
import CanonStems

/// What a command needs before it can be given.
extension Performance {
  /// What a command requires before it can be given.
  public struct Need: Sendable {
    /// Whether the command reads files or waits for an answer of the engine.
    public let readsFiles: Bool
    /// Whether it leads to another program. What such commands mean is decided in the order in which they are given.
    public let makesEdition: Bool
    /// The current counts.
    public let interruptions: Interruptions
  }

  /// The numbers of panics and pauses so far. They apply also to commands that were requested earlier and whose files are
  /// still being read.
  public struct Interruptions: Sendable {
    /// A command that was requested before a panic starts nothing after it.
    var panics = 0
    /// A stem that starts after a pause, by a command that was requested before it, is held.
    var pauses = 0
  }

  public func need(of command: ControlCommand, by asker: Asker) -> Need {
    Need(
      readsFiles: readsFiles(command, by: asker), makesEdition: makesEdition(command),
      interruptions: interruptions)
  }

  /// Whether a request means the same before the engine has answered those before it: it reads no files, and no door judges it by what
  /// other stems do. That is known of them once the engine has answered.
  func mayFollow(_ request: ControlCommand, by asker: Asker) -> Bool {
    if readsFiles(request, by: asker) { return false }
    guard keeper.judgesByOthers else { return true }
    let stems = ((try? deck.targets(of: request)) ?? []).compactMap(\.self)
    return !stems.contains { keeper.isGuarded($0) }
  }

  private func readsFiles(_ command: ControlCommand, by asker: Asker) -> Bool {
    if makesEdition(command) { return true }
    switch command {
    case .replace: return true
    case .request(.start, _, _, _), .request(.unmute, _, _, _), .request(.press, _, _, _), .fade(_, .in, _),
      .cue(.listen(_, true)):
      return ((try? deck.targets(of: command)) ?? []).contains { $0.map(mustBeRead) ?? false }
    case .scene, .next, .previous:
      guard let index = try? scene(of: command, after: lastScene)?.index else { return false }
      return scenes[index].commands.contains { readsFiles($0, by: asker) }
    case .undo:
      return log.facetsOfLast(by: asker).contains { facet in
        if case .file = facet { true } else { facet.stem.map(mustBeRead) ?? false }
      }
    case .request, .gain, .pan, .solo, .pause, .fade, .faded, .asked, .supply, .gap, .left, .panic,
      .toggle, .skip, .seek,
      .freeze,
      .roll, .begin, .door,
      .wait,
      .endWaiting, .reload, .playback, .piece, .edition, .record, .endRecording, .capture, .endCapture, .keep,
      .learn, .endLearning, .section, .cue,
      .mark, .unpair,
      .quit:
      return false
    }
  }

  /// Whether a command leads to another program, for which all stems must be read.
  func makesEdition(_ command: ControlCommand) -> Bool {
    switch command {
    case .reload, .playback, .piece, .edition: true
    case .next, .previous: program.piece != nil
    case .section(.goTo(.named(let name), _)): program.piece != nil && Int(name) != nil
    default: false
    }
  }

  private func mustBeRead(_ stem: StemIndex) -> Bool {
    mayHoldSamples(stem) ? !deck.hasSamples(stem) : !keeper.needs(of: stem).isEmpty
  }

  /// The stems of a command, with the other stems of their groups; nil for all.
  public nonisolated func stems(of command: ControlCommand) -> Set<StemIndex>? {
    switch command {
    case .next where program.piece != nil, .previous where program.piece != nil: return []
    case .scene, .next, .previous, .undo, .panic, .solo(nil, _, _), .pause(nil, _, _): return nil
    // What is read again depends on no other command.
    case .door, .faded, .asked, .supply, .gap, .left, .skip, .seek, .freeze, .roll, .begin, .wait,
      .endWaiting,
      .reload,
      .playback, .piece,
      .edition,
      .record, .endRecording, .capture, .endCapture, .keep, .learn, .endLearning, .section, .mark, .unpair,
      .quit:
      return []
    case .cue(.click), .cue(.countIn): return []
    case .request, .gain, .pan, .solo, .pause, .fade, .replace, .toggle, .cue(.listen), .cue(.send):
      let stems = try? command.selection?.indices(in: set, for: command)
      return set.stems.withRivals(of: Set(stems ?? []))
    }
  }
}
