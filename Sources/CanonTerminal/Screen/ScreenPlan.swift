/// Which parts of the screen there is room for. The stems come first; the others are added in the order of
/// their need, the taller the screen is.
struct ScreenPlan: Equatable {
  enum Part: CaseIterable {
    case messages, title, ruler, bottom, master, loop, server, nextDoor, heading, connections, masterPair,
      secondMessage
    case rules
  }

  /// From how many rows on each part is there; each takes one, but for the two that set the stems apart. 80
  /// by 24 has all but those, and twelve rows for stems.
  static func firstRows(_ part: Part) -> Int {
    switch part {
    case .messages: 4
    case .title: 3
    case .ruler: 6
    case .bottom: 8
    case .master: 12
    case .loop: 14
    case .server: 15
    case .nextDoor: 16
    case .heading: 18
    case .connections: 20
    case .masterPair: 22
    case .secondMessage: 24
    case .rules: 28
    }
  }

  let rows: Int

  func has(_ part: Part) -> Bool { rows >= Self.firstRows(part) }

  /// What an overlay takes: the loop above and the messages below stay in sight.
  var overlay: Int {
    let kept: [Part] = [.title, .loop, .ruler, .messages, .secondMessage, .bottom]
    return rows - kept.count { has($0) }
  }

  /// What is left for the stems, and for more messages if the stems do not need it.
  var free: Int {
    rows - Part.allCases.reduce(0) { $0 + (has($1) ? ($1 == .rules ? 2 : 1) : 0) }
  }
}
