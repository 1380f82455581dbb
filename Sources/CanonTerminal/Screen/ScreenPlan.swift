/// The parts of the screen for which there is room. The stems come first; a taller screen adds the others in the order
/// of their importance.
struct ScreenPlan: Equatable {
  enum Part: CaseIterable {
    case messages, title, ruler, bottom, master, loop, piece, server, nextDoor, heading, connections,
      masterPair,
      secondMessage
    case rules
  }

  /// The least number of rows with which each part is shown. Each part takes one row, except for the two empty rows that
  /// separate the stems. 80 by 24 has all parts except those, and twelve rows for stems.
  static func firstRows(_ part: Part) -> Int {
    switch part {
    case .messages: 4
    case .title: 3
    case .ruler: 6
    case .bottom: 8
    case .master: 12
    case .loop: 14
    case .piece: 15
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
  /// Whether a piece of a programme plays, which has a row of its own. What comes after it is then shown a row later, so that it takes
  /// no row from the stems of a screen of 24 rows.
  var hasPiece = false

  func has(_ part: Part) -> Bool {
    if part == .piece { return hasPiece && rows >= Self.firstRows(.piece) }
    let isLater = hasPiece && Self.firstRows(part) >= Self.firstRows(.piece)
    return rows >= Self.firstRows(part) + (isLater ? 1 : 0)
  }

  /// The rows of an overlay: the loop above and the messages below stay visible.
  var overlay: Int {
    let kept: [Part] = [.title, .piece, .loop, .ruler, .messages, .secondMessage, .bottom]
    return rows - kept.count { has($0) }
  }

  /// The rows left for the stems, and for more messages if the stems do not need them.
  var free: Int {
    rows - Part.allCases.reduce(0) { $0 + (has($1) ? ($1 == .rules ? 2 : 1) : 0) }
  }
}

extension ScreenPlan {
  init(_ view: ScreenView, _ size: ScreenSize) {
    self.init(rows: size.rows, hasPiece: view.snapshot.piece != nil)
  }
}
