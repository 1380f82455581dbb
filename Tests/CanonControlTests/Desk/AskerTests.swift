import CanonEngine
import Testing

@testable import CanonControl

/// The names of those who ask.
@Suite struct AskerTests {
  @Test("Whoever asks for a change has a name")
  func usual() {
    #expect(
      Asker.usual.map(\.word) == [
        "group", "follow", "end", "clock", "door", "recovery", "score", "input", "keyboard", "mouse",
        "socket",
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
}
