import CanonEngine
import CanonSession

/// A command that may be given before those of the same surface that came before it are answered, and what comes after it before it is
/// itself: it is for one stem, and does the same either way, because the engine carries out commands in their order. Whether it reads files,
/// or a door judges it by what other stems do, is known when it is given.
public struct FollowingCommand: Sendable {
  let command: ControlCommand
  let asker: Asker
}

/// A command that was given, and whose reply can be waited for.
public struct GivenCommand: Sendable {
  let receipt: Receipt
}

/// Commands of a surface that has the next ones before the replies to the last ones. They reach the performance many at a time, because
/// the way there costs more than what most of them do.
extension Desk {
  /// Reads a line as such a command.
  /// - Returns: nil for anything else, also for a line that is not valid: it is given by itself, once those before it are answered.
  public nonisolated func following(_ line: String, at place: Place, by asker: Asker) -> FollowingCommand? {
    guard case .command(let command)? = try? CommandParser.read(line, at: place) else { return nil }
    switch command {
    case .request(_, let stems, _, _), .gain(let stems, _, _), .pan(let stems, _, _):
      // Those of many stems could fill the engine's queue.
      guard stems.isOne else { return nil }
      return FollowingCommand(command: command, asker: asker)
    default: return nil
    }
  }

  /// Gives commands in their order, up to the first that has to wait for the answers to those before it.
  /// - Returns: Those that are given, of which each must be waited for (``replies(to:)``).
  public nonisolated func give(_ commands: [FollowingCommand]) async -> [GivenCommand] {
    await performance.submit(following: commands.map { ($0.command, $0.asker) })
      .map(GivenCommand.init(receipt:))
  }

  /// The replies to the first of the given commands: it waits for the first one, and adds those that are known by then.
  public nonisolated func replies(to given: [GivenCommand]) async -> [Reply] {
    await performance.outcomes(of: given.map(\.receipt)).map(Reply.init)
  }
}
