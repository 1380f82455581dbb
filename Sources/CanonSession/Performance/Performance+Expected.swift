import CanonEngine

/// The gain and the pan of a stem and the master's gain as they were requested last, received or not.
public struct RequestedMix: Sendable {
  public let id: String?
  public let gain: Decibels
  public let pan: Pan
  public let master: Decibels

  package init(id: String? = nil, gain: Decibels = Decibels(0)!, pan: Pan = .centre, master: Decibels) {
    (self.id, self.gain, self.pan, self.master) = (id, gain, pan, master)
  }
}

/// What is requested and not received yet, for views and for steps of a gain or a pan.
extension Performance {
  /// What the engine will hold once it has received everything that is on its way, also the commands that wait for the start of
  /// the clock or for a new engine's; nil if it has received everything.
  var expected: Expected? {
    if deck.hasStartedBases && deck.sent.isEmpty && early.isEmpty && again.isEmpty { return nil }
    var expected = Expected(deck)
    var (scene, doors) = (lastScene, Doors(moment: deck.moment))
    for entry in again { apply(entry.command, by: entry.by, to: &expected, &doors) }
    for entry in early {
      guard let (index, quantum) = try? self.scene(of: entry.command, after: scene) else {
        apply(entry.command, by: entry.by, to: &expected, &doors)
        continue
      }
      scene = index
      for part in scenes[index].parts(on: quantum) { apply(part, by: entry.by, to: &expected, &doors) }
    }
    return expected
  }

  /// What a step of a stem's gain or pan, or of the master's gain, continues from. Unlike a snapshot, it costs the same
  /// whatever the number of stems.
  /// - Parameter id: That of the stem; the answer has no id if there is no such stem.
  public func requestedMix(of id: String?) -> RequestedMix {
    let expected = early.isEmpty && again.isEmpty ? nil : expected
    let master = expected?.master ?? deck.master
    guard let id, let stem = set.index(of: id) else { return RequestedMix(master: master) }
    let mix = expected?[stem].mix ?? deck.stems[stem.int].mix
    return RequestedMix(id: id, gain: mix.gain, pan: mix.pan, master: master)
  }

  /// The doors at one moment. Each is judged once, however many commands wait for its stem.
  private struct Doors {
    let moment: Moment
    private var known: [StemIndex: Bool] = [:]

    init(moment: Moment) { self.moment = moment }

    mutating func isOpen(_ stem: StemIndex, by keeper: inout Doorkeeper) -> Bool {
      if let isOpen = known[stem] { return isOpen }
      let isOpen = keeper.isOpen(stem, at: moment)
      known[stem] = isOpen
      return isOpen
    }
  }

  private func apply(
    _ command: ControlCommand, by asker: Asker, to expected: inout Expected, _ doors: inout Doors
  ) {
    if case .toggle(let toggle, let selection, let quantum) = command {
      for part in (try? commands(of: toggle, selection, quantum, in: expected)) ?? [] {
        apply(part, by: asker, to: &expected, &doors)
      }
      return
    }
    for target in (try? deck.targets(of: command)) ?? [] {
      // A shut door is going to refuse it.
      if command.leadsToSound, let target, !doors.isOpen(target, by: &keeper) { continue }
      expected.apply(command, to: target, by: asker)
    }
  }
}
