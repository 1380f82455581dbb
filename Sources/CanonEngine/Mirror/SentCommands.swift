/// The commands that an engine has not answered. It answers them in their order, but for those that wait for their frames and for those of
/// triggers, so that nearly every one is the first of a row. A hash of its ticket would take longer than what the mirror does with it.
///
/// - Thread: control
@safe struct SentCommands {
  /// From ``first`` on, in the order of their tickets.
  private var row: [EngineCommand] = unsafe []
  private var first = 0
  /// Those that are answered at another time.
  private var others: [CommandTicket: EngineCommand] = unsafe [:]

  /// The places that are kept for commands which have been taken.
  private static let mostTaken = 1024

  mutating func add(_ command: EngineCommand) {
    if unsafe command.at == .min && command.ticket.rawValue < Engine.firstTrigger {
      unsafe row.append(command)
    } else {
      unsafe others[command.ticket] = unsafe command
    }
  }

  /// Takes the command with a ticket out.
  /// - Returns: Also the stems that it needs, which have the tickets before its own; nil if there is no such command.
  mutating func take(_ ticket: CommandTicket) -> (command: EngineCommand, needs: ArraySlice<EngineCommand>)? {
    if unsafe first < row.count, unsafe row[first].ticket == ticket {
      let command = unsafe row[first]
      first += 1
      forgetTaken()
      return unsafe (command, [])
    }
    if let command = unsafe others.removeValue(forKey: ticket) {
      return unsafe (command, takeNeeds(before: ticket))
    }
    guard let place = unsafe row[first...].firstIndex(where: { unsafe $0.ticket == ticket }) else {
      return nil
    }
    var begin = place
    while begin > first, unsafe row[begin - 1].isNeed,
      unsafe row[begin - 1].ticket.rawValue + UInt64(place - begin + 1) == ticket.rawValue
    { begin -= 1 }
    let (command, needs) = unsafe (row[place], row[begin..<place])
    unsafe row.removeSubrange(begin...place)
    return unsafe (command, needs)
  }

  /// Takes out what a command needs that waits for its frame.
  private mutating func takeNeeds(before ticket: CommandTicket) -> ArraySlice<EngineCommand> {
    var needs: [EngineCommand] = unsafe []
    var number = ticket.rawValue - 1
    while let need = unsafe others[CommandTicket(rawValue: number)], unsafe need.isNeed {
      unsafe others[need.ticket] = nil
      unsafe needs.append(need)
      number -= 1
    }
    unsafe needs.reverse()
    return unsafe needs[...]
  }

  private mutating func forgetTaken() {
    if unsafe first == row.count {
      unsafe row.removeAll(keepingCapacity: true)
      first = 0
    } else if first >= Self.mostTaken {
      unsafe row.removeFirst(first)
      first = 0
    }
  }
}

extension EngineCommand {
  /// Whether the next command relies on its stem.
  var isNeed: Bool { if case .need = unsafe action { true } else { false } }
}
