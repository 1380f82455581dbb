import CanonControl
import CanonEngine
import CanonSchedule
import CanonTestSupport
import Testing

@testable import CanonSession

/// A random performance behind random doors ends somewhere, as by kill -9, and another one goes on with its evening: it is as the first
/// one was, and its journal renders to what is heard.
@Suite(.serialized) struct ResumedEveningTests {
  private static let seeds = LongCampaign.seeds(24, long: 500)

  @Test("The second performance is as the first one was, and renders alike", arguments: seeds)
  func goesOn(seed: UInt64) async throws {
    var theCase = try DoorCase(seed: seed)
    let clock = TestClock(
      try TestClock.tokyo(DoorCase.middle) + -Double(theCase.random.number(1...60_000)) / 48_000)
    let (evening, before, released) = try await evening(of: &theCase, by: clock)
    let text = EveningText.text(evening, of: .init(source: "s", name: "n"))
    var read = try EveningText.read(text, path: "e", of: .init(source: "s", name: "n"))
    #expect(read == evening, "\(text)")
    // The doors of a later edition are told of otherwise.
    read.edition = seed.isMultiple(of: 3) ? 3 : 1

    let journal = theCase.set.folder.file("evening-2.journal")
    let session = try await theCase.set.performance(journal: journal, at: clock)
    await session.resume(read)
    var bench = try await SessionBench(session)
    try await bench.arrive(read)
    let after = await session.snapshot()
    // A relocation that is announced is over by then.
    #expect(after.place == before.reached - before.origins.last, "\(theCase)\n\(text)")
    #expect(before.isFrozen || after.position == before.position)
    // Boundaries are sought anew: after a relocation the next one may be another.
    let hasPlaces = before.origin == 0 && !before.isFrozen
    for (old, new) in zip(before.stems, after.stems) where old.door.isOpen {
      // What a follow action asked for before the music was moved back it may ask for anew at its place.
      let isYetToAsk = !hasPlaces && old.status.pending?.by == .follow && new.status.pending == nil
      #expect(
        new.account(in: after, hasPlaces: hasPlaces, hasChange: !isYetToAsk)
          == old.account(
            in: before, hasPlaces: hasPlaces, hasChange: !isYetToAsk, isReleased: released.contains(old.id)),
        "\(theCase)\n\(text)")
    }
    for stem in after.stems where !stem.door.isOpen {
      let isStopping = stem.status.next == .stop && stem.status.pending?.by == .door
      #expect(!stem.status.soundsNow || isStopping, "\(stem.id) is locked: \(theCase)\n\(text)")
    }
    #expect(after.master == before.master && after.isFrozen == before.isFrozen)
    #expect(after.waitingAccount == before.waitingAccount, "\(theCase)\n\(text)")

    var heard = Output(stems: session.set.stems.count)
    var device = RandomDevice(seed: seed)
    for _ in 0..<5 {
      await device.mayComeOrGo(session)
      heard += bench.deliver(Int(theCase.random.number(1...9000)), periods: .mixed(seed: seed, longest: 700))
      await session.pump()
    }
    _ = await session.settle()
    heard += bench.deliver(1)
    await session.finish()
    try await theCase.set.expectRendering(of: journal, is: heard, periods: [512], "\(theCase)\n\(text)")
  }

  /// Plays for a while.
  /// - Returns: The evening at its end, what was to be seen then, and the stems that are paused for want of a device: a later canon
  ///   looks for the device by itself.
  private func evening(
    of theCase: inout DoorCase, by clock: TestClock
  ) async throws -> (CanonSession.Evening, Snapshot, released: Set<String>) {
    let session = try await theCase.set.performance(at: clock)
    var bench = try await SessionBench(session)
    var device = RandomDevice(seed: ~theCase.seed)
    for _ in 0..<theCase.random.number(5...30) {
      await device.mayComeOrGo(session)
      if theCase.random.one(in: 2) { try await bench.say(theCase.line()) }
      await bench.run(Int(theCase.random.number(1...3000)))
    }
    await bench.settle()
    let snapshot = await session.snapshot()
    await session.report(ClockPlace(position: snapshot.position, time: clock.now))
    return (try #require(await session.evening()), snapshot, await session.devicePause.stems)
  }
}

extension SessionBench {
  /// Moves the clock of a performance that goes on with an evening to the evening's position, as a driver does, and waits until
  /// everything is asked for again.
  mutating func arrive(_ evening: CanonSession.Evening, passed: FrameCount = 0) async throws {
    jump(evening.music.position)
    jump(passed)
    await session.pump()
    while await session.isBeginning {
      try Task.checkCancellation()
      try await Task.sleep(for: .milliseconds(1))
      await session.pump()
    }
    await settle()
  }
}

extension Snapshot.Stem {
  /// Everything that goes on, what is pending with its place in the music.
  fileprivate func account(
    in snapshot: Snapshot, hasPlaces: Bool, hasChange: Bool, isReleased: Bool = false
  ) -> String {
    func place(_ frame: FramePosition?) -> String {
      frame.map { hasPlaces ? " at \(snapshot.music(on: $0))" : "" } ?? ""
    }
    func next<Value>(_ next: Snapshot.Next<Value>?) -> String {
      next.map { "\($0.value)" + place($0.at) } ?? "-"
    }
    // The rest of a fade takes at least a ramp, 5 ms.
    let due =
      status.next == .mute ? status.pending.map { max($0.at, snapshot.reached + 240) } : status.pending?.at
    let change = hasChange ? status.next.map { "\($0)" + place(due) } ?? "-" : ""
    // Where nothing holds it any more, there is nothing to resume.
    let nextHeld = isReleased && nextHeld?.value == false ? nil : nextHeld
    return
      "\(id) \(status.state) \(change) \(gain.value) \(pan.value) \(solo) \(isHeld && !isReleased) \(otherFile ?? "-") "
      + "\(next(nextGain)) \(next(nextSolo)) \(next(nextHeld))"
  }
}

extension Snapshot {
  /// What waits, and how long yet.
  fileprivate var waitingAccount: [String] {
    waiting.map { "\($0.command) +\($0.at - position) \($0.by.rawValue)" }
  }
}
