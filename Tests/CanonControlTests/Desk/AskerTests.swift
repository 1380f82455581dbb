import CanonEngine
import Testing

@testable import CanonControl

/// The names of those who ask.
@Suite struct AskerTests {
  @Test("Whoever asks for a change has a name")
  func usual() {
    #expect(
      Asker.usual.map(\.word) == [
        "group", "follow", "end", "clock", "door", "recovery", "score", "device", "folder", "input",
        "keyboard",
        "mouse", "socket",
      ])
    #expect(Set(Asker.usual).count == Asker.usual.count)
  }

  @Test("Only people and other programs wait for an answer")
  func somebody() {
    #expect(Asker.usual.filter(\.isSomebody).map(\.word) == ["input", "keyboard", "mouse", "socket"])
  }

  @Test func aNameIsAlwaysTheSameAsker() {
    var names = AskerNames()
    let first = names.asker(named: "osc 10.0.0.2")
    #expect(names.asker(named: "osc 10.0.0.3") != first)
    #expect(names.asker(named: "osc 10.0.0.2") == first)
    #expect(names.name(of: first) == "osc 10.0.0.2")
  }

  @Test func whenAllNumbersAreTakenTheKindIsWhoAsks() {
    var names = AskerNames()
    let kind = names.asker(named: "osc")
    for number in 0..<300 { _ = names.asker(named: "web \(number)") }
    #expect(names.asker(named: "osc 10.0.0.9") == kind)
    #expect(names.name(of: names.asker(named: "midi 1")) == "input")
  }

  @Test("Names from files leave numbers for others, whatever they are")
  func kept() {
    var names = AskerNames()
    let first = names.asker(named: "osc 10.0.0.2", sparing: AskerNames.spared)
    for number in 0..<300 { _ = names.asker(named: "file \(number)", sparing: AskerNames.spared) }
    #expect(names.asker(named: "osc 10.0.0.2", sparing: AskerNames.spared) == first)
    let late = names.asker(named: "file 300", sparing: AskerNames.spared)
    #expect(names.name(of: late) == "input")
    for number in 0..<AskerNames.spared {
      let surface = names.asker(named: "surface \(number)")
      #expect(names.name(of: surface) == "surface \(number)")
    }
  }

  @Test("Each guest has a number of its own, and all of a kind have one name")
  func guests() {
    var names = AskerNames()
    let guests = (0..<64).map { _ in names.guest(named: "socket") }
    #expect(Set(guests).count == 64)
    #expect(guests.allSatisfy { names.name(of: $0) == "socket" && $0.isSomebody })
    #expect(!guests.contains(names.asker(named: "socket")))
  }

  @Test("A number that was given back is taken again as late as possible, and keeps its name until then")
  func reused() {
    var names = AskerNames()
    let first = names.guest(named: "socket")
    names.leave(first)
    names.leave(first)
    #expect(names.name(of: first) == "socket")
    let others = (1..<AskerNames.mostGuests).map { _ in names.guest(named: "web") }
    #expect(!others.contains(first) && Set(others).count == others.count)
    #expect(names.guest(named: "web") == first)
    #expect(names.name(of: first) == "web")
  }

  @Test("When all numbers are taken, guests share the asker of their name")
  func crowd() {
    var names = AskerNames()
    for _ in 0..<AskerNames.mostGuests { _ = names.guest(named: "socket") }
    #expect(names.guest(named: "socket") == names.asker(named: "socket"))
    for number in 0..<300 { _ = names.asker(named: "web \(number)") }
    #expect(names.name(of: names.guest(named: "socket")) == "socket", "names take no guest's number")
  }
}
