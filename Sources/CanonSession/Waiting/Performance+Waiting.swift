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

  /// Carries out a command that waits, or that ends others that wait.
  /// - Returns: Whether it is such a command; any other is left alone.
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
    guard let grid = deck.grid, let rate = deck.sampleRate else { throw .ended }
    guard let frame = time.frame(grid: grid, sampleRate: rate, now: deck.present, counted: deck.counted)
    else {
      throw .noSuchTime(time)
    }
    lookAtDoors()
    try wait(time, command, at: frame, by: asker)
  }

  /// Lets a command wait for a frame.
  func wait(
    _ time: CommandTime, _ command: ControlCommand, at frame: FramePosition, by asker: Asker
  ) throws(CommandProblem) {
    guard let rate = deck.sampleRate, let handle = deck.waitingCapacity else { throw .ended }
    let lateness = rate.seconds(deck.present - frame)
    if lateness > Self.longestLateness { throw .longPast(time, seconds: lateness) }
    let parts = try judge(command, on: max(frame, deck.present))
    let waiting = try self.waiting.add(
      time, command, at: frame, by: asker, parts: parts,
      room: (handle, deck.isLive ? 2 * lead : 0))
    if frame > deck.position { publish.yield(.waits(waiting)) }
    stir()
    if deck.isLive { giveWaiting() }
  }

  /// Refuses a command that could do nothing on its frame.
  /// - Returns: The most commands of the engine that it needs.
  @discardableResult
  private func judge(_ command: ControlCommand, on frame: FramePosition) throws(CommandProblem) -> Int {
    switch command {
    // Another piece has files to read.
    case .next where program.piece != nil, .previous where program.piece != nil:
      throw .cannotWait(command.word)
    // What they mean is decided on their frame.
    case .next where goesBySections, .previous where goesBySections:
      throw .cannotWait(command.word)
    case .next, .previous: return scenes.map { slots($0.parts(on: nil)) }.max() ?? 0
    default: break
    }
    let parts = try expand([command], after: lastScene, by: .score).parts
    var refusal: CommandProblem?
    var mayAct = false
    for part in parts {
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
    return slots(parts)
  }

  /// The most commands of the engine that the parts of a command need: one for each stem, and one for each stem that its door needs.
  private func slots(_ parts: [ControlCommand]) -> Int {
    parts.reduce(0) { sum, part in
      let stems = (try? deck.targets(of: part)) ?? []
      return sum
        + (part.isResumeOfAll ? 1 : 0)
        + stems.reduce(0) { $0 + 1 + (part.mayRelyOnOthers ? $1.map { keeper.needs(of: $0).count } ?? 0 : 0) }
    }
  }

  // MARK: - When it is due

  /// Gives the engine the commands whose frames have come, or, live, come soon.
  /// - Returns: Whether there were any.
  @discardableResult
  package func giveWaiting() -> Bool {
    guard !deck.isAway, !isBeginning || !deck.isLive, deck.clock != nil else { return false }
    var hasGiven = false
    while hasRoom, !needsLate, let entry = waiting.send(by: deck.position + lead) {
      hasGiven = true
      expectSamples(for: entry.waiting.command)
      give(entry)
      // It ends what comes after it on its frame.
      if entry.waiting.command == .panic { break }
    }
    return hasGiven
  }

  /// Whether the next command that is due asks for stems that are still being read: the engine is given it with their samples, in time as a
  /// rule. They come next.
  private var needsLate: Bool {
    guard !late.queue.isEmpty, let next = waiting.next, next.waiting.at <= deck.position + lead else {
      return false
    }
    let unread = stemsToRead(for: next.waiting.command).filter {
      late.queue.contains($0) && mayHoldSamples($0)
    }
    bringLate(unread)
    return !unread.isEmpty
  }

  /// Offline a command is given on its frame, so that it depends on nothing else.
  var lead: FrameCount {
    guard deck.isLive, let rate = deck.sampleRate else { return 0 }
    return FrameCount(Self.lead * Double(rate.hertz)) + 3 * FrameCount(health?.period ?? 0)
  }

  /// Whether the engine has room to let the next command wait, or need not let it wait.
  private var hasRoom: Bool {
    guard let next = waiting.next, next.waiting.at > deck.position else { return true }
    return deck.handle?.waitingRoom ?? 0 >= next.parts
  }

  private func give(_ entry: WaitingList.Entry) {
    let (number, asker) = (entry.waiting.number, entry.waiting.by)
    var problems: [CommandProblem] = []
    let before = lastScene
    var (parts, scene): ([ControlCommand], Int?) = ([], nil)
    do throws(CommandProblem) {
      (parts, scene) = try expand([entry.waiting.command], after: lastScene, by: asker)
      if let scene { lastScene = scene }
      parts = goingOn(parts, later: true)
    } catch {
      problems.append(error)
    }
    let answers = give(
      parts, of: [entry.waiting.command], by: asker, as: entry.hasLeft ? .left : .change,
      scene: (before, scene), waiting: (number, entry.waiting.at), &problems)
    if answers == 0 { _ = waiting.remove(number) }
    for problem in problems { publish.yield(.refused(problem, by: asker)) }
  }

  /// The engine has received a command that has waited.
  func received(_ number: Int, at frame: FramePosition) {
    guard let entry = waiting.remove(number), let rate = deck.sampleRate else { return }
    if case .cancelled(let asker)? = entry.end {
      refuse(.notWaiting(number, waiting: waiting.entries.map(\.waiting.number).sorted()), by: asker)
    }
    // It drops what other commands have left to do, as if it had just been asked for.
    if entry.waiting.command == .panic {
      dropAgain()
      interruptions.panics += 1
      endByPanic()
    }
    if entry.waiting.command.isPause { interruptions.pauses += 1 }
    let late = frame - entry.waiting.at
    if late > 0 { note(.late(entry.waiting.command.description, seconds: rate.seconds(late))) }
  }

  /// A stem did not start because the engine was not told yet that its door had opened: it starts now.
  func startAgain(_ command: ControlCommand, _ status: StemStatus, by asker: Asker) {
    var command = command
    if case .request(.press, let stems, let quantum, let from) = command {
      command = .request(status.state == .mute ? .unmute : .start, stems, quantum, from: from)
    }
    giveAgain([command], by: asker)
  }

  // MARK: - What ends it

  private func endWaiting(_ number: Int?, by asker: Asker) throws(CommandProblem) {
    let numbers = waiting.entries.map(\.waiting.number)
    if let number, !numbers.contains(number) { throw .notWaiting(number, waiting: numbers.sorted()) }
    end(number.map { [$0] } ?? numbers, .cancelled(by: asker))
  }

  /// Ends commands that wait. The engine may have received some of them already: its answers decide.
  private func end(_ numbers: [Int], _ end: WaitingEnd) {
    let (ended, sent) = waiting.end(numbers, end)
    if !ended.isEmpty { publish.yield(.waitingEnded(ended, end)) }
    if case .panic = end { return }
    deck.revoke(sent, by: .clock)
    _ = deck.send()
  }

  /// A panic ends everything that waits when it is given, and what the engine has when it is received. No piece begins by itself after it.
  func endByPanic() {
    end(waiting.entries.map(\.waiting.number), .panic)
    pieces.panic()
  }

  /// Another piece plays, on whose frames they would mean something else.
  func endByPiece() { end(waiting.entries.map(\.waiting.number), .refused(.pieceEnded)) }

  /// The engine has ended a command before its frame.
  func neverReceived(_ number: Int) {
    guard let entry = waiting.remove(number) else { return }
    deck.waitingSteps[number] = nil
    publish.yield(.waitingEnded([entry.waiting], entry.end ?? .panic))
  }

  /// The doors have changed: ends the commands that they will refuse on their frames.
  func judgeWaiting() {
    for entry in waiting.entries where entry.end == nil {
      do throws(CommandProblem) {
        try judge(entry.waiting.command, on: max(entry.waiting.at, deck.present))
      } catch {
        end([entry.waiting.number], .refused(error))
      }
    }
  }

  /// Moves the commands that wait to the clock of a new engine.
  func moveWaiting(from old: SampleRate, to new: SampleRate) {
    guard let grid = deck.grid else { return }
    deck.counted = deck.counted.scaled(from: old, to: new)
    let counted = deck.counted
    let ended = waiting.move { time, frame in
      switch time {
      case .at(.bar), .at(.loop), .at(.seconds):
        time.frame(grid: grid, sampleRate: new, now: 0, counted: counted) ?? frame
      case .at(.frame), .later: frame.scaled(from: old, to: new)
      }
    }
    for (command, end) in ended { publish.yield(.waitingEnded([command], end)) }
  }
}

extension ControlCommand {
  /// Its word.
  package var word: String {
    if case .endWaiting = self { return "cancel at" }
    return String(description.prefix { $0 != " " })
  }
}

extension ControlCommand {
  /// Whether the engine may have to look at the stems that a door needs: before sound, and before a door's stop is put off.
  fileprivate var mayRelyOnOthers: Bool {
    switch self {
    case .request, .fade: true
    default: leadsToSound
    }
  }
}
