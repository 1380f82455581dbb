import CanonEngine
import CanonStems

/// The state that the engine will have once it has received all commands on their way: the last requests, answered or not.
struct Expected {
  struct Stem {
    var status: StemStatus
    var mix: StemMirror.Mix
    /// Whether a pause has marked the stem, or will.
    var isMarked: Bool
    /// Whether the pending change ends the mark.
    var endsMark: Bool
    /// Whether the engine has answered all requests for the stem's state.
    var isCertain = true

    /// What a stem leads to by itself, with the mix that was requested last. The mirror stays where it is: it has many parts, of which few
    /// are needed.
    init(_ stem: Int, on deck: Deck, at position: FramePosition) {
      (status, mix) = (deck.stems[stem].status.reached(position), deck.stems[stem].mix)
      isMarked = deck.stems[stem].hold.next?.value ?? deck.stems[stem].hold.isHeld
      endsMark = deck.stems[stem].endsHold
    }

    /// The state after the pending change; never `wait`.
    var state: StemState { status.next ?? status.state }
    /// Whether a pause holds the stem then.
    var isHeld: Bool { isMarked && !(endsMark && status.next == .play) }

    /// Pauses or resumes the stem.
    mutating func hold(_ isHeld: Bool) { (isMarked, endsMark) = (isHeld, endsMark && !isHeld) }
  }

  private(set) var stems: [Stem]
  private(set) var master: Decibels
  /// The last audible gain of the master.
  private(set) var audibleMaster: Decibels
  private let played: PlayedSet
  private var set: StemSet { played.set }
  private let position: FramePosition
  /// The other stems of each stem's group, once somebody has asked for them.
  private var rivals: [[StemIndex]]?

  /// - Parameter asked: The stems that are asked for; nil for all. What is on its way for others, which do not yield to these, is left out.
  init(_ deck: Deck, of asked: [StemIndex]? = nil) {
    (played, position) = (deck.played, deck.reached)
    (master, audibleMaster) = (deck.master, deck.audibleMaster)
    let reached = position
    stems = deck.stems.indices.map { Stem($0, on: deck, at: reached) }
    if !deck.hasStartedBases { for stem in set.bases { ask(.start, stem, .now, by: .clock) } }
    let (sent, counted) = (deck.sent, asked.map { deck.played.set.stems.withRivals(of: Set($0)) })
    for place in sent.indices where sent[place].isRequested {
      if let counted, let stem = sent[place].stem, !counted.contains(stem) { continue }
      if let command = sent[place].command { apply(command, to: sent[place].stem, by: sent[place].by) }
    }
  }

  subscript(_ stem: StemIndex) -> Stem { stems[stem.int] }

  /// Applies a command that the engine is going to receive.
  /// - Parameter stem: nil for a command for no stem, or for all.
  mutating func apply(_ command: ControlCommand, to stem: StemIndex?, by asker: Asker) {
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
    // The mute takes effect later than now.
    case (.fade(_, .out, _), let stem?): ask(.mute, stem, .loop, by: asker)
    case (.fade(_, .in, let fade), let stem?): ask(.start, stem, fade.quantum ?? .now, by: asker)
    case (_, let stem?): stems[stem.int].mix.apply(command)
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

  /// Lets the other stems of the group yield to the stem, or return, as in the engine.
  private mutating func yield(to stem: StemIndex) {
    let all = rivals ?? set.stems.rivals
    rivals = all
    let others = all[stem.int]
    let from = stems[stem.int].status.soundsFrom(position)
    if from == nil, others.contains(where: { self[$0].status.soundsFrom(position) != nil }) { return }
    for rival in others {
      let old = stems[rival.int].status
      stems[rival.int].status = (from.map(old.yielding) ?? old.backFromYielding).reached(position)
    }
  }
}

extension StemStatus {
  /// The status at a position of the clock.
  fileprivate func reached(_ position: FramePosition) -> StemStatus {
    isDue(at: position) ? completed : self
  }
}

extension [StemSpec] {
  /// The other stems of each stem's group.
  var rivals: [[StemIndex]] {
    var members: [String: [StemIndex]] = [:]
    for index in indices {
      if let group = self[index].group?.lowercased() { members[group, default: []].append(StemIndex(index)) }
    }
    if members.isEmpty { return Array<[StemIndex]>(repeating: [], count: count) }
    return indices.map { index in
      (self[index].group.flatMap { members[$0.lowercased()] } ?? []).filter { $0.int != index }
    }
  }

  /// The given stems with the other stems of their groups.
  func withRivals(of stems: Set<StemIndex>) -> Set<StemIndex> {
    let groups = Set(stems.compactMap { self[$0.int].group?.lowercased() })
    if groups.isEmpty { return stems }
    return stems.union(
      indices.filter { self[$0].group.map { groups.contains($0.lowercased()) } ?? false }.map(StemIndex.init))
  }
}
