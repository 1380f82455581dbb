import CanonSession
import Testing

@testable import CanonJack

/// What is said of targets. Times are in hundredths of a second.
@Suite struct MissingTargetsTests {
  @Test("A target is told once when it is missing for a second, and once when it is there")
  func once() {
    var targets = MissingTargets()
    #expect(targets.notes(["desk"], at: 0) == [])
    #expect(targets.notes(["desk"], at: 99) == [])
    #expect(targets.notes(["desk"], at: 100) == [.notConnected(["desk"])])
    #expect(targets.notes(["desk", "hall"], at: 300) == [])
    #expect(targets.notes(["desk", "hall"], at: 400) == [.notConnected(["hall"])])
    #expect(targets.notes(["hall"], at: 401) == [.nowConnected(["desk"])])
    #expect(targets.notes(["hall"], at: 900) == [])
    #expect(targets.notes([], at: 901) == [.nowConnected(["hall"])])
    #expect(targets.notes(["desk"], at: 902) == [])
    #expect(targets.notes(["desk"], at: 1002) == [.notConnected(["desk"])])
  }

  @Test("A target that nobody is to be connected to any more is not told to be connected")
  func dropped() {
    var targets = MissingTargets()
    _ = targets.notes(["desk", "hall"], at: 0)
    _ = targets.notes(["desk", "hall"], at: 100)
    #expect(targets.notes([], at: 100) { _ in nil } == [], "it is there and not ready yet")
    let notes = targets.notes([], at: 101) { $0 == "hall" ? .connected : .dropped }
    #expect(notes == [.nowConnected(["hall"]), .notWaitedFor(["desk"])])
    #expect(targets.notes([], at: 102) == [])
  }

  @Test("Under another server it is told when what was missing is there, else once more that it is missing")
  func anotherServer() {
    var targets = MissingTargets()
    _ = targets.notes(["desk", "hall", "late"], at: 0)
    _ = targets.notes(["desk", "hall", "late"], at: 100)
    targets.beginAgain()
    #expect(targets.notes(["hall", "late"], at: 0) { _ in nil } == [], "nothing was looked at yet")
    #expect(targets.notes(["hall", "late"], at: 5) == [.nowConnected(["desk"])])
    #expect(targets.notes(["hall", "late"], at: 100) == [.notConnected(["hall", "late"])])
    #expect(targets.notes(["late"], at: 200) == [.nowConnected(["hall"])])
    targets.beginAgain()
    targets.beginAgain()
    #expect(targets.notes([], at: 0) { _ in .dropped } == [.notWaitedFor(["late"])])
    #expect(targets.notes([], at: 5) == [])
  }

  @Test("What comes back within a second is not worth a word")
  func atOnce() {
    var targets = MissingTargets()
    for round in 0..<5 {
      #expect(targets.notes(["desk"], at: 200 * round) == [])
      #expect(targets.notes([], at: 200 * round + 99) == [])
    }
  }

  @Test("Missing loudspeakers have a sentence of their own")
  func speakers() {
    var targets = MissingTargets()
    _ = targets.notes(["physical:1"], at: 0)
    #expect(targets.notes(["physical:1"], at: 100) == [.noSpeakers])
    #expect(targets.notes([], at: 101) == [.nowConnected(["physical:1"])])
  }
}
