import CanonEngine
import CanonSchedule

/// A command that waits for its frame.
public struct WaitingCommand: Sendable {
  /// Its number, from 1; no other command of the performance has it.
  public let number: Int
  /// The command without its time.
  public let command: ControlCommand
  /// The frame on which it counts as received.
  public let at: FramePosition
  public let by: Asker

  package init(number: Int, command: ControlCommand, at: FramePosition, by: Asker) {
    (self.number, self.command, self.at, self.by) = (number, command, at, by)
  }
}

/// Why a command no longer waits that was not received.
public enum WaitingEnd: Sendable {
  case cancelled(by: Asker)
  case panic
  /// The door will be shut on its frame.
  case locked(Refusal)
}

/// The commands that wait for their frames, in the order in which they will be received.
struct WaitingList {
  struct Entry {
    var waiting: WaitingCommand
    let time: CommandTime
    /// The engine has it, and receives it on its frame.
    var isSent = false
    /// Who has cancelled it, while the engine may still receive it.
    var cancelledBy: Asker?
    /// Whether its asker has left; the number may belong to another asker now.
    var hasLeft = false
  }

  /// The most commands that can wait.
  static let most = 1000

  private(set) var entries: [Entry] = []
  private var lastNumber = 0

  /// The frame of the next command that the engine does not have; `.max` if there is none.
  var nextFrame: FramePosition { entries.first { !$0.isSent }?.waiting.at ?? .max }

  subscript(number: Int) -> Entry? { entries.first { $0.waiting.number == number } }

  mutating func add(
    _ time: CommandTime, _ command: ControlCommand, at frame: FramePosition, by asker: Asker
  ) throws(CommandProblem) -> WaitingCommand {
    guard entries.count < Self.most else { throw .tooManyWaiting(Self.most) }
    lastNumber += 1
    let waiting = WaitingCommand(number: lastNumber, command: command, at: frame, by: asker)
    insert(Entry(waiting: waiting, time: time))
    return waiting
  }

  /// Commands of one frame stay in the order of their numbers.
  private mutating func insert(_ entry: Entry) {
    let place = entries.firstIndex {
      ($0.waiting.at, $0.waiting.number) > (entry.waiting.at, entry.waiting.number)
    }
    entries.insert(entry, at: place ?? entries.endIndex)
  }

  /// The next command that the engine does not have, if its frame is at or before `frame`; it counts as sent from now on.
  mutating func send(by frame: FramePosition) -> Entry? {
    guard let place = entries.firstIndex(where: { !$0.isSent }), entries[place].waiting.at <= frame else {
      return nil
    }
    entries[place].isSent = true
    return entries[place]
  }

  mutating func remove(_ number: Int) -> Entry? {
    entries.firstIndex { $0.waiting.number == number }.map { entries.remove(at: $0) }
  }

  mutating func removeAll() -> [Entry] {
    defer { entries = [] }
    return entries
  }

  /// Notes who has cancelled a command that the engine may still receive.
  mutating func cancel(_ number: Int, by asker: Asker) {
    for place in entries.indices where entries[place].waiting.number == number {
      entries[place].cancelledBy = asker
    }
  }

  mutating func forget(_ asker: Asker) {
    for place in entries.indices where entries[place].waiting.by == asker { entries[place].hasLeft = true }
  }

  /// Lets the commands wait for another engine.
  /// - Parameter frame: The frame of a command on the new clock, from its time and its frame on the old clock.
  mutating func move(_ frame: (CommandTime, FramePosition) -> FramePosition) {
    for var entry in removeAll() {
      let old = entry.waiting
      entry.waiting = WaitingCommand(
        number: old.number, command: old.command, at: frame(entry.time, old.at), by: old.by)
      (entry.isSent, entry.cancelledBy) = (false, nil)
      insert(entry)
    }
  }
}
