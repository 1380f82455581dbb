import Testing

@testable import CanonJack

/// The connections of `control_in` over time: devices a and b, and a program p.
@Suite struct MIDIWiringTests {
  private var wiring = MIDIWiring()
  private var connected: Set<String> = []
  private var gone = 0
  private var now = ContinuousClock.now

  /// Looks, and connects what is missing.
  private mutating func look(_ all: String...) -> Set<String> {
    connected.formIntersection(all)
    let missing = wiring.look(
      all, wanted: all.filter { $0 != "p" }, connected: connected, gone: gone, at: now)
    for output in missing {
      wiring.made(output)
      connected.insert(output)
    }
    return connected
  }

  @Test("What is wanted is connected whenever it is there")
  mutating func wanted() {
    #expect(look("a", "p") == ["a"])
    #expect(look("a", "b", "p") == ["a", "b"])
    gone += 1
    #expect(look("b", "p") == ["b"])
    #expect(look("a", "b", "p") == ["a", "b"])
    #expect(wiring.isSettled)
  }

  @Test("What people cut stays cut until they make it again, also for the next client")
  mutating func cut() {
    #expect(look("a", "b") == ["a", "b"])
    connected.remove("a")
    #expect(look("a", "b") == ["b"])
    #expect(!wiring.isSettled, "its output may be about to go")
    now += MIDIWiring.patience
    #expect(look("a", "b") == ["b"])
    #expect(wiring.isSettled)
    gone += 1
    #expect(look("a", "b") == ["b"])
    (wiring, connected, gone) = (wiring.begunAgain(), [], 0)
    #expect(look("a", "b") == ["b"])
    connected.insert("a")
    #expect(look("a", "b") == ["a", "b"])
    (wiring, connected) = (wiring.begunAgain(), [])
    #expect(look("a", "b") == ["a", "b"])
  }

  @Test("What people make is made again when it comes back, also between two looks")
  mutating func made() {
    #expect(look("a", "p") == ["a"])
    connected.insert("p")
    #expect(look("a", "p") == ["a", "p"])
    gone += 1
    #expect(look("a") == ["a"])
    #expect(look("a", "p") == ["a", "p"])
    (gone, connected) = (gone + 1, ["a"])
    #expect(look("a", "p") == ["a", "p"], "it was gone for a moment")
  }

  @Test("A connection that ends before its output does is none that people cut")
  mutating func unplugged() {
    #expect(look("a") == ["a"])
    connected = []
    #expect(look("a") == [])
    (gone, now) = (gone + 1, now + .milliseconds(100))
    #expect(look() == [])
    #expect(look("a") == ["a"])
  }

  @Test("What could not be connected is tried again, and is not taken for cut")
  mutating func failed() {
    for _ in 0..<3 {
      #expect(wiring.look(["a"], wanted: ["a"], connected: [], gone: 0, at: now) == ["a"])
      #expect(!wiring.isSettled)
      now += .seconds(1)
    }
  }
}
