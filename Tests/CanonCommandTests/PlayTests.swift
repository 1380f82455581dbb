import CanonLiveSupport
import Foundation
import Testing

/// `canon play` where no server is, nor may be started.
@Suite struct PlayTests {
  private static let wayOn =
    "Start one, e.g. with qjackctl or \"jackd -d alsa\"; or let canon start a private one "
    + "(without --no-start-server and --server); or play to a file with \"canon render\". A server that runs "
    + "elsewhere is reached with --server NAME or JACK_DEFAULT_SERVER, by the same user."

  @Test func withoutAServerItSaysTheWaysOn() throws {
    let canon = try Canon("play", "Schedules/always.toml", "--no-start-server")
    #expect(canon.status == 69)
    #expect(canon.output == [])
    #expect(canon.errors == ["canon: no JACK server (default) answers. " + Self.wayOn])
  }

  @Test func aServerThatWasNamedIsNamedAgain() throws {
    let canon = try Canon("play", "Schedules/always.toml", "--server", "canon-test-none")
    #expect(canon.status == 69)
    #expect(canon.output == [])
    #expect(canon.errors == ["canon: no JACK server called \"canon-test-none\" answers. " + Self.wayOn])
  }

  @Test func withoutAServerNoJournalIsBegun() throws {
    let folder = try TestFolder()
    let journal = folder.file("evening.journal")
    let canon = try Canon("play", "Schedules/always.toml", "--no-start-server", "--journal", journal)
    #expect(canon.status == 69)
    #expect(!FileManager.default.fileExists(atPath: journal))
  }

  @Test func aWrongFileIsSaidBeforeAnyServerIsLookedFor() throws {
    let canon = try Canon("play", "nowhere.toml", "--no-start-server")
    #expect(canon.status == 65)
    #expect(
      canon.errors == [
        "canon: nowhere.toml: found no such file, expected a schedule or a set (a text file). "
          + "Check the name and the folder."
      ])
  }
}
