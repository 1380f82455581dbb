import CanonControl
import CanonFiles
import CanonSession

/// The sentences of the full screen, newest last; more than any screen shows. One that is no longer true goes.
struct ScreenMessages {
  private struct Message {
    var text: String
    /// What the driver has said of its server; nil for everything else.
    var note: ServerNote?
  }

  private var messages: [Message] = []

  private static let most = 100

  var texts: [String] { messages.map(\.text) }

  mutating func say(_ text: String, about note: ServerNote? = nil) {
    messages.append(Message(text: text, note: note))
    if messages.count > Self.most { messages.removeFirst(messages.count - Self.most) }
  }

  /// Removes what an event has ended: a target that was waited for is there, or the server is another one.
  mutating func withdraw(after event: PerformanceEvent, _ language: Language) {
    switch event {
    case .note(.server(.nowConnected(let names))), .note(.server(.notWaitedFor(let names))):
      replace(language) { $0.waiting(without: names) }
    case .note(.server(.notConnected(let names))): replace(language) { $0.connected(without: names) }
    case .note(.server(.noSpeakers)):
      replace(language) { $0.connected(without: [Patch.speakers.description]) }
    case .note(.server(let note)) where note.device != nil:
      replace(language) { $0.isOutdated(by: note) ? nil : $0 }
    case .note(.server(.back)): replace(language) { $0.isOfStall ? nil : $0 }
    case .driver(.lost): replace(language) { $0.isOfServer ? nil : $0 }
    case .driver(.connected): replace(language) { $0.isOfSearch ? nil : $0 }
    default: break
    }
  }

  /// Words messages for what is left of them; nil for nothing.
  private mutating func replace(_ language: Language, _ rest: (ServerNote) -> ServerNote?) {
    messages = messages.compactMap { message in
      guard let note = message.note else { return message }
      return rest(note).map { rest in
        rest == note ? message : Message(text: Note.server(rest).text(language), note: rest)
      }
    }
  }
}

extension ServerNote {
  /// What is left of a note about targets that are waited for when some are not any more.
  fileprivate func waiting(without names: [String]) -> ServerNote? {
    switch self {
    case .noSpeakers: names.contains(Patch.speakers.description) ? nil : self
    case .notConnected(let targets):
      targets.contains(where: { !names.contains($0) })
        ? .notConnected(targets.filter { !names.contains($0) }) : nil
    default: self
    }
  }

  /// What is left of a note about targets that are connected when some are missing again.
  fileprivate func connected(without names: [String]) -> ServerNote? {
    guard case .nowConnected(let targets) = self else { return self }
    let rest = targets.filter { !names.contains($0) }
    return rest.isEmpty ? nil : .nowConnected(rest)
  }

  /// The output device that it is about.
  fileprivate var device: String? {
    switch self {
    case .deviceLost(let name, _), .deviceBack(let name): name
    case .defaultChanged(_, let name, _): name
    default: nil
    }
  }

  /// Whether a later note about devices says what has become of this one.
  fileprivate func isOutdated(by later: ServerNote) -> Bool {
    switch (self, later) {
    case (.deviceLost(_, .waits), .deviceBack), (.defaultChanged, .defaultChanged): true
    case (.deviceLost, .deviceBack), (.deviceBack, .deviceLost): device == later.device
    default: false
    }
  }

  fileprivate var isOfStall: Bool { if case .stalled = self { true } else { false } }

  /// Whether it is about the wait for a server, which the next one ends.
  fileprivate var isOfSearch: Bool {
    switch self {
    case .noAnswer, .cannotResume, .cardAway: true
    default: false
    }
  }

  /// Whether it is true of one server only.
  fileprivate var isOfServer: Bool {
    switch self {
    case .stalled, .back, .portRefused, .noSpeakers, .notConnected, .nowConnected, .notWaitedFor: true
    // A device is the same under another server.
    case .noAnswer, .cannotResume, .noStemPorts, .deviceLost, .deviceBack, .defaultChanged, .registryFreed,
      .seeDoctor:
      false
    case .keptSettings, .cardFailed, .cardAway: true
    }
  }
}
