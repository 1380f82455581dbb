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
      return error.message
    }
  }

  private func submit(_ line: String) async {
    switch await desk.read(line, at: .screen, by: .keyboard) {
    // A typed word is intentional, unlike a key, which is easily hit.
    case .command(let command): await perform(command)
    case .view(let view): await show(view)
    case nil: break
    }
  }

  private func show(_ view: View) async {
    switch view {
    case .help(nil, _): state.overlay = .help
    case .help: for line in await desk.text(view, options.language) { state.say(line) }
    case .doors: state.overlay = .doors
    // The screen itself shows the status, if nothing covers it.
    case .status, .watch: state.overlay = .none
    }
  }

  /// Runs the action of a key or click on the selected stem.
  func perform(
    _ action: KeyAction, in snapshot: Snapshot, by asker: Asker = .keyboard
  ) async {
    let command = ActionCommands.command(for: action, in: snapshot, selected: state.selected)
    if let command { await perform(command, by: asker) }
  }

  func perform(_ command: ControlCommand, by asker: Asker = .keyboard) async {
    switch command {
    case .quit: state.isDone = true
    // Files are read first, and keys and pictures do not wait for them.
    case .replace, .scene, .next, .previous: Task { await desk.perform(command, by: asker) }
    case .request, .gain, .pan, .solo, .pause, .fade, .panic, .toggle, .undo, .skip, .door, .faded:
      await desk.perform(command, by: asker)
    }
  }
}
