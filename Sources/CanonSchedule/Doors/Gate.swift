@_spi(StartGate) import CanonEngine
import CanonFiles

/// The one place that decides whether a stem may sound: for keys, scripts, OSC and MIDI alike.
///
/// It is the only issuer of ``StartPermit``; this file alone imports the permit's initialiser.
/// The caller always supplies the time and the memory (``DoorContext``).
///
/// A sound file is locked with the stems that have it in the set: another stem that is given it may sound only while
/// their doors are open too.
public struct Gate: Sendable {
  private let schedule: Schedule?
  private let stems: [String]
  /// The sound file of each stem in the set.
  private let files: [String]
  /// The door of each stem; nil if it has none.
  private let doors: [Door?]
  /// For each stem that plays another file than its own, the owners of that file.
  private var owners: [StemIndex: [StemIndex]] = [:]

  /// - Parameters:
  ///   - schedule: nil opens every stem.
  ///   - stems: The ids of the set's stems in the order of ``StemIndex``.
  ///   - files: The paths of their sound files, in the same order; empty if no stem is ever given another file.
  public init(schedule: Schedule?, stems: [String], files: [String] = []) {
    self.schedule = schedule
    self.stems = stems
    self.files = files
    let byID = Dictionary(
      (schedule?.doors ?? []).map { ($0.stemID, $0) }, uniquingKeysWith: { first, _ in first })
    doors = stems.map { byID[$0] }
  }

  /// The door of a stem; nil without one.
  /// - Precondition: The index is one of the set's.
  public func door(of stem: StemIndex) -> Door? { doors[stem.int] }

  /// Whether any door can lock the stem: its own, or that of a stem whose file it was given.
  /// - Precondition: The index is one of the set's.
  public func isGuarded(_ stem: StemIndex) -> Bool { doors[stem.int] != nil || owners[stem] != nil }

  /// Whether a door of those that apply to a stem can need other stems, now or at another time.
  /// - Precondition: The index is one of the set's.
  public func mayNeedOthers(_ stem: StemIndex) -> Bool {
    ([stem] + (owners[stem] ?? [])).contains { doors[$0.int]?.condition.needed.isEmpty == false }
  }

  /// The status of the doors that apply to a stem: its own, and those of the stems whose file it was given.
  /// - Precondition: The index is one of the set's.
  public func status(of stem: StemIndex, in context: DoorContext) -> DoorStatus {
    verdict(on: stem, playing: owners[stem] ?? [], in: context).status
  }

  /// The stems on which an open door relies at this moment.
  private func needed(by stem: StemIndex, in context: DoorContext) -> [StemIndex] {
    guard let schedule, let door = doors[stem.int], !door.condition.needed.isEmpty else { return [] }
    let ids = DoorJudge(schedule: schedule, context: context).reliance(of: door.condition, at: context.now)
    return ids.compactMap { id in stems.firstIndex(of: id).map(StemIndex.init) }
  }

  /// A permit for the stem to start once; throws the refusal. It changes nothing.
  /// - Precondition: The index is one of the set's.
  /// - Throws: ``Refusal``; a second request succeeds only in another context.
  /// - Thread: any control thread
  public func permit(for stem: StemIndex, in context: DoorContext) throws(Refusal) -> StartPermit {
    StartPermit(stem: stem, needed: try needs(of: stem, in: context))
  }

  /// The stems on which the doors that apply to a stem rely in a context, also in one that has not come yet; throws the refusal if one
  /// of the doors is shut in it. It issues no permit: a start that is to come is judged again.
  /// - Precondition: The index is one of the set's.
  public func needs(of stem: StemIndex, in context: DoorContext) throws(Refusal) -> [StemIndex] {
    let owners = owners[stem] ?? []
    if let refusal = refusal(of: stem, playing: owners, in: context) { throw refusal }
    return ([stem] + owners).flatMap { needed(by: $0, in: context) }
  }

  // MARK: - Files

  /// The owners of a sound file: the stems with a door that have it in the set, under this or another path, or have a file with
  /// the same bytes. A stem's own file has no other owners.
  /// - Precondition: The index is one of the set's.
  /// - Thread: any control thread (reads files)
  public func owners(of file: String, for stem: StemIndex) -> [StemIndex] {
    guard doors.contains(where: { $0 != nil }), let identity = FileIdentity(file) else { return [] }
    func has(_ index: Int) -> Bool { FileIdentity(files[index])?.isSame(as: identity) ?? false }
    if files.indices.contains(stem.int), has(stem.int) { return [] }
    return files.indices.filter { doors[$0] != nil && has($0) }.map(StemIndex.init)
  }

  /// Why the stem may not be given a file; nil if it may.
  /// - Parameter owners: The owners of the file (``owners(of:for:)``).
  public func refusal(
    of stem: StemIndex, playing owners: [StemIndex], in context: DoorContext
  ) -> Refusal? {
    guard let schedule else { return nil }
    let (owner, status) = verdict(on: stem, playing: owners, in: context)
    return Refusal(
      stemID: stems[stem.int], owner: owner == stem ? nil : stems[owner.int], status: status,
      zone: schedule.zone, now: context.now)
  }

  /// Notes that a stem has been given a file: from now on the doors of its owners apply to the stem too.
  /// - Parameter owners: The owners of the file (``owners(of:for:)``); empty for the stem's own file, and for files without an owner.
  /// - Returns: Whether that changes anything.
  public mutating func give(fileOf owners: [StemIndex], to stem: StemIndex) -> Bool {
    if owners == self.owners[stem] ?? [] { return false }
    self.owners[stem] = owners.isEmpty ? nil : owners
    return true
  }

  /// The first shut door, else the combination of all doors.
  private func verdict(
    on stem: StemIndex, playing owners: [StemIndex], in context: DoorContext
  ) -> (stem: StemIndex, status: DoorStatus) {
    guard let schedule else { return (stem, .none) }
    var all = DoorStatus.none
    for stem in [stem] + owners {
      guard let door = doors[stem.int] else { continue }
      let status = schedule.status(of: door, in: context)
      guard status.isOpen else { return (stem, status) }
      all = all.and(status)
    }
    return (stem, all)
  }
}

extension DoorStatus {
  /// Combines two open doors.
  fileprivate func and(_ other: DoorStatus) -> DoorStatus {
    guard case .open(let since, let until) = self, case .open(let otherSince, let otherUntil) = other else {
      return self == .none ? other : self
    }
    return .open(
      since: [since, otherSince].compactMap(\.self).max(),
      until: [until, otherUntil].compactMap(\.self).min())
  }
}
