import CanonEngine
import CanonStems

/// What the engine is going to hold once it has received everything that is on its way: what was asked for last, whether
/// it was answered or not.
struct Expected {
  struct Stem {
    var status: StemStatus
    var mix: StemMirror.Mix
    /// Whether a pause has marked it, or is about to.
    var isMarked: Bool
    /// Whether what is pending ends the mark.
    var endsMark: Bool
    /// Whether the engine has received all that was asked of its state.
    var isCertain = true

    /// What it is once nothing of it is pending; never `wait`.
    var state: StemState { status.next ?? status.state }
    /// Whether a pause holds it then.
    var isHeld: Bool { isMarked && !(endsMark && status.next == .play) }

    /// A pause of its own, or of all.
    mutating func hold(_ isHeld: Bool) { (isMarked, endsMark) = (isHeld, endsMark && !isHeld) }
  }

  private(set) var stems: [Stem]
  private(set) var master: Decibels
  /// The master's last gain that could be heard.
  private(set) var audibleMaster: Decibels
  private let set: StemSet
  private let position: FramePosition

  init(_ deck: Deck) {
    (set, position) = (deck.set, deck.position)
    (master, audibleMaster) = (deck.master, deck.audibleMaster)
    stems = deck.stems.map { mirror in
      Stem(
        status: mirror.status.reached(deck.position), mix: mirror.mix,
        isMarked: mirror.hold.next?.value ?? mirror.hold.isHeld,
        endsMark: mirror.endsHold)
    }
    if !deck.hasStartedBases { for stem in set.bases { ask(.start, stem, .now, by: .clock) } }
    for entry in deck.sent {
      if let command = entry.command { take(command, of: entry.stem, by: entry.by) }
    }
  }

  subscript(_ stem: StemIndex) -> Stem { stems[stem.int] }

  /// Takes up a command as it was sent.
  /// - Parameter stem: nil for what is asked of no stem, or of all.
  private mutating func take(_ command: ControlCommand, of stem: StemIndex?, by asker: Asker) {
    switch (command, stem) {
    case (.gain(_, let gain, _), nil):
      master = gain
      if !gain.isInaudible { audibleMaster = gain }
    case (.pause(_, let isOn, _), nil): for index in stems.indices { stems[index].hold(isOn) }
    case (.panic, _):
      for index in stems.indices {
        stems[index].hold(false)
        (stems[index].status, stems[index].isCertain) = (.stop, false)
      }
    case (.pause(_, let isOn, _), let stem?): stems[stem.int].hold(isOn)
    case (.request(let request, _, let quantum, _), let stem?): ask(request, stem, quantum, by: asker)
    // It ends later than now.
    case (.fade(_, .out, _), let stem?): ask(.mute, stem, .loop, by: asker)
    case (.fade(_, .in, let fade), let stem?): ask(.start, stem, fade.quantum ?? .now, by: asker)
    case (_, let stem?): stems[stem.int].mix.take(command)
    case (_, nil): break
    }
  }

  private mutating func ask(
    _ request: StemRequest, _ stem: StemIndex, _ quantum: Quantum?, by asker: Asker
  ) {
    let old = stems[stem.int].status
    let quantum = quantum ?? set[stem].quanta.ofPress(old)
    let isNow =
      quantum == .now || (request == .press && old.pending != nil && set.secondPress == .now)
    let change = PendingChange(at: isNow ? position : .max, by: asker)
    let new = old.after(request, change: change, secondPress: set.secondPress)
    let leadsToSound = request == .start || request == .unmute || request == .press
    stems[stem.int].isCertain = false
    stems[stem.int].status = new.reached(position)
    stems[stem.int].endsMark = leadsToSound
    if leadsToSound, case .play = stems[stem.int].status { stems[stem.int].isMarked = false }
    yield(to: stem)
  }

  /// The others of its group make room for a stem, or come back, as in the engine.
  private mutating func yield(to stem: StemIndex) {
    let rivals = set.stems.withRivals(of: [stem]).subtracting([stem])
    let from = stems[stem.int].status.soundsFrom(position)
    if from == nil, rivals.contains(where: { self[$0].status.soundsFrom(position) != nil }) { return }
    for rival in rivals {
      let old = stems[rival.int].status
      stems[rival.int].status = (from.map(old.yielding) ?? old.backFromYielding).reached(position)
    }
  }
}

extension StemStatus {
  /// What it is when the clock has come so far.
  fileprivate func reached(_ position: FramePosition) -> StemStatus {
    isDue(at: position) ? completed : self
  }
}

extension [StemSpec] {
  /// These stems, and those that they exclude: the others of their groups.
  func withRivals(of stems: Set<StemIndex>) -> Set<StemIndex> {
    let groups = Set(stems.compactMap { self[$0.int].group?.lowercased() })
    if groups.isEmpty { return stems }
    return stems.union(
      indices.filter { self[$0].group.map { groups.contains($0.lowercased()) } ?? false }.map(StemIndex.init))
  }
}
