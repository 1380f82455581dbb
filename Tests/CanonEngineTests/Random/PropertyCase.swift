import CanonEngine
import CanonTestSupport

/// One random set and what is done with it, and what must hold.
struct PropertyCase {
  let seed: UInt64
  let set: TestSet
  let performance: RandomPerformance

  init(seed: UInt64) {
    self.seed = seed
    set = .random(seed: seed)
    performance = RandomPerformance.random(seed: seed, set: set).withSupplies(seed: seed, set: set)
      .withDriver(seed: seed, set: set)
  }

  /// - Returns: What does not hold; nil if all does.
  func problem() -> String? {
    var bench = set.bench()
    bench.listenToTicks()
    let heard = performance.play(on: &bench, periods: .mixed(seed: seed, longest: 64))
    let entries = JournalLines.entries(bench)
    if let problem = answerProblem(bench) { return problem }

    // (a) The same bits whatever the periods and instructions, and whether or not anybody wants ports.
    var plain = set
    if seed % 4 < 3 { plain.configuration.instructions = .baseline }
    var other = plain.bench()
    other.hasPorts = !seed.isMultiple(of: 3)
    other.hasBuses = !seed.isMultiple(of: 6)
    other.listenToTicks()
    let again = performance.play(on: &other, periods: .constant([1, 7, 512][Int(seed % 3)]))
    if let difference = difference(heard, again, other.hasPorts, other.hasBuses) {
      return "other periods: \(difference)"
    }
    if other.events != bench.events { return "other periods have other events" }
    if let difference = difference(bench.ticks, other.ticks) { return "other periods: \(difference)" }

    if seed.isMultiple(of: 4), let problem = mixedLaterProblem(heard, bench.events) { return problem }

    // (b) The journal, as text, played on its frames with other periods.
    let lines = entries.map { JournalLines.read(JournalLines.text($0)) }
    var replayed = set.bench()
    let end = bench.handle.clock.position
    let music = heard.dropping(heard.master.count - delivered(entries, end))
    let replay = JournalLines.play(
      lines, on: &replayed, until: end, periods: .mixed(seed: seed ^ 7, longest: 32))
    if let difference = music.difference(from: replay) { return "journal: \(difference)" }

    // (c) The slow reference, from the same journal.
    if let problem = slowProblem(lines, entries, bench.offers, music, bench.ticks, end) { return problem }

    // (d) When all is stopped and has rung out, nothing at all.
    return silenceProblem(&bench)
  }

  /// The same bits and events if all is decided first, and mixed in other parts and another order.
  private func mixedLaterProblem(_ heard: Output, _ events: [EngineEvent]) -> String? {
    var later = set.bench()
    later.mixesLater = true
    later.hasPorts = !seed.isMultiple(of: 12)
    later.hasBuses = !seed.isMultiple(of: 20)
    let again = performance.play(on: &later, periods: .mixed(seed: seed ^ 5, longest: 500))
    if let difference = difference(heard, again, later.hasPorts, later.hasBuses) {
      return "mixed later: \(difference)"
    }
    return later.events == events ? nil : "mixed later: other events"
  }

  /// Every command is answered once, unless it waits for a frame that has not come.
  private func answerProblem(_ bench: borrowing Bench) -> String? {
    var answers: [CommandTicket: Int] = [:]
    for case .answered(let ticket, _, _, _, _) in bench.events { answers[ticket, default: 0] += 1 }
    for (ticket, _, action) in bench.asked {
      let isWaiting = bench.receipts[ticket].map { $0 >= bench.handle.clock.position } ?? false
      let count = answers[ticket] ?? 0
      if count > 1 || (count == 0 && !isWaiting) { return "\(count) answers to \(action)" }
    }
    return nil
  }

  /// How many frames were delivered while the clock ran.
  func delivered(_ entries: [JournalLines.Entry], _ end: FramePosition) -> Int {
    entries.reduce(Int(end)) { rest, entry in
      guard case .skip(let frames) = entry.action, entry.answer ?? .accepted == .accepted else { return rest }
      return rest - Int(frames)
    }
  }

  private func difference(_ a: Output, _ b: Output, _ hasPorts: Bool, _ hasBuses: Bool) -> String? {
    var (a, b) = (a, b)
    if !hasPorts { (a.ports, a.portsRight, b.ports, b.portsRight) = ([], [], [], []) }
    if !hasBuses { (a.buses, b.buses) = ([], []) }
    return a.difference(from: b)
  }

  func difference(_ a: [Tick], _ b: [Tick]) -> String? {
    if a == b { return nil }
    let place = zip(a, b).prefix { $0 == $1 }.count
    let tick = { (ticks: [Tick]) in place < ticks.count ? "\(ticks[place])" : "no more" }
    return "MIDI message \(place) is \(tick(a)), not \(tick(b))"
  }

  private func isPieceWaiting(_ bench: borrowing Bench) -> Bool {
    var waiting: Set<CommandTicket> = []
    for event in bench.events {
      switch event {
      case .answered(let ticket, _, .accepted, _, _): waiting.insert(ticket)
      case .handedOver(let ticket, _, _), .superseded(let ticket, _): waiting.remove(ticket)
      default: break
      }
    }
    return bench.asked.contains { ticket, _, action in
      guard case .edition(let number, _) = action else { return false }
      return set.editions[number].music != .goesOn && waiting.contains(ticket)
    }
  }

  private func silenceProblem(_ bench: inout Bench) -> String? {
    // Another piece may still begin after everything is stopped: an edition that takes over at once comes before it.
    if isPieceWaiting(bench) {
      // A section that is shorter than a ramp would put it off for ever, and a relocation until the music comes there again.
      bench.perform(.section(nil))
      bench.run(60)
      bench.perform(.edition(0, .now))
      bench.run(60)
      if isPieceWaiting(bench) { return "a piece waits beside an edition that has taken over" }
    }
    let stems = set.sounds.count
    bench.revokeAll()
    bench.perform(.click(false))
    // Twice, since the follow action of one may start another on the same frame.
    for _ in 0..<2 {
      for stem in 0..<stems {
        bench.perform(.open(false), stem)
        bench.perform(.ask(.cancel, .now), stem)
        bench.perform(.ask(.stop, .now), stem)
      }
    }
    let longest = set.sounds.joined().map(\.layout.release).max()!
    bench.run(Int(longest) + 60)
    return bench.run(60, periods: .mixed(seed: seed, longest: 16)).isSilent ? nil : "stopped, and not silent"
  }
}
