import CanonControl
import CanonEngine
import CanonSession

/// Typed commands, and the commands of keys.
extension FullScreen {
  func type(_ key: Key) async {
    switch state.editor.handle(key) {
    case .editing:
      if key == .enter, state.editor.isFull {
        let wording = options.language.wording
        state.say(wording.refused(wording.lineWasCut(CommandParser.longestLine)))
      }
    case .cancelled: state.isTyping = false
    case .submit(let line):
      state.isTyping = false
      if let problem = keep(line) { state.say(problem) }
      await submit(line)
    }
  }

  private func keep(_ line: String) -> String? {
    do {
      try options.history?.append(line)
      return nil
    } catch {
      return error.text(options.language)
    }
  }

  private func submit(_ line: String) async {
    switch await desk.read(line, at: .screen, by: .keyboard) {
    // A typed word is intentional, unlike a key, which is easily hit.
    case .command(let command): await perform(command)
    // The doors have a layout of their own.
    case .view(let view): state.overlay = view == .doors ? .doors : .text(view)
    case nil: break
    }
  }

  /// Runs the action of a key or click on the selected stem.
  func perform(_ action: KeyAction, by asker: Asker = .keyboard) async {
    let (desk, selected, seekSeconds) = (desk, selectedID, keys.options.seekSeconds)
    let command: @Sendable () async -> ControlCommand? = {
      if action == .pause { return await desk.pauseKey }
      return ActionCommands.command(
        for: action, of: await desk.requestedMix(of: selected), seekSeconds: seekSeconds)
    }
    // A step of a gain goes from where the step before it leads to, also behind a file that is read.
    if let first = await command() { await perform(first, by: asker, again: command) }
  }

  private func perform(
    _ command: ControlCommand, by asker: Asker = .keyboard,
    again: (@Sendable () async -> ControlCommand?)? = nil
  ) async {
    if command == .quit {
      state.isDone = true
    } else {
      await lane.give(command, by: asker, again: again)
    }
  }
}
