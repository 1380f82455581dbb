import CanonControl
import CanonSession
import Testing

/// Where each word can be used.
@Suite struct PlaceTests {
  private func names(_ place: Place) -> Set<String> { Set(Vocabulary.words(at: place).map(\.name)) }

  private func message(_ line: String, at place: Place) -> String {
    do {
      return "no problem: \(try CommandParser.read(line, at: place))"
    } catch {
      return error.message
    }
  }

  @Test func theScreenLinesAndTheSocketHaveAllWordsThatPeopleSay() {
    #expect(names(.screen) == names(.lines))
    #expect(names(.socket) == names(.lines).union(["watch"]))
    #expect(names(.lines).isSuperset(of: ["press", "quit", "replace", "status", "doors", "help"]))
  }

  @Test("Words that only show something are refused in files", arguments: [Place.scores, .journals, .scenes])
  func views(place: Place) {
    #expect(names(place).isDisjoint(with: ["status", "doors", "help", "watch"]))
  }

  @Test func whoReachesCanonOverTheNetworkNeitherEndsItNorNamesAFile() {
    #expect(
      names(.lines).subtracting(names(.network))
        == ["capture", "keep", "learn", "pair", "pairings", "quit", "record", "replace", "unpair"])
    let namesAFile = Vocabulary.words(at: .network).filter { word in
      word.forms.joined().contains { $0.kind == .file || $0.kind == .recording }
    }
    #expect(namesAFile.isEmpty)
  }

  @Test func onlyJournalsSayThatADoorOpensOrShuts() {
    for place in Place.allCases {
      #expect(names(place).isDisjoint(with: ["open", "shut"]) == (place != .journals))
    }
    #expect(throws: Never.self) { try CommandParser.parse("open cello", at: .journals) }
  }

  @Test(
    "A word in the wrong place is told where it belongs",
    arguments: [
      (
        "quit", Place.network,
        "\"quit\" cannot be used over the network, only on the screen, in line mode, on the control socket, in a score, in a journal."
      ),
      (
        "status", .scores,
        "\"status\" cannot be used in a score, only on the screen, in line mode, on the control socket, over the network."
      ),
      ("watch", .lines, "\"watch\" cannot be used in line mode, only on the control socket."),
      ("shut cello", .scores, "\"shut\" cannot be used in a score, only in a journal."),
      (
        "skip 5", .scenes,
        "\"skip 5\" cannot be part of a scene: it is not a change of stems on one frame."
      ),
    ])
  func wrongPlace(line: String, place: Place, message: String) {
    #expect(self.message(line, at: place) == message)
  }
}
