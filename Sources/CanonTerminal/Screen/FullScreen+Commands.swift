import CanonControl
import CanonEngine
import CanonSession

/// What is typed as a command, and what keys ask for.
extension FullScreen {
  func type(_ key: Key) async {
    switch state.editor.handle(key) {
    case .editing:
      if key == .enter, state.editor.isFull {
        state.say(
          "Refused: the line is longer than \(CommandParser.longestLine) bytes, and its end is lost. "
            + "Delete some of it, or leave it with Escape.")
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
    switch line.split(whereSeparator: \.isWhitespace).joined(separator: " ") {
    case "help": state.overlay = .help
    case "doors": state.overlay = .doors
    // A word typed in full is meant; the key alone is easily hit.
    case "quit": state.isDone = true
    default: await perform(line)
    }
  }

  func perform(_ line: String) async {
    let words = state.editor.source.words
    if let command = await desk.command(line, besides: words, by: .keyboard) { await perform(command) }
  }

  /// Carries out what a key or click asks for, of the selected stem.
  func perform(
    _ action: KeyAction, in snapshot: Snapshot, last: LastPress? = nil, by asker: Asker = .keyboard
  ) async {
    let command = ActionCommands.command(for: action, in: snapshot, selected: state.selected, last: last)
    if let command { await perform(command, by: asker) }
  }

  func perform(_ command: ControlCommand, by asker: Asker = .keyboard) async {
    switch command {
    case .quit: state.isDone = true
    // Files are read first, and keys and pictures do not wait for them.
    case .replace, .scene: Task { await desk.perform(command, by: asker) }
    case .request, .gain, .pan, .solo, .skip, .door: await desk.perform(command, by: asker)
    }
  }
}
