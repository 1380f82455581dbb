import CanonEngine
import Testing

@testable import CanonJack

/// The connections of a MIDI port over time: devices a and b, and a program p.
@Suite struct MIDIWiringTests {
  private var wiring = MIDIWiring()
  private var connected: Set<String> = []
  private var news: [MIDIWiring.News]? = []
  private var now = ContinuousClock.now

  /// Looks, and connects what is missing. Each port's number is that of its first letter.
  private mutating func look(_ all: String...) -> Set<String> {
    connected.formIntersection(all)
    let missing = wiring.look(
      all, wanted: all.filter { $0 != "p" }, connected: connected, news: news, at: now)
    news = []
    for port in missing {
      wiring.made(port)
      connected.insert(port)
      news?.append(.connected(port, Self.number(port)))
    }
    return connected
  }

  private static func number(_ port: String) -> UInt32 { UInt32(port.utf8.first!) }

  /// A port goes, and its connection with it.
  private mutating func remove(_ port: String) {
    connected.remove(port)
    news?.append(.gone(Self.number(port)))
  }

  /// People connect a port.
  private mutating func add(_ port: String) {
    connected.insert(port)
    news?.append(.connected(port, Self.number(port)))
  }

  @Test("What is wanted is connected whenever it is there")
  mutating func wanted() {
    #expect(look("a", "p") == ["a"])
    #expect(look("a", "b", "p") == ["a", "b"])
    remove("a")
    #expect(look("b", "p") == ["b"])
    #expect(look("a", "b", "p") == ["a", "b"])
    #expect(wiring.isSettled)
  }

  @Test("What people cut stays cut until they make it again, also for the next client")
  mutating func cut() {
    #expect(look("a", "b") == ["a", "b"])
    connected.remove("a")
    #expect(look("a", "b") == ["b"])
    #expect(!wiring.isSettled, "its port may be about to go")
    now += .milliseconds(499)
    #expect(look("a", "b") == ["b"])
    #expect(!wiring.isSettled)
    now += .milliseconds(1)
    #expect(look("a", "b") == ["b"])
    #expect(wiring.isSettled)
    (wiring, connected, news) = (wiring.begunAgain(), [], [])
    #expect(look("a", "b") == ["b"])
    add("a")
    #expect(look("a", "b") == ["a", "b"])
    (wiring, connected, news) = (wiring.begunAgain(), [], [])
    #expect(look("a", "b") == ["a", "b"])
  }

  @Test("What people cut stays cut when another port goes in the same moment")
  mutating func another() {
    #expect(look("a", "b") == ["a", "b"])
    connected.remove("a")
    remove("b")
    #expect(look("a") == [])
    now += MIDIWiring.patience
    #expect(look("a", "b") == ["b"])
  }

  @Test("What people make is made again when it comes back, also between two looks")
  mutating func made() {
    #expect(look("a", "p") == ["a"])
    add("p")
    #expect(look("a", "p") == ["a", "p"])
    remove("p")
    #expect(look("a") == ["a"])
    #expect(look("a", "p") == ["a", "p"])
    remove("p")
    #expect(look("a", "p") == ["a", "p"], "it was gone for a moment")
  }

  @Test("A connection that ends before its port does is none that people cut")
  mutating func unplugged() {
    #expect(look("a") == ["a"])
    connected = []
    #expect(look("a") == [])
    remove("a")
    now += .milliseconds(100)
    #expect(look("a") == ["a"])
  }

  @Test("When it is not known what has happened, everything wanted is connected again")
  mutating func unknown() {
    #expect(look("a") == ["a"])
    (connected, news) = ([], nil)
    #expect(look("a") == ["a"])
  }

  @Test("What could not be connected is tried again, and is not taken for cut")
  mutating func failed() {
    for _ in 0..<3 {
      #expect(wiring.look(["a"], wanted: ["a"], connected: [], news: [], at: now) == ["a"])
      #expect(!wiring.isSettled)
      now += .seconds(1)
    }
  }

  @Test(
    "Who hears what is sent is told once the server has the connection, and again when something may have been missed"
  )
  func listeners() {
    var wiring = MIDIWiring()
    func look(_ connections: Set<String>, _ news: [MIDIWiring.News]? = []) -> Set<String>? {
      let told = wiring.newListeners(connections, news: news)
      let missing = wiring.look(["pad:in"], wanted: ["pad:in"], connected: connections, news: news, at: .now)
      for port in missing { wiring.made(port) }
      return told
    }
    func expect(_ told: Set<String>?, _ expected: Set<String>?, _ what: Comment) {
      #expect(told == expected, what)
    }
    expect(look([]), nil, "it is being connected")
    expect(look(["pad:in"], [.connected("pad:in", 7)]), ["pad:in"], "it is there")
    expect(look(["pad:in"]), nil, "nothing has happened")
    expect(look(["pad:in"], [.gone(9), .connected("other:in", 10)]), nil, "to other ports")
    expect(look(["pad:in"], [.gone(7), .connected("pad:in", 8)]), ["pad:in"], "it was away for a moment")
    expect(look(["pad:in"], [.connected("pad:in", 8)]), ["pad:in"], "it was cut and made again")
    expect(look(["pad:in"], nil), ["pad:in"], "it is not known what has happened")
    expect(look([], [.gone(8)]), [], "it has gone")
    wiring = wiring.begunAgain()
    expect(look(["pad:in"], [.connected("pad:in", 3)]), ["pad:in"], "a new client")
  }
}

/// Which ports for MIDI there are, and what each is connected to.
@Suite struct MIDIPortsTests {
  @Test("Each port has targets of its own; one that is not asked for is not there")
  func choices() {
    func chosen(_ ports: MIDIPorts) -> [[String]?] {
      MIDIPort.allCases.map { ports.choice(for: $0).map { $0(["all"], ["physical"]) } }
    }
    let plain = MIDIPorts(MIDILink(), sources: { all, _ in all })
    #expect(chosen(plain) == [["all"], nil, nil] && !plain.followsTransport)
    let every = MIDIPorts(
      MIDILink(), sources: { _, physical in physical }, clockTargets: { _, _ in ["clock"] },
      outbox: MIDIOutbox(), lightTargets: { _, _ in ["lights"] }, followsTransport: true)
    #expect(chosen(every) == [["physical"], ["clock"], ["lights"]] && every.followsTransport)
    let inputs = MIDIPort.allCases.filter(\.isInput)
    #expect(inputs == [.control])
  }
}
