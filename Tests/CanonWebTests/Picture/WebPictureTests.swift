import CanonSession
import CanonStems
import Testing

@testable import CanonControl
@testable import CanonWeb

@Suite struct WebPictureTests {
  private func desk() throws -> Desk {
    let set = try StemSetFile.parse(
      path: "set.toml",
      text: """
        title = "Two"
        tempo = 120
        meter = "4/4"
        loop = "2 bars"
        [[stem]]
        id = "a"
        title = "Ä <b>"
        file = "a.wav"
        [[stem]]
        id = "b"
        file = "b.wav"
        [[scene]]
        id = "every"
        title = "All of it"
        commands = ["start all"]
        """)
    return Desk(try Performance(set: set, schedule: nil, now: { .now() }), preview: "1 December")
  }

  private func picture(_ desk: Desk) async -> WebPicture {
    let scenes = desk.program.set.scenes.map { WebPicture.Scene(scene: $0.id, title: $0.title) }
    return WebPicture(
      await desk.snapshot(), scenes: scenes, preview: desk.preview, pauseKey: await desk.pauseKey)
  }

  @Test("Before the first server it has the stems, as they are, and nothing that moves")
  func before() async throws {
    let picture = try await picture(desk())
    #expect(picture.title == "Two" && picture.preview == "1 December")
    #expect(picture.isAway && !picture.isPaused && picture.sampleRate == nil && picture.loop == nil)
    #expect(picture.stems.map(\.stem) == ["a", "b"] && picture.stems[0].title == "Ä <b>")
    #expect(picture.stems.allSatisfy { $0.isOpen && $0.at == nil })
    #expect(picture.scenes == [WebPicture.Scene(scene: "every", title: "All of it")])
  }

  @Test("What is asked for shows before the engine has received it")
  func asked() async throws {
    let desk = try desk()
    let before = await picture(desk)
    _ = await desk.perform("start b", at: .network, by: .named("web"))
    _ = await desk.perform("gain master -6", at: .network, by: .named("web"))
    let after = await picture(desk)
    #expect(before.stems[1].next == nil && after.stems[1].next == "play" && after.stems[1].at == nil)
    #expect(JSONText.text(after).contains("\"gain\":-6"))
    #expect(before != after && before.calendar == after.calendar)
  }

  @Test("A piece of a programme has the place of its end, if that is known")
  func piece() async throws {
    let desk = try desk()
    var snapshot = await desk.snapshot()
    func end(_ remaining: Double?) -> WebPicture.Piece? {
      snapshot.piece = PieceStatus(
        name: PieceName(number: 1, count: 2, title: "One"), elapsed: 0, remaining: remaining,
        programmeElapsed: 0, programmeRemaining: nil)
      return WebPicture(snapshot, scenes: [], preview: nil, pauseKey: .pause(nil, isOn: true, .now)).piece
    }
    #expect(await picture(desk).piece == nil)
    let unknown = try #require(end(nil))
    #expect(unknown.end == nil)
    let over = try #require(end(0))
    #expect(over.end == nil)
  }
}
