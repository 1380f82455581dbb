import Testing

@testable import CanonJack

/// What is known of who listens to which port, before and between the looks.
@Suite struct PortWatchTests {
  /// Ports of a server that is never asked.
  private static func watch(pairs: Int) -> PortWatch {
    PortWatch((1...(2 * pairs)).map { OpaquePointer(bitPattern: $0)! })
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
    let ports = (0..<4).map { UInt(bitPattern: watch.port($0)) }
    let count = watch.pairCount
    #expect(ports == [1, 2, 3, 4] && count == 2)
  }

  @Test("There is a change at the start, and a check clears it")
  func change() {
    let watch = Self.watch(pairs: 1)
    var changes = [watch.hasChanged]
    watch.look { false }
    changes.append(watch.hasChanged)
    watch.noteChange()
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

  @Test("The wiring is notified of each change once")
  func wiring() {
    let watch = Self.watch(pairs: 1)
    var changes = [watch.takeWiringChange()]
    watch.noteChange()
    changes += [watch.takeWiringChange(), watch.takeWiringChange()]
    #expect(changes == [false, true, false])
  }
}
