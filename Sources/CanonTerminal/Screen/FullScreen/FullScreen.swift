import CanonControl
import CanonEngine
import CanonFiles
import CanonSchedule
import CanonSession
import Dispatch

/// canon on the whole terminal: keys in, at most thirty pictures a second out, and while nothing moves one on each beat.
///
/// It requests its data from the desk, which knows nothing of a screen. It shares only the meters' few words with the
/// audio thread.
@MainActor public final class FullScreen: Surface {
  public struct Options: Sendable {
    public var style = ScreenStyle()
    public var hasMouse = true
    public var keys = KeyTable.usual
    public var history: HistoryFile?
    public var language = Language.english
    /// Messages to show first.
    public var notes: [String] = []
    /// What is shown over the stems at first.
    public var view: View?

    public init() {}
  }

  let desk: Desk
  let lane: CommandLane
  let options: Options
  let terminal: any ScreenTerminal
  private var stemKeys: ScreenKeys
  var keys: KeyTable { stemKeys.table }
  var state = FullScreenState()
  private var pictures = ScreenPictures()
  /// While the screen is shown.
  private var ticks: ScreenTicks?
  private var times = PictureTimes(.now)

  /// - Throws: The reason why this terminal cannot be used.
  public convenience init(
    _ desk: Desk, _ options: Options
  ) throws(TerminalProblem) {
    let terminal = try Terminal(mouse: options.hasMouse, colour: options.style.hasColour)
    self.init(desk, options, on: terminal)
  }

  /// - Parameter lane: nil for one of its own.
  init(
    _ desk: Desk, _ options: Options, on terminal: any ScreenTerminal, lane: CommandLane? = nil
  ) {
    (self.desk, self.options, self.terminal) = (desk, options, terminal)
    self.lane = lane ?? CommandLane(desk)
    stemKeys = ScreenKeys(desk.program, options.keys, options.language)
    for note in options.notes + stemKeys.notes { state.say(note, isNew: false) }
    if let view = options.view { state.overlay = .text(view) }
    state.editor = CommandLineEditor(history: (try? options.history?.load()) ?? CommandHistory())
    state.editor.source = completions
  }

  private var completions: CompletionSource {
    CompletionSource(
      at: .screen, stems: stemKeys.ids, scenes: desk.program.sceneNames, variants: desk.program.variantNames,
      sections: desk.program.sectionNames)
  }

  /// The id of the selected stem.
  var selectedID: String? {
    stemKeys.ids.indices.contains(state.selected) ? stemKeys.ids[state.selected] : nil
  }
  var stemCount: Int { stemKeys.ids.count }

  /// Shows the stems of another program: the set was read again.
  private func adopt(_ program: Program) {
    let selected = selectedID
    stemKeys = ScreenKeys(program, options.keys, options.language)
    state.selected = selected.flatMap(stemKeys.ids.firstIndex) ?? max(0, min(state.selected, stemCount - 1))
    state.forgetOpenings()
    state.editor.source = completions
    for note in stemKeys.notes { state.say(note) }
  }

  // MARK: - Surface

  public nonisolated let endsPerformance = true

  public func show(_ feed: Feed) async {
    for await item in feed {
      switch item {
      case .snapshot: break
      case .missed(let count): state.say(MissedRecord(count: count).text(options.language))
      case .notice(let notice): state.handle(notice.event, in: notice.snapshot, options.language)
      }
      times.noteNews(.now)
      ticks?.tellNews()
    }
  }

  public func listen() async {
    let ticks = ScreenTicks()
    self.ticks = ticks
    defer {
      ticks.end()
      self.ticks = nil
    }
    times = PictureTimes(.now)
    for await _ in ticks.stream {
      if Task.isCancelled { return }
      for input in terminal.read() {
        times.noteTouch(.now)
        await handle(input)
        if state.isDone { return await desk.quit() }
      }
      if times.isUpkeepDue(isResting: ticks.pace.isResting, .now) {
        Zone.refreshLocal()
        await desk.makeProfiles()
      }
      if times.isPictureDue(.now) {
        await draw()
        if let shown = state.shown { ticks.pace = times.pace(showing: shown, .now) }
      } else {
        ticks.pace = .played
      }
    }
  }

  public func flush() async { terminal.leave() }

  public func suspend() async { terminal.suspend() }

  // MARK: - Drawing

  func draw() async {
    let size = terminal.size
    let view = await view(size)
    terminal.show(Screen.lines(view, size: size, style: options.style))
    state.shown = view
  }

  private func view(_ size: ScreenSize) async -> ScreenView {
    let seconds = pictures.secondsSinceLast()
    let (snapshot, levels, master) = await desk.moment(over: seconds)
    if snapshot.program != stemKeys.program { adopt(desk.program) }
    state.look(at: snapshot.health)
    pictures.update(levels, master, seconds: seconds)
    if pictures.needsShapes(size, isResting: ticks?.pace.isResting ?? false) {
      pictures.update(await desk.pictures())
    }
    var view = ScreenView(
      snapshot: snapshot, preview: desk.preview, levels: pictures.stems, master: pictures.master,
      server: state.serverView, selected: state.selected,
      keys: stemKeys.program == snapshot.program ? stemKeys.labels : snapshot.stems.map { _ in "" },
      overlay: await overlay(size),
      overlayStart: state.overlayStart,
      commandLine: state.commandLine, messages: state.messages, isMessageNew: state.isMessageNew(.now),
      opened: state.opened(.now),
      waveforms: size.columns >= ScreenPictures.narrowest ? pictures.shapes : [],
      playHeads: levels.map { level in level.place.map { Double(max(0, $0)) / Double(level.loop) } },
      hints: stemKeys.hints, asksToQuit: state.asksToQuit)
    view.language = options.language
    return view
  }

  private func overlay(_ size: ScreenSize) async -> Overlay? {
    switch state.overlay {
    case .none: nil
    case .keys: .keys(keys.help(options.language).map { (key: $0.keys, text: $0.text) })
    case .doors: .doors
    // Asked for with each picture, so that a status is the current one.
    case .text(let view):
      .text(view, await desk.text(view, options.language, draws: options.style.draws(size)))
    }
  }
}
