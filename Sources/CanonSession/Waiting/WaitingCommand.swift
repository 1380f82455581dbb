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

  func moved(to frame: FramePosition) -> WaitingCommand {
    WaitingCommand(number: number, command: command, at: frame, by: by)
  }
}

/// Why a command no longer waits that was not received.
public enum WaitingEnd: Sendable {
  case cancelled(by: Asker)
  case panic
  /// It could do nothing on its frame: the door will be shut, or the set is another one.
  case refused(CommandProblem)
}

/// What is to be undone of a command that waits. What it changes is known when it is received.
struct WaitingStep {
  let number: Int
  let given: [ControlCommand]
  let parts: [ControlCommand]
  private(set) var scene: (before: Int?, run: Int?)
  let by: Asker

  /// - Parameter scenes: The place of a scene of the old program in the new one; nil if it is not there.
  mutating func move(_ scenes: (Int) -> Int?) {
    scene = (scene.before.flatMap(scenes), scene.run.flatMap(scenes))
  }

  func step(on deck: Deck) -> UndoStep { UndoStep(number, given, parts, on: deck, scene: scene) }
}

/// The commands that wait for their frames, in the order in which they will be received.
struct WaitingList {
  struct Entry {
    var waiting: WaitingCommand
    let time: CommandTime
    /// The engine has it, and receives it on its frame.
    var isSent = false
    /// Why it is to be ended, while the engine may still receive it.
    var end: WaitingEnd?
    /// The most commands of the engine that it needs.
    let parts: Int
    /// Whether its asker has left; the number may belong to another asker now.
    var hasLeft = false
  }

  /// The most commands that can wait.
  static let most = 1000

  private(set) var entries: [Entry] = []
  private var lastNumber = 0

  /// The next command that the engine does not have.
  var next: Entry? { entries.first { !$0.isSent } }
  /// Its frame; `.max` if there is none.
  var nextFrame: FramePosition { next?.waiting.at ?? .max }

  subscript(number: Int) -> Entry? { entries.first { $0.waiting.number == number } }

  /// - Parameters:
  ///   - parts: The most commands of the engine that it needs.
  ///   - room: The number of those that the engine can let wait at a time, and the time before its frame for which each may be there.
  mutating func add(
    _ time: CommandTime, _ command: ControlCommand, at frame: FramePosition, by asker: Asker, parts: Int,
    room: (parts: Int, frames: FrameCount)
  ) throws(CommandProblem) -> WaitingCommand {
    let neighbours = entries.filter { abs($0.waiting.at - frame) <= room.frames }.reduce(parts) {
      $0 + $1.parts
    }
    guard entries.count < Self.most, neighbours <= room.parts else { throw .tooManyWaiting(entries.count) }
    lastNumber += 1
    let waiting = WaitingCommand(number: lastNumber, command: command, at: frame, by: asker)
    insert(Entry(waiting: waiting, time: time, parts: parts))
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

  private mutating func removeAll() -> [Entry] {
    defer { entries = [] }
    return entries
  }

  /// Ends commands by their numbers. Those that the engine has are ended when it says so.
  /// - Returns: The ended ones, and the numbers of those that the engine has.
  mutating func end(_ numbers: [Int], _ end: WaitingEnd) -> (ended: [WaitingCommand], sent: Set<Int>) {
    let numbers = Set(numbers)
    let ended = entries.filter { numbers.contains($0.waiting.number) && !$0.isSent }.map(\.waiting)
    entries.removeAll { numbers.contains($0.waiting.number) && !$0.isSent }
    var sent: Set<Int> = []
    for place in entries.indices where numbers.contains(entries[place].waiting.number) {
      entries[place].end = end
      sent.insert(entries[place].waiting.number)
    }
    return (ended, sent)
  }

  mutating func forget(_ asker: Asker) {
    for place in entries.indices where entries[place].waiting.by == asker { entries[place].hasLeft = true }
  }

  /// Moves the commands that wait for a bar or a loop, and that the engine does not have, with the music.
  mutating func move(_ move: Relocation) {
    for var entry in removeAll() {
      switch entry.time {
      case .at(.bar), .at(.loop):
        if !entry.isSent { entry.waiting = entry.waiting.moved(to: move.frame(entry.waiting.at)) }
      case .at, .later: break
      }
      insert(entry)
    }
  }

  /// Lets the commands wait for another engine.
  /// - Parameter frame: The frame of a command on the new clock, from its time and its frame on the old clock.
  /// - Returns: Those that were to be ended.
  mutating func move(_ frame: (CommandTime, FramePosition) -> FramePosition) -> [(WaitingCommand, WaitingEnd)]
  {
    var ended: [(WaitingCommand, WaitingEnd)] = []
    for var entry in removeAll() {
      if let end = entry.end {
        ended.append((entry.waiting, end))
        continue
      }
      entry.waiting = entry.waiting.moved(to: frame(entry.time, entry.waiting.at))
      entry.isSent = false
      insert(entry)
    }
    return ended
  }
}
