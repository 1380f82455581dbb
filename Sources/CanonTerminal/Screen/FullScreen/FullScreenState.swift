import CanonControl
import CanonEngine
import CanonFiles
import CanonSession

/// The state of the full screen between pictures.
struct FullScreenState {
  enum Layer: Equatable {
    case none, keys, doors
    /// The answer to a view, as text.
    case text(View)

    /// Whether the keys that select stems scroll it instead.
    var scrolls: Bool { self != .none && self != .doors }
  }

  var selected = 0
  var overlay = Layer.none { didSet { overlayStart = 0 } }
  /// Its first visible line; the screen takes care of its end.
  var overlayStart = 0
  var editor = CommandLineEditor()
  var isTyping = false
  var asksToQuit = false
  var isDone = false
  private var said = ScreenMessages()
  private var saidAt: ContinuousClock.Instant?
  private var openings: [(stem: Int, at: ContinuousClock.Instant)] = []
  var health: ServerHealth?
  private var healthAt: ContinuousClock.Instant?
  /// The view that was drawn last: clicks refer to it.
  var shown: ScreenView?
  private var server: ServerInfo?
  private var xruns = 0

  /// Sentences, newest last; more than any screen shows.
  var messages: [String] { said.texts }

  /// How long new content is highlighted.
  static let newFor = Duration.seconds(5)

  /// Whether the newest message has just been said.
  func isMessageNew(_ now: ContinuousClock.Instant) -> Bool { saidAt.map { now - $0 < Self.newFor } ?? false }

  /// The stems whose doors have just opened, each once.
  func opened(_ now: ContinuousClock.Instant) -> [Int] {
    openings.filter { now - $0.at < Self.newFor }.map(\.stem)
  }

  /// The stems of openings have other numbers now.
  mutating func forgetOpenings() { openings = [] }

  var commandLine: CommandLineView? {
    guard isTyping else { return nil }
    return CommandLineView(
      text: editor.text, cursor: editor.cursor, completions: editor.completions,
      selectedCompletion: editor.completionIndex)
  }

  var serverView: ServerView? {
    guard let server else { return nil }
    var view = ServerView(server, load: health?.load, xruns: xruns)
    if let health { (view.period, view.connections) = (health.period, health.connections) }
    return view
  }

  /// Shows a server's health, but not more often than nearly once a second: nobody can read numbers that change more often.
  mutating func look(at health: ServerHealth?, _ now: ContinuousClock.Instant = .now) {
    if let healthAt, now - healthAt < .milliseconds(700), health != nil, self.health != nil { return }
    (self.health, healthAt) = (health, now)
  }

  /// - Parameter isNew: Whether it must be readable completely for some seconds.
  mutating func say(
    _ message: String, about note: ServerNote? = nil, isNew: Bool = true,
    at now: ContinuousClock.Instant = .now
  ) {
    said.say(message, about: note)
    if isNew { saidAt = now }
  }

  /// Handles an event; changes that the rows of stems show are not repeated as messages.
  mutating func handle(
    _ event: PerformanceEvent, in snapshot: Snapshot, _ language: Language = .english,
    at now: ContinuousClock.Instant = .now
  ) {
    switch event {
    case .opened(let stem, _):
      openings.removeAll { $0.stem == stem.int || now - $0.at >= Self.newFor }
      openings.append((stem.int, now))
    case .driver(.connected(let info)): server = info
    case .driver(.lost): health = nil
    case .driver(.xruns(let count)): xruns += count
    default: break
    }
    said.withdraw(after: event, language)
    switch event {
    case .changed, .level, .master, .skipped, .driver(.xruns), .driver(.clock), .rolling: return
    case .answered(_, .accepted, _, _, _): return
    default:
      let note: ServerNote? = if case .note(.server(let note)) = event { note } else { nil }
      if let line = EventText.line(for: event, in: snapshot, language) { say(line, about: note, at: now) }
    }
  }
}
