import CanonEngine

extension ControlCommand: CustomStringConvertible {
  /// The command as text; parsing the text gives the same command.
  public var description: String {
    switch self {
    case .request(let request, let stems, let quantum, let from):
      "\(request.word) \(stems.text)" + Self.suffix(quantum) + (from.map { " from \($0)" } ?? "")
    case .gain(let stems, let decibels, let fade): "gain \(stems.text) \(decibels.value)" + fade.suffix
    case .pan(let stems, let pan, let fade): "pan \(stems.text) \(pan.value)" + fade.suffix
    case .solo(nil, _, let quantum): "solo off" + Self.suffix(quantum)
    case .solo(let stems?, let mode, let quantum): "solo \(stems.text) \(mode.word)" + Self.suffix(quantum)
    case .pause(let stems, let isOn, let quantum):
      (isOn ? "pause" : "resume") + (stems.map { " \($0.text)" } ?? "") + Self.suffix(quantum)
    case .fade(let stems, let direction, let fade): "fade \(stems.text) \(direction.rawValue)" + fade.suffix
    case .panic: "panic"
    case .scene(let name, let quantum): "scene \(CommandWords.quote(name))" + Self.suffix(quantum)
    case .next(let quantum): "next" + Self.suffix(quantum)
    case .previous(let quantum): "previous" + Self.suffix(quantum)
    case .toggle(let toggle, let stems, let quantum):
      "toggle \(toggle.rawValue)" + (stems.map { " \($0.text)" } ?? "") + Self.suffix(quantum)
    case .undo: "undo"
    case .replace(let stems, let file, let quantum):
      "replace \(stems.text) \(CommandWords.quote(file))" + Self.suffix(quantum)
    case .skip(let frames): "skip \(frames)"
    case .door(let id, let isOpen, let quantum): "\(isOpen ? "open" : "shut") \(id)" + Self.suffix(quantum)
    case .faded(let id, let level): "faded \(id) \(level)"
    case .asked(let id): "asked \(id)"
    case .supply(let id, let supply): "\(supply.word) \(id)"
    case .gap: "gap"
    case .left(let frames): "left \(frames)"
    case .seek(let place): "seek \(place)"
    case .cue(let request): request.description
    case .section(let request): request.description
    case .mark(let request): request.description
    case .freeze(let place): "freeze" + (place.map { " \($0)" } ?? "")
    case .roll(let place): "roll" + (place.map { " \($0)" } ?? "")
    case .begin: "begin"
    case .wait(let time, let command): "\(time) \(command)"
    case .endWaiting(let number): "cancel at \(number.map(String.init) ?? "all")"
    case .reload(let quantum): "reload" + Self.suffix(quantum)
    case .playback(let change, let quantum): change.description + Self.suffix(quantum)
    case .piece(let number, let quantum): "goto piece \(number)" + Self.suffix(quantum)
    case .edition(let number, let quantum): "edition \(number) \(quantum)"
    case .record(let file): "record start" + (file.map { " " + CommandWords.quote($0) } ?? "")
    case .endRecording: "record stop"
    case .capture(let request):
      "capture \(CommandWords.quote(request.stem))" + (request.isAdded ? " add" : "")
        + (request.loops.map { " loops \($0)" } ?? "") + (request.bars.map { " bars \($0)" } ?? "")
        + (request.source.map { " from " + CommandWords.quote($0) } ?? "")
    case .endCapture: "capture off"
    case .keep(let stem): "keep \(CommandWords.quote(stem))"
    case .learn(let stem, let request, let quantum):
      "learn \(CommandWords.quote(stem)) \(request.word)" + Self.suffix(quantum)
    case .endLearning: "learn off"
    case .unpair(let number): "unpair \(number)"
    case .quit: "quit"
    }
  }

  private static func suffix(_ quantum: Quantum?) -> String { quantum.map { " \($0)" } ?? "" }
}

extension [ControlCommand] {
  /// The commands that were given together, as text.
  var text: String { map(\.description).joined(separator: "; ") }
}

extension SoloMode {
  /// The mode's word in commands.
  public var word: String {
    switch self {
    case .off: "off"
    case .on: "on"
    case .alone: "alone"
    }
  }
}
