import Testing

@testable import CanonJack

/// The connections of `control_in` over time: devices a and b, and a program p.
@Suite struct MIDIWiringTests {
  private var wiring = MIDIWiring()
  private var connected: Set<String> = []
  private var gone = 0

  /// Looks, and connects what is missing.
  private mutating func look(_ all: String...) -> Set<String> {
    connected.formIntersection(all)
    for output in wiring.look(all, wanted: all.filter { $0 != "p" }, connected: connected, gone: gone) {
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
  }

  @Test("What people cut stays cut until they make it again, also for the next client")
  mutating func cut() {
    #expect(look("a", "b") == ["a", "b"])
    connected.remove("a")
    #expect(look("a", "b") == ["b"])
    #expect(look("a", "b") == ["b"])
    (wiring, connected) = (wiring.begunAgain(), [])
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
    connected = ["a"]
    #expect(look("a", "p") == ["a"], "cut")
  }

  @Test("What could not be connected is tried again, and is not taken for cut")
  mutating func failed() {
    #expect(wiring.look(["a"], wanted: ["a"], connected: [], gone: 0) == ["a"])
    #expect(wiring.look(["a"], wanted: ["a"], connected: [], gone: 0) == ["a"])
  }
}
