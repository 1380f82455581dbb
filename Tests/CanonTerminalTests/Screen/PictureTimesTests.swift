import CanonSession
import Testing

@testable import CanonTerminal

/// When the screen draws, by the times of keys and events.
@Suite struct PictureTimesTests {
  private let start = ContinuousClock.now
  private var times: PictureTimes

  init() { times = PictureTimes(start) }

  private func at(_ milliseconds: Int) -> ContinuousClock.Instant { start + .milliseconds(milliseconds) }

  @Test("At most thirty pictures a second are drawn; a tick may be 6 ms early, but not again and again")
  mutating func pictures() {
    var drawn: [Int] = []
    for time in [0, 27, 28, 60, 61, 1000, 1027, 1028] where times.isPictureDue(at(time)) {
      drawn.append(time)
    }
    #expect(drawn == [0, 28, 61, 1000, 1028])
    times = PictureTimes(start)
    var count = 0
    for time in 0..<1990 where times.isPictureDue(at(time)) { count += 1 }
    #expect(count == 60)
  }

  @Test("Upkeep is done at first, then every second, and every ten while nothing happens")
  mutating func upkeep() {
    var done: [Int] = []
    for time in [0, 1000, 1001, 1500, 2002] where times.isUpkeepDue(isResting: false, at(time)) {
      done.append(time)
    }
    for time in [5000, 12_002, 12_003] where times.isUpkeepDue(isResting: true, at(time)) {
      done.append(time)
    }
    #expect(done == [0, 1001, 2002, 12_003])
  }

  @Test("The pace drops five seconds after the last key, and once more a second after the last event")
  mutating func pace() throws {
    var stage = try Stage()
    stage.add("a", "A")
    var view = stage.view
    (view.master, view.levels) = (.silence, [.silence])
    times.noteTouch(at(1000))
    times.noteNews(at(5500))
    let paces = [1000, 5999, 6000, 6499, 6500].map { times.pace(showing: view, at($0)) }
    #expect(paces.prefix(4) == [.played, .played, .watched, .watched] && paces[4].isResting)
    times.noteTouch(at(7000))
    let again = times.pace(showing: view, at(7000))
    #expect(again == .played)
  }
}
