import Testing

@testable import CanonEngine

/// The commands that an engine has yet to answer, as control finds them by the answers.
@Suite struct SentCommandsTests {
  private func command(
    _ ticket: UInt64, at frame: FramePosition = .min, _ action: EngineCommand.Action = .noSamples
  ) -> EngineCommand {
    EngineCommand(
      ticket: CommandTicket(rawValue: ticket), stem: StemIndex(0), by: .input, at: frame, edition: 1,
      action: action)
  }

  /// The tickets of a command and of what it needs.
  private func take(_ ticket: UInt64, from sent: inout SentCommands) -> [UInt64]? {
    sent.take(CommandTicket(rawValue: ticket)).map { command, needs in
      [command.ticket.rawValue] + needs.map(\.ticket.rawValue)
    }
  }

  @Test("A command is found in any order, with what it needs, and once")
  func anyOrder() {
    var sent = SentCommands()
    let trigger = Engine.firstTrigger + 1
    for command in [
      command(1), command(2, .need), command(3, .need), command(4), command(5, at: 90, .need),
      command(6, at: 90, .need), command(7, at: 90), command(trigger), command(8), command(9, .need),
      command(10), command(11),
    ] { sent.add(command) }
    let found = [4, 1, trigger, 8, 7, 11, 10, 1, 4, 12].map { take($0, from: &sent) }
    #expect(found == [[4, 2, 3], [1], [trigger], [8], [7, 5, 6], [11], [10, 9], nil, nil, nil])
  }

  @Test("Thousands may be on their way, and more come while they are answered")
  func row() {
    var sent = SentCommands()
    var added: UInt64 = 0
    for ticket in 1...4000 as ClosedRange<UInt64> {
      while added < min(4000, ticket + 600 + ticket % 700) {
        added += 1
        sent.add(command(added))
      }
      let found = take(ticket, from: &sent)
      #expect(found == [ticket])
    }
  }
}
