import CanonEngine
import CanonFiles
import CanonSchedule

/// Commands that count as received on a later frame.
///
/// The performance keeps them, and gives each to the engine shortly before its frame. The engine receives it exactly there, so
/// a journal has it as it has any other command.
extension Performance {
  /// A command whose time was longer ago is refused, in seconds.
  package static let longestLateness = 3600.0
  /// How long before its frame a command is given to the engine, in seconds, besides three periods: ten heartbeats.
  private static let lead = 0.5

  /// Whether the commands of a line are about waiting, which costs the engine nothing.
  func carryOutWaiting(_ command: ControlCommand, by asker: Asker) throws(CommandProblem) -> Bool {
    switch command {
    case .wait(let time, let command): try wait(time, command, by: asker)
    case .endWaiting(let number): try endWaiting(number, by: asker)
    default: return false
    }
    return true
  }

  private func wait(
    _ time: CommandTime, _ command: ControlCommand, by asker: Asker
  ) throws(CommandProblem) {
    guard command.canWait else { throw .cannotWait(command.word) }
    guard let grid = deck.grid, let rate = deck.sampleRate else { return }
    guard let frame = time.frame(grid: grid, sampleRate: rate, now: deck.position) else {
      throw .noSuchTime(time)
    }
    let lateness = rate.seconds(deck.position - frame)
    if lateness > Self.longestLateness { throw .longPast(time, seconds: lateness) }
    lookAtDoors()
    try judge(command, on: max(frame, deck.position))
    let waiting = try self.waiting.add(time, command, at: frame, by: asker)
    if frame > deck.position { publish.yield(.waits(waiting)) }
    if deck.isLive { giveWaiting() }
  }

  /// Refuses a command that could do nothing on its frame.
  private func judge(_ command: ControlCommand, on frame: FramePosition) throws(CommandProblem) {
    switch command {
    // What they mean is decided on their frame.
    case .next, .previous: return
    default: break
    }
    var refusal: CommandProblem?
    var mayAct = false
    for part in try expand([command], after: lastScene).parts {
      if let quantum = part.quantum { try deck.check(quantum) }
      if let fade = part.fade { _ = try deck.moment(of: fade) }
      for stem in try deck.targets(of: part) {
        guard part.leadsToSound, let stem else {
          mayAct = true
          continue
        }
        do throws(CommandProblem) {
          _ = try keeper.needs(of: stem, on: frame, at: deck.moment)
          mayAct = true
        } catch {
          refusal = refusal ?? error
        }
      }
    }
    if let refusal, !mayAct { throw refusal }
  }

  // MARK: - When it is due

  /// Gives the engine the commands whose frames have come, or, live, come soon.
  /// - Returns: Whether there were any.
  @discardableResult
  package func giveWaiting() -> Bool {
    guard !deck.isAway, !isBeginning || !deck.isLive, deck.clock != nil else { return false }
    var hasGiven = false
    while hasRoom, let entry = waiting.send(by: deck.position + lead) {
      hasGiven = true
      give(entry)
      // It ends what comes after it on its frame.
      if entry.waiting.command == .panic { break }
    }
    return hasGiven
  }

  /// Offline a command is given on its frame, so that it depends on nothing else.
  private var lead: FrameCount {
    guard deck.isLive, let rate = deck.sampleRate else { return 0 }
    return FrameCount(Self.lead * Double(rate.hertz)) + 3 * FrameCount(health?.period ?? 0)
  }

  /// Whether the engine can let as many commands wait as a command has at most, or needs not let the next one wait.
  private var hasRoom: Bool {
    guard let room = deck.handle?.waitingRoom, waiting.nextFrame > deck.position else { return true }
    return room >= min(9 * set.stems.count, 512)
  }

  private func give(_ entry: WaitingList.Entry) {
    let (number, asker) = (entry.waiting.number, entry.waiting.by)
    var problems: [CommandProblem] = []
    let before = lastScene
    var (parts, scene): ([ControlCommand], Int?) = ([], nil)
    do throws(CommandProblem) {
      (parts, scene) = try expand([entry.waiting.command], after: lastScene)
      if let scene { lastScene = scene }
    } catch {
      problems.append(error)
    }
    let answers = give(
      parts, of: [entry.waiting.command], by: asker, as: entry.hasLeft ? .restoration : .change,
      scene: (before, scene), waiting: (number, entry.waiting.at), &problems)
    if answers == 0 { _ = waiting.remove(number) }
    for problem in problems { publish.yield(.refused(problem, by: asker)) }
  }

  /// The engine has received a command that has waited.
  func received(_ number: Int, at frame: FramePosition) {
    guard let entry = waiting.remove(number), let rate = deck.sampleRate else { return }
    let late = frame - entry.waiting.at
    if late > 0 { note(.late(entry.waiting.command.description, seconds: rate.seconds(late))) }
  }

  /// A stem did not start because the engine was not told yet that its door had opened: it starts now.
  func startAgain(_ command: ControlCommand, by asker: Asker) {
    Task { _ = await perform([command], by: asker, batch: nil, as: .restoration) }
  }

  // MARK: - What ends it

  private func endWaiting(_ number: Int?, by asker: Asker) throws(CommandProblem) {
    let numbers = waiting.entries.map(\.waiting.number)
    if let number, !numbers.contains(number) { throw .notWaiting(number, waiting: numbers.sorted()) }
    var ended: [WaitingCommand] = []
    for number in number.map({ [$0] }) ?? numbers {
      if waiting[number]?.isSent == true {
        // The engine may have received it already. Its answer decides.
        waiting.cancel(number, by: asker)
        deck.revoke(number, by: asker)
      } else if let entry = waiting.remove(number) {
        ended.append(entry.waiting)
      }
    }
    if !ended.isEmpty { publish.yield(.waitingEnded(ended, .cancelled(by: asker))) }
    _ = deck.send()
  }

  /// The engine has ended a command before its frame.
  func neverReceived(_ number: Int) {
    guard let asker = waiting[number]?.cancelledBy, let entry = waiting.remove(number) else { return }
    publish.yield(.waitingEnded([entry.waiting], .cancelled(by: asker)))
  }

  /// A panic has ended all commands that wait.
  func endAllWaiting() {
    let ended = waiting.removeAll().map(\.waiting)
    if !ended.isEmpty { publish.yield(.waitingEnded(ended, .panic)) }
  }

  /// A door has shut: ends the commands that it will refuse on their frames.
  func judgeWaiting() {
    for entry in waiting.entries where !entry.isSent {
      do throws(CommandProblem) {
        try judge(entry.waiting.command, on: entry.waiting.at)
      } catch {
        guard case .locked(let refusal) = error, let ended = waiting.remove(entry.waiting.number) else {
          continue
        }
        publish.yield(.waitingEnded([ended.waiting], .locked(refusal)))
      }
    }
  }

  /// Moves the commands that wait to the clock of a new engine.
  func moveWaiting(from old: SampleRate, to new: SampleRate) {
    guard let grid = deck.grid else { return }
    waiting.move { time, frame in
      switch time {
      case .at(.bar), .at(.loop), .at(.seconds):
        time.frame(grid: grid, sampleRate: new, now: 0) ?? frame
      case .at(.frame), .later: frame.scaled(from: old, to: new)
      }
    }
  }
}

extension ControlCommand {
  /// Its word.
  var word: String { String(description.prefix { $0 != " " }) }
}
