import CanonControlSupport
import CanonEngine
import CanonSession
import Testing

@testable import CanonMPRIS

/// What desktops are shown.
@Suite struct PlayerPictureTests {
  private func picture(_ snapshot: Snapshot, preview: String? = nil) -> PlayerPicture {
    PlayerPicture(snapshot, hasScenes: true, preview: preview)
  }

  @Test("The title, the stems that are heard, and the place in the loop")
  func music() {
    let seen = picture(moment(at: 1_152_000 + 48_000, .play))
    #expect(seen.status == .playing)
    #expect(seen.title == "Canon in D")
    #expect(seen.playing == ["Cello", "Violin A"])
    #expect(seen.length == 24_000_000)
    #expect(seen.position == 1_000_000)
    #expect(picture(moment(.mute)).playing == ["Cello"])
    #expect(picture(moment(), preview: "2026-12-24").title == "Canon in D (2026-12-24)")
  }

  @Test(
    "It plays while a stem is heard, pauses if all that would be heard are held, and is stopped without a server"
  )
  func status() {
    #expect(picture(moment(.play, isHeld: true)).status == .playing, "the base is heard")
    #expect(picture(moment(.play, isHeld: true, isBaseHeld: true)).status == .paused)
    #expect(picture(moment(.play, isAway: true)).status == .stopped)
    #expect(picture(moment(.play, rate: nil, grid: nil)).status == .stopped)
    #expect(picture(moment(.play, rate: nil, grid: nil)).length == nil)
    var frozen = moment(.play)
    frozen.isFrozen = true
    #expect(picture(frozen).status == .paused)
  }

  @Test("Changes are told without the position; what is unchanged is not")
  func changes() {
    let (before, after) = (picture(moment(at: 0)), picture(moment(at: 4800, .play)))
    #expect(Set(after.changes(since: before).keys) == ["Metadata"])
    #expect(before.changes(since: before).isEmpty)
    #expect(
      Set(picture(moment(at: 0, isAway: true)).changes(since: before).keys) == ["PlaybackStatus"])
  }

  @Test(
    "A desktop's position is off after a jump, at the end of the loop and after a pause, not while the music goes on"
  )
  func forecast() {
    let now = ContinuousClock.now
    let playing = PositionForecast(picture(moment(at: 48_000)), at: now)
    #expect(!playing.isOff(3_000_000, at: now + .seconds(2)))
    #expect(playing.isOff(1_000_000, at: now + .seconds(2)))
    #expect(playing.isOff(0, at: now + .seconds(23)))
    let paused = PositionForecast(picture(moment(at: 48_000, isBaseHeld: true)), at: now)
    #expect(!paused.isOff(1_000_000, at: now + .seconds(2)))
    #expect(paused.isOff(3_000_000, at: now + .seconds(2)))
  }
}
