import CanonEngine
import CanonFiles
import CanonSchedule
import CanonTestSupport
import Synchronization
import Testing

@testable import CanonNSM
@testable import CanonSession

/// What a session saves, and with what it goes on.
@Suite struct SessionEveningsTests {
  private let place = TemporaryFolder()
  private let start = Instant(secondsSince1970: 1_800_000_000)

  private func evenings() throws -> SessionEvenings {
    try SessionEvenings(SessionFolder(path: place.file("canon.nA")))
  }

  /// A stem that plays, some seconds after the start.
  private func evening(_ seconds: Double, gain: Double = 0) -> Evening {
    let layer = Music.Layer("cello", .play, gain: Decibels(gain))
    return Evening(
      time: start + seconds,
      music: Music(rate: .studio, position: FramePosition(seconds * 48_000), layers: [layer]))
  }

  @Test("A saved performance goes on from where it was, whenever that is")
  func saved() throws {
    do {
      let evenings = try evenings()
      #expect(try evenings.open(at: start) == nil)
      #expect(evenings.save(evening(10)) == [])
    }
    let later = start + 30 * 86_400
    let opened = try #require(try evenings().open(at: later))
    #expect(opened.place(at: later, .studio).position == 480_000)
    #expect(opened.passed(at: later, .studio) == 0 && opened.saved == start + 10)
  }

  @Test("A killed one goes on by the clock before the saved one, unless it is more than a day old")
  func killed() throws {
    do {
      let evenings = try evenings()
      #expect(evenings.save(evening(10)) == [])
      #expect(evenings.keep(.evening(evening(20, gain: -6))) == [])
    }
    let opened = try #require(try evenings().open(at: start + 25))
    #expect(opened.saved == nil && opened.passed(at: start + 25, .studio) == 240_000)
    #expect(opened.music.layers[0].gain == Decibels(-6))
    let late = start + 20 + 86_401
    #expect(try evenings().open(at: late)?.saved == start + 10)
  }

  @Test("One that has ended leaves what was saved alone")
  func over() throws {
    let evenings = try evenings()
    #expect(evenings.save(evening(10)) == [] && evenings.keep(.evening(evening(20, gain: -6))) == [])
    #expect(evenings.keep(.over) == [])
    #expect(try evenings.open(at: start + 21)?.saved == start + 10)
  }

  @Test("It is dirty until it is saved, and again when something has changed; time alone changes nothing")
  func dirty() throws {
    let evenings = try evenings()
    _ = try evenings.open(at: start)
    let told = Mutex<[Bool]>([])
    evenings.tellWhetherDirty { isDirty in told.withLock { $0.append(isDirty) } }
    for seconds in [1.0, 2] { _ = evenings.keep(.evening(evening(seconds))) }
    #expect(told.withLock { $0 } == [true])
    _ = evenings.save(evening(3))
    for seconds in [4.0, 5] { _ = evenings.keep(.evening(evening(seconds))) }
    #expect(told.withLock { $0 } == [true, false])
    _ = evenings.keep(.evening(evening(6, gain: -6)))
    #expect(told.withLock { $0 } == [true, false, true])
    // Back where it was.
    _ = evenings.keep(.evening(evening(7)))
    #expect(told.withLock { $0 } == [true, false, true, false])
    // Elsewhere in the music.
    var moved = evening(8)
    moved.music.origin = 24_000
    _ = evenings.keep(.evening(moved))
    #expect(told.withLock { $0 } == [true, false, true, false, true])
  }

  @Test("What was opened again is clean as it is")
  func cleanAgain() throws {
    do {
      _ = try evenings().save(evening(10))
    }
    let evenings = try evenings()
    let later = start + 86_400 * 7
    _ = try evenings.open(at: later)
    let told = Mutex<[Bool]>([])
    evenings.tellWhetherDirty { isDirty in told.withLock { $0.append(isDirty) } }
    var on = evening(12)
    on.time = later + 2
    on.music.layers[0].began = 96_000
    _ = evenings.keep(.evening(on))
    #expect(told.withLock { $0 } == [false])
    on.music.layers[0].began = 0
    _ = evenings.keep(.evening(on))
    #expect(told.withLock { $0 } == [false, true])
  }

  @Test("What was changed before the first look is dirty")
  func changedSoon() throws {
    _ = try evenings().save(evening(10))
    let evenings = try evenings()
    _ = try evenings.open(at: start + 100)
    let told = Mutex<[Bool]>([])
    evenings.tellWhetherDirty { isDirty in told.withLock { $0.append(isDirty) } }
    var on = evening(12, gain: -6)
    on.time = start + 102
    _ = evenings.keep(.evening(on))
    #expect(told.withLock { $0 } == [false, true])
  }

  @Test("A clock that drifts, and a gap of the server, change nothing that would have to be saved")
  func drift() throws {
    let evenings = try evenings()
    _ = try evenings.open(at: start)
    _ = evenings.save(evening(10))
    let told = Mutex<[Bool]>([])
    evenings.tellWhetherDirty { isDirty in told.withLock { $0.append(isDirty) } }
    var late = evening(3600)
    late.time = start + 3600.5
    _ = evenings.keep(.evening(late))
    #expect(told.withLock { $0 } == [false])
  }

  @Test("What a killed canon has left stays until the performance has reached it, and can be saved before")
  func notReached() throws {
    do {
      let evenings = try evenings()
      _ = evenings.save(evening(10))
      _ = evenings.keep(.evening(evening(20, gain: -6)))
    }
    do {
      let evenings = try evenings()
      _ = try evenings.open(at: start + 25)
      // No server came.
      #expect(evenings.latest?.music.layers[0].gain == Decibels(-6))
      #expect(evenings.keep(.over) == [])
    }
    let evenings = try evenings()
    #expect(try evenings.open(at: start + 30)?.saved == nil)
    _ = evenings.keep(.evening(evening(31)))
    _ = evenings.keep(.over)
    #expect(try evenings.open(at: start + 32)?.saved == start + 10)
  }

  @Test("A damaged one that a killed canon has left is kept aside")
  func damagedRunning() throws {
    _ = try evenings().save(evening(10))
    try place.write("# canon evening 1\nend\n".utf8, to: "canon.nA/running.evening")
    #expect(try evenings().open(at: start + 20)?.saved == start + 10)
    #expect(TextFile.isMissing(place.file("canon.nA/running.evening")))
    #expect(!TextFile.isMissing(place.file("canon.nA/running.evening.before")))
  }

  @Test("A second canon has no place in a session")
  func second() throws {
    let first = try evenings()
    #expect(try first.isOurs && !evenings().isOurs)
  }

  @Test("A damaged file is a problem, and stays as it is")
  func damaged() throws {
    _ = try evenings().save(evening(10))
    try place.write("# canon evening 1\nend\n".utf8, to: "canon.nA/saved.evening")
    #expect(throws: (any Error).self) { try evenings().open(at: start) }
  }
}
