import CanonControl
import CanonFiles
import CanonSession
import Testing

@testable import CanonMIDI

/// The table `[midi]` of a set, over the user's own map.
@Suite struct MIDIMapOfSetTests {
  private static let user = """
    ports = ["pad"]
    clock = ["synth"]
    [stems]
    notes = [36, 37]
    gains = [0, 1]
    [note]
    48 = "panic"
    "10:49" = "scene verse"
    50 = "scene intro"
    """

  private static let set = """
    title = "A set"
    [midi]
    transport = true
    clock = []
    [midi.stems]
    notes = [60]
    [midi.note]
    48 = "press violin-a bar"
    49 = "next"
    """

  private func map() throws -> MIDIMap {
    let own = try #require(try MIDIMap.own(path: "set.toml", text: Self.set))
    return try MIDIMap.parse(path: "midi.toml", text: Self.user).under(own)
  }

  private func line(_ number: Int, channel: Int? = nil, in map: MIDIMap) -> String? {
    let source = MIDISource(kind: .note, channel: channel, number: number)
    guard case .button(let press, _)? = map.actions(for: ["cello", "violin-a"]).action(of: source) else {
      return nil
    }
    return "\(press)"
  }

  @Test(
    "What the set says comes first, also before the user's line for one channel; the user's map says the rest"
  )
  func layers() throws {
    let map = try map()
    #expect(line(48, in: map) == "press violin-a bar")
    #expect(line(49, channel: 10, in: map) == "next")
    #expect(line(50, in: map) == "scene intro")
    #expect(map.followsTransport && map.ports?.count == 1 && map.clock == [])
    // The rows are the set's as a whole.
    #expect(line(60, in: map) == "press cello" && line(36, in: map) == nil)
    #expect(map.rows.map(\.effect) == [.notes])
  }

  @Test("A set without the table has none, and a set with an empty one leaves the user's map as it is")
  func nothing() throws {
    #expect(try MIDIMap.own(path: "set.toml", text: "title = \"A set\"") == nil)
    let empty = try #require(try MIDIMap.own(path: "set.toml", text: "[midi]"))
    let user = try MIDIMap.parse(path: "midi.toml", text: Self.user)
    #expect(user.under(empty) == user)
  }

  @Test(
    "Its problems have the set's lines",
    arguments: [
      ("midi = 3", 1, "midi"), ("title = \"x\"\n[midi]\nclocks = []", 3, "clocks"),
      ("[midi.note]\n200 = \"panic\"", 2, "200"), ("[midi.note]\n36 = \"quit\"", 2, "36"),
    ])
  func problems(text: String, line: Int, field: String) throws {
    do {
      _ = try MIDIMap.own(path: "set.toml", text: text)
      Issue.record("no problem")
    } catch {
      #expect(error.problems.map(\.line) == [line])
      #expect(error.problems[0].field?.hasSuffix(field) == true, "\(error.problems)")
      #expect(error.problems[0].file == "set.toml")
    }
  }

  @Test("What the set says is known as the set's")
  func known() throws {
    let map = try map()
    let numbers = map.ofSet.map(\.number).sorted()
    #expect(numbers == [48, 49])
  }
}
