import CanonEngine
import CanonSession

/// What keys and clicks do.
extension FullScreen {
  func take(_ input: Terminal.Input) async {
    switch input {
    case .resized: break
    case .click(let row, let column):
      guard let shown = state.shown, !state.isTyping,
        let index = Screen.stem(
          atRow: row, column: column, of: shown, size: terminal.size, style: options.style)
      else { return }
      state.selected = index
      await press(index, now: false)
    case .paste(let text):
      // Never keys: a line that was copied elsewhere is looked at before it is carried out.
      (state.isTyping, state.asksToQuit) = (true, false)
      state.editor.paste(text)
    case .wheel(let rows): select(state.selected + rows)
    case .key(let key): await take(key)
    }
  }

  private func take(_ key: Key) async {
    if state.asksToQuit {
      state.asksToQuit = false
      state.isDone = key == "y" || key == "q" || key == .enter
    } else if state.isTyping {
      await type(key)
    } else if key == .escape {
      state.overlay = .none
    } else if let action = keys.action(for: key) {
      await take(action)
    } else if let stem = keys.stem(for: key, count: session.set.stems.count) {
      state.selected = stem.index
      await press(stem.index, now: stem.now)
    }
  }

  private func take(_ action: KeyAction) async {
    let last = session.set.stems.count - 1
    let page = max(1, terminal.size.rows / 2)
    switch action {
    case .selectNext: select(state.selected + 1)
    case .selectPrevious: select(state.selected - 1)
    case .selectFirst: select(0)
    case .selectLast: select(last)
    case .pageDown: select(state.selected + page)
    case .pageUp: select(state.selected - page)
    case .help: state.overlay = state.overlay == .help ? .none : .help
    case .doors: state.overlay = state.overlay == .doors ? .none : .doors
    case .commandLine: state.isTyping = true
    case .redraw: terminal.redraw()
    case .pause: await pause()
    case .quit: await askToQuit()
    case .press: await press(state.selected, now: false)
    case .pressNow: await press(state.selected, now: true)
    case .undo:
      await perform(
        ActionCommands.lines(for: .undo, in: await session.snapshot(), selected: 0, last: state.lastPress))
      state.lastPress = nil
    case .mute, .muteNow, .solo, .stop, .stopNow, .cancel, .gainUp, .gainDown, .panLeft, .panRight:
      await perform(ActionCommands.lines(for: action, in: await session.snapshot(), selected: state.selected))
    }
  }

  /// What lies over the stems is what moves.
  private func select(_ index: Int) {
    if state.overlay != .none {
      state.overlayStart = max(0, state.overlayStart + index - state.selected)
    } else {
      state.selected = min(max(0, index), session.set.stems.count - 1)
    }
  }

  private func press(_ index: Int, now: Bool) async {
    let snapshot = await session.snapshot()
    state.lastPress = LastPress(index, now: now, in: snapshot)
    await perform(ActionCommands.press(index, now: now, in: snapshot))
  }

  /// Mutes what sounds, and at the next time lets just that be heard again.
  private func pause() async {
    let stems = await session.snapshot().stems
    if let paused = state.paused {
      state.paused = nil
      await perform(paused.isEmpty ? [] : ["unmute \(paused.map(CommandWords.quote).joined(separator: " "))"])
      return
    }
    let sounding = stems.filter { $0.status.soundsNow || $0.status.next == .play }.map(\.id)
    guard !sounding.isEmpty else { return }
    state.paused = sounding
    state.say("Paused: what sounds is muted at its boundary; the same key lets it be heard again.")
    await perform(["mute \(sounding.map(CommandWords.quote).joined(separator: " "))"])
  }

  private func askToQuit() async {
    let sounds = await session.snapshot().stems.contains { $0.status.soundsNow }
    if keys.confirmsQuit && sounds { state.asksToQuit = true } else { state.isDone = true }
  }

  // MARK: - The command line

  private func type(_ key: Key) async {
    switch state.editor.handle(key) {
    case .editing: break
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
    case "quit": await askToQuit()
    default: await perform([line])
    }
  }

  private func perform(_ lines: [String]) async {
    for line in lines {
      do throws(CommandProblem) {
        let command = try CommandParser.parse(line)
        if command == .quit { return state.isDone = true }
        guard await session.clock?.isRolling == true else { return state.say("Not yet: there is no server.") }
        await session.perform(command, by: .input)
      } catch {
        state.say("Not done: " + error.message)
      }
    }
  }
}
