import CanonControl
import CanonEngine

/// The effects of keys and clicks.
extension FullScreen {
  func handle(_ input: Terminal.Input) async {
    switch input {
    case .resized: break
    case .click(let row, let column):
      guard let shown = state.shown, !state.isTyping, !state.asksToQuit,
        let click = Screen.click(
          atRow: row, column: column, of: shown, size: terminal.size, style: options.style)
      else { return }
      switch click {
      case .press(let stem): await press(stem, now: false, by: .mouse)
      case .select(let stem): state.selected = stem
      }
    case .paste(let text):
      // A paste is never read as keys: a copied line waits to be checked before it is carried out.
      (state.isTyping, state.asksToQuit) = (true, false)
      state.editor.paste(text)
    case .wheel(let rows): move(rows)
    case .key(let key): await handle(key)
    }
  }

  private func handle(_ key: Key) async {
    if state.asksToQuit {
      state.asksToQuit = false
      state.isDone = key == "y" || keys.action(for: key) == .quit
    } else if state.isTyping {
      await type(key)
    } else if key == .escape {
      state.overlay = .none
    } else if let action = keys.action(for: key) {
      await handle(action)
    } else if let stem = keys.stem(for: key, count: stemCount) {
      await press(stem.index, now: stem.now)
    }
  }

  private func handle(_ action: KeyAction) async {
    switch action {
    case .selectNext: move(1)
    case .selectPrevious: move(-1)
    case .selectFirst: move(-Self.toTheEnd)
    case .selectLast: move(Self.toTheEnd)
    case .pageDown: move(page)
    case .pageUp: move(-page)
    case .help: state.overlay = state.overlay == .keys ? .none : .keys
    case .doors: state.overlay = state.overlay == .doors ? .none : .doors
    case .commandLine: state.isTyping = true
    case .redraw: terminal.redraw()
    case .quit: await askToQuit()
    case .press: await press(state.selected, now: false)
    case .pressNow: await press(state.selected, now: true)
    case .mute, .muteNow, .solo, .stop, .stopNow, .cancel, .gainUp, .gainDown, .panLeft, .panRight,
      .masterUp, .masterDown, .masterMute, .nextScene, .previousScene, .seekForward, .seekBack, .seekStart,
      .undo,
      .panic, .pause:
      await perform(action)
    }
  }

  /// A number of rows beyond any screen.
  private static let toTheEnd = 1 << 20

  /// Selects another stem; scrolls the text that covers the stems.
  private func move(_ rows: Int) {
    guard state.overlay.scrolls, let shown = state.shown else {
      state.selected = min(max(0, state.selected + rows), stemCount - 1)
      return
    }
    let last = Screen.lastOverlayStart(shown, size: terminal.size, style: options.style)
    state.overlayStart = min(max(0, state.overlayStart + rows), last)
  }

  /// The number of stems or lines visible at once.
  private var page: Int {
    state.shown.map { Screen.page($0, size: terminal.size, style: options.style) } ?? 1
  }

  private func press(_ index: Int, now: Bool, by asker: Asker = .keyboard) async {
    state.selected = index
    await perform(now ? .pressNow : .press, by: asker)
  }

  func askToQuit() async {
    if keys.confirmsQuit, await desk.isSounding { state.asksToQuit = true } else { state.isDone = true }
  }
}
