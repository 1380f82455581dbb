import CanonSession
import Testing

@testable import CanonJack

/// What is known of who listens to which port, before and between the looks.
@Suite struct PortWatchTests {
  /// Ports of a server that is never asked.
  private static func watch(pairs: Int) -> PortWatch {
    let watch = PortWatch()
    for number in 0..<pairs {
      watch.put((port(2 * number + 1), port(2 * number + 2)), at: pair(number))
    }
    return watch
  }

  private static func port(_ number: Int) -> OpaquePointer { OpaquePointer(bitPattern: number)! }

  /// The master, then stems.
  private static func pair(_ number: Int) -> Int { number == 0 ? 0 : PortWatch.firstStem + number - 1 }

  @Test("There is room for as many buses as a set can have, before the stems")
  func room() {
    #expect(PortWatch.firstStem - PortWatch.firstBus == OutputPlan.mostBuses)
  }

  @Test("A pair whose ports are taken away is neither heard nor examined")
  func taken() {
    let watch = Self.watch(pairs: 4)
    watch.put(nil, at: Self.pair(2))
    var examined = 0
    watch.look {
      examined += 1
      return false
    }
    let (left, isHeard) = (watch.port(2 * Self.pair(2)) == nil, watch.isHeard(Self.pair(2)))
    #expect(examined == 2 && left && !isHeard)
  }

  @Test("The inputs have their sides, and each port for MIDI its place")
  func otherPorts() {
    let watch = PortWatch()
    let before = watch.inputs == nil && MIDIPort.allCases.allSatisfy { watch[$0] == nil }
    watch.putInputs(Self.port(1), Self.port(2))
    let inputs = watch.inputs.map { [UInt(bitPattern: $0.left), UInt(bitPattern: $0.right)] }
    for (number, port) in MIDIPort.allCases.enumerated() { watch[port] = Self.port(number + 3) }
    let midi = [watch.control, watch.clock, watch.lights].map { UInt(bitPattern: $0) }
    let same = MIDIPort.allCases.map { UInt(bitPattern: watch[$0]) }
    #expect(before && inputs == [1, 2] && midi == [3, 4, 5] && same == midi)
  }

  @Test("What happens to ports is noted for both wirings; what has gone is known by its number")
  func events() {
    let watch = PortWatch()
    var changes = [watch.consumeWiringChange()]
    watch.notePort(7, isNew: true)
    changes.append(watch.consumeWiringChange())
    watch.notePort(8, isNew: false)
    changes.append(watch.consumeWiringChange())
    watch.noteChange(1, 2, isMade: true)
    watch.noteChange(3, 4, isMade: false)
    changes.append(watch.consumeWiringChange())
    let expected: [PortEvents.Event] = [
      .init(kind: .gone, port: 8), .init(kind: .connected, port: 1, input: 2),
      .init(kind: .disconnected, port: 3, input: 4),
    ]
    let (events, midi) = (watch.events.drain(), watch.midiEvents.drain())
    #expect(changes == [true, true, true, true] && events == expected && midi == expected)
  }

  @Test("An output has a left and a right port, in JACK and for people")
  func names() {
    let names = PortName.pair("violin-a", "Violin A")
    #expect(names.left == PortName(port: "violin-a_1", pretty: "Violin A left"))
    #expect(names.right == PortName(port: "violin-a_2", pretty: "Violin A right"))
    let plan = OutputPlan(stems: [OutputPlan.Output(id: "flute", title: "Flute")])
    #expect(plan.pairs(title: "Evening")[0] == OutputPlan.Output(id: "master", title: "Evening"))
  }

  @Test("Before the first check no port counts as connected")
  func notLookedAt() {
    let watch = Self.watch(pairs: 3)
    let heard = (0..<3).map { watch.isHeard($0) }
    #expect(heard == [false, false, false])
  }

  @Test("Each pair has a left and a right port")
  func ports() {
    let watch = Self.watch(pairs: 2)
    let ports = [0, 1, 2 * Self.pair(1), 2 * Self.pair(1) + 1].map { UInt(bitPattern: watch.port($0)) }
    let end = watch.pairEnd
    #expect(ports == [1, 2, 3, 4] && end == Self.pair(1) + 1)
  }

  @Test("There is a change at the start, and a check clears it")
  func change() {
    let watch = Self.watch(pairs: 1)
    var changes = [watch.hasChanged]
    watch.look { false }
    changes.append(watch.hasChanged)
    watch.noteChange(0, 0, isMade: true)
    changes.append(watch.hasChanged)
    #expect(changes == [true, false, true])
  }

  @Test(
    "After a change every pair but the master's is examined, else at most 32",
    arguments: [(10, 9), (100, 32)])
  func few(pairs: Int, count: Int) {
    let watch = Self.watch(pairs: pairs)
    let examined = (0..<2).map { _ in
      var examined = 0
      watch.look {
        examined += 1
        return false
      }
      return examined
    }
    #expect(examined == [pairs - 1, count])
  }

  @Test("The wiring is notified once at first, and then of each change once")
  func wiring() {
    let watch = Self.watch(pairs: 1)
    var changes = [watch.consumeWiringChange()]
    watch.noteChange(0, 0, isMade: true)
    changes += [watch.consumeWiringChange(), watch.consumeWiringChange()]
    #expect(changes == [true, true, false])
  }
}
