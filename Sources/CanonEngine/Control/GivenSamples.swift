/// The samples that control has given to the engine, by the places of stems. Samples stay in memory as long as the engine may read
/// them.
///
/// - Thread: control
struct GivenSamples: Sendable {
  /// Samples that a command replaces or removes. The engine may read them until it reads those of this ticket or a later
  /// one, or until it has received the command that removes them.
  private struct Retired {
    let place: Int
    let ticket: CommandTicket
    let isRemoval: Bool
    /// nil if there were none.
    var buffer: StemBuffer?
  }

  /// The newest samples given for the stem at each place.
  private var newest: [StemBuffer?]
  /// Samples that the engine may still read.
  private var retired: [Retired] = []
  /// The samples of stems that have left, which may still ring.
  private var leaving: [StemBuffer] = []

  init(places: Int) { newest = Array(repeating: nil, count: places) }

  /// The newest samples of the stem at a place; nil while it has none.
  subscript(place: Int) -> StemBuffer? { newest[place] }

  /// A command replaces the samples of the stem at a place.
  mutating func replace(_ place: Int, for buffer: StemBuffer, by ticket: CommandTicket) {
    retired.append(Retired(place: place, ticket: ticket, isRemoval: false, buffer: newest[place]))
    newest[place] = buffer
  }

  /// A command removes them.
  mutating func remove(_ place: Int, by ticket: CommandTicket) {
    retired.append(Retired(place: place, ticket: ticket, isRemoval: true, buffer: newest[place]))
    newest[place] = nil
  }

  // MARK: - Events

  /// - Parameter event: It names places.
  mutating func heed(_ event: EngineEvent) {
    switch event {
    case .replaced(let ticket, let stem, _): release(stem.int, upTo: ticket)
    case .kept(let ticket, let stem, _): keep(stem.int, insteadOf: ticket)
    case .answered(let ticket, let stem, .tooFar, _, _), .answered(let ticket, let stem, .outdated, _, _):
      restore(stem.int, ticket)
    case .answered(let ticket, let stem, _, _, _) where isRemoval(ticket): release(stem.int, upTo: ticket)
    case .leftSilent: leaving.removeAll()
    default: break
    }
  }

  private func isRemoval(_ ticket: CommandTicket) -> Bool {
    retired.contains { $0.ticket == ticket && $0.isRemoval }
  }

  /// The engine has refused the samples of this ticket and never reads them: the previous ones stay until others replace
  /// them.
  private mutating func restore(_ place: Int, _ ticket: CommandTicket) {
    guard let index = retired.firstIndex(where: { $0.ticket == ticket }) else { return }
    let kept = retired.remove(at: index).buffer
    if let next = retired[index...].firstIndex(where: { $0.place == place }) {
      retired[next].buffer = kept
    } else {
      newest[place] = kept
    }
  }

  /// The engine has cancelled the replacement with this ticket, and earlier ones that later ones superseded: it still reads
  /// the samples from before all of them.
  private mutating func keep(_ place: Int, insteadOf ticket: CommandTicket) {
    guard
      let kept = retired.first(where: { $0.place == place && $0.ticket.rawValue <= ticket.rawValue })?.buffer
    else { return }
    release(place, upTo: ticket)
    become(kept, at: place)
  }

  /// The engine no longer reads samples that were replaced by the command with this ticket or by an earlier one.
  private mutating func release(_ place: Int, upTo ticket: CommandTicket) {
    retired.removeAll { $0.place == place && $0.ticket.rawValue <= ticket.rawValue }
  }

  /// The engine reads these samples at a place. Samples that were given later are read later.
  private mutating func become(_ buffer: StemBuffer?, at place: Int) {
    if let next = retired.firstIndex(where: { $0.place == place }) {
      retired[next].buffer = buffer
    } else {
      newest[place] = buffer
    }
  }

  // MARK: - Editions

  /// Another edition plays.
  /// - Parameters:
  ///   - old: The edition before.
  ///   - samples: The new samples of its stems.
  mutating func handOver(to new: EditionStorage, _ samples: [StemBuffer?], after old: EditionStorage) {
    while newest.count < new.stems.count { newest.append(nil) }
    for (place, stem) in old.stems.enumerated() where stem != nil {
      if new.continues(from: place) { continue }
      leaving += retired.filter { $0.place == place }.compactMap(\.buffer)
      if let last = newest[place] { leaving.append(last) }
      retired.removeAll { $0.place == place }
      newest[place] = nil
    }
    for (place, buffer) in zip(new.places, samples) where buffer != nil { become(buffer, at: place) }
  }
}
