import CanonControlSupport
import CanonEngine
import CanonSchedule
import Testing

@testable import CanonSession
@testable import CanonTerminal

/// What comes next, beside a stem.
@Suite struct NextFieldTests {
  private func all(_ snapshot: Snapshot, _ width: Int = 15) throws -> [String] {
    var view = try Stage.usual().view
    view.snapshot = snapshot
    return NextField.fields(snapshot.stems[1], DrawingContext(view, columns: 80), width: width).map {
      var row = TextRow(.unicode)
      $0.add(to: &row)
      return shownText(row).split(separator: " ").joined(separator: " ")
    }
  }

  private func next(_ snapshot: Snapshot, _ width: Int = 15) throws -> String {
    try #require(all(snapshot, width).first)
  }

  @Test func oneChangeOfTheStateAndOneOfTheMixAreBothShownTheFirstInTimeFirst() throws {
    func all(_ state: FramePosition, _ held: FramePosition?) throws -> [String] {
      try self.all(
        moment(.wait(change(at: state)), nextHeld: Snapshot.Next(value: true, at: held)), 17)
    }
    #expect(try all(36_000, 72_000) == ["→ play 1 beat", "→ pause 2 beats"])
    #expect(try all(72_000, 36_000) == ["→ pause 1 beat", "→ play 2 beats"])
    #expect(try all(36_000, 36_000) == ["→ play 1 beat", "→ pause 1 beat"])
    #expect(try all(36_000, nil) == ["→ play 1 beat", "→ pause"])
    #expect(try self.all(moment(.play, end: 36_000, follow: 36_000)) == ["→ stop 1 beat"])
  }

  @Test func anotherFileIsShownAsOne() throws {
    var stage = try Stage.usual()
    stage.stems[1].nextFile = Snapshot.Next(value: "take 2.wav", at: stage.position + Stage.beat)
    #expect(try all(stage.snapshot, 17).map { $0.prefix(6) } == ["→ file", "→ mute"])
    stage.stems[1].nextFile = Snapshot.Next(value: nil, at: nil)
    #expect(try all(stage.snapshot, 17).map { $0.prefix(6) } == ["→ mute", "→ file"], "back to its own")
  }

  @Test func whatEndsOrFollowsIsCountedDownWhileItSounds() throws {
    #expect(try next(moment(at: 0, .play, follow: 1_152_000)) == "→ next 32 beats")
    #expect(try next(moment(at: 0, .play, end: 1_152_000, follow: 36_000)) == "→ stop 32 beats")
    #expect(try next(moment(at: 0, .stop, end: 1_152_000)) == "")
    #expect(try next(moment(at: 0, .mute, follow: 1_152_000)) == "")
    #expect(try next(moment(at: 0, .wait(change(at: 36_000)), end: 1_152_000)) == "→ play 1 beat")
    #expect(try next(moment(at: 0, .wait(change(at: 36_000))), 9) == "→ play 1")
    #expect(try next(moment(at: 0, .wait(change(at: 36_000))), 13) == "→ play 1 beat")
    #expect(try next(moment(at: 0, .wait(change(at: 36_000))), 12) == "→ play 1", "a cell lies between")
  }

  @Test func aPauseThatWaitsForItsBoundaryIsPending() throws {
    func next(_ isHeld: Bool, _ status: StemStatus = .play, at frame: FramePosition? = 1_152_000) throws
      -> String
    {
      try self.next(
        moment(at: 0, status, isHeld: isHeld, nextHeld: Snapshot.Next(value: !isHeld, at: frame)), 17)
    }
    #expect(try next(false) == "→ pause 32 beats")
    #expect(try next(true) == "→ resume 32 beats")
    #expect(try next(false, at: nil) == "→ pause")
    #expect(try next(true, .wait(change(at: 36_000))) == "→ play 1 beat", "its state comes first")
  }

  @Test func aRequestThatTheEngineHasNotReceivedHasNoCountdown() throws {
    #expect(try next(moment(requested: .play)) == "→ play")
    #expect(try next(moment(.wait(change(at: 36_000)), requested: .stop)) == "→ stop")
  }

  @Test("A pending gain of the master stands in its row, with the time until it")
  func master() throws {
    var view = try Stage.usual().view
    func row(_ next: Snapshot.Next<Decibels>?) throws -> String {
      view.snapshot = moment(at: 0, nextMaster: next)
      let context = DrawingContext(view, columns: 132)
      let rows = MasterRows(context: context, columns: StemColumns(width: 132, key: 1)).rows(1)
      return shownText(rows[0]).split(separator: " ").joined(separator: " ")
    }
    let quiet = try #require(Decibels(-30))
    #expect(try row(nil).contains("master no clips"))
    #expect(try !row(nil).contains("→"))
    #expect(try row(Snapshot.Next(value: quiet, at: 1_152_000)).contains("→ -30.0 dB"))
    #expect(try row(Snapshot.Next(value: quiet, at: nil)).contains("→ -30.0 dB"))
  }

  @Test("Requested changes are highlighted, others are not")
  func asked() throws {
    func isBold(_ snapshot: Snapshot) throws -> [Bool] {
      var view = try Stage.usual().view
      view.snapshot = snapshot
      var row = TextRow(.unicode)
      NextField.fields(snapshot.stems[1], DrawingContext(view, columns: 80), width: 15)[0].add(to: &row)
      return row.spans.filter { $0.text.contains { $0 != " " } }.map(\.isBold)
    }
    #expect(try isBold(moment(at: 0, .wait(change(at: 1_152_000)))).allSatisfy { $0 })
    #expect(try isBold(moment(at: 0, .play, follow: 1_152_000)).allSatisfy { !$0 })
  }
}
