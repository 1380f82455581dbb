import CanonLiveSupport
import CanonTestSupport
import Foundation
import Testing

/// Whatever the terminal does, the audio does not know of it.
extension LiveTests.Screen {
  /// Bytes as a cat on a keyboard sends them, but for those of which a terminal makes a signal or stands still: Ctrl-C,
  /// Ctrl-\, Ctrl-Z, Ctrl-S, Ctrl-Q.
  private static func garbage(_ count: Int, seed: UInt64) -> [UInt8] {
    var random = SplitMix64(seed: seed)
    return (0..<count).lazy.map { _ in UInt8.random(in: 0...255, using: &random) }
      .filter { ![3, 17, 19, 26, 28].contains($0) }
  }

  @Test("300 sizes, 50 kB of garbage, pastes of 1 MB, and a window that is shut: not one frame is lost")
  func torture() throws {
    let set = try FullSet()
    let journal = set.folder.file("live.journal")
    // What random bytes cannot press.
    _ = try set.folder.write("[keys]\nquit = [\"f12\"]\n", to: "config/canon/keys.toml")
    let server = try DummyServer.started("canon-test-torture")
    defer { server.stop() }
    let capture = try CaptureClient(server: server.name, seconds: 240)
    let terminal = try PseudoTerminal(
      ["play", set.path, "--server", server.name, "--connect", CaptureClient.name, "--journal", journal],
      environment: ["XDG_STATE_HOME": set.folder.file("state"), "XDG_CONFIG_HOME": set.folder.file("config")])
    func waitForJournal(_ line: String) throws {
      try waitUntil("the journal has: \(line)") {
        try FileManager.default.fileExists(atPath: journal)
          && Journal(journal).lines.contains { $0.hasSuffix(" " + line) }
      }
    }
    /// The screen takes commands still.
    func expectAlive(_ gain: Int) throws {
      // Ctrl-G leaves a command line that garbage has opened, and does nothing else.
      try terminal.type("\u{7}\u{7}\u{7}\u{7}:gain master \(gain)\r")
      try waitForJournal("gain master \(gain).0")
    }
    // Not the message that says so: on a screen of this size a longer one (these stems clip) may take its place.
    try waitUntil("canon plays") { capture.soundingFrames > 0 }
    try terminal.type("34@")
    try waitForJournal("press bass now")

    var random = SplitMix64(seed: 2015)
    for number in 1...300 {
      let shown = terminal.shownCount
      terminal.resize(
        columns: .random(in: 1...300, using: &random), rows: .random(in: 1...100, using: &random))
      // As fast as a hand can drag, and now and then as fast as canon draws.
      if number % 10 == 0 { try waitUntil("the screen is drawn") { terminal.shownCount > shown } }
    }
    terminal.resize(columns: 80, rows: 24)
    try expectAlive(-1)
    try terminal.type(Self.garbage(50_000, seed: 24))
    try expectAlive(-2)
    try terminal.type("\u{1b}[200~")
    try terminal.type(repeatElement(UInt8(ascii: "4"), count: 1_000_000))
    try terminal.type("\u{1b}[201~")
    try expectAlive(-3)
    // As terminals paste that do not mark it.
    try terminal.type(":")
    try terminal.type(repeatElement(UInt8(ascii: "x"), count: 100_000))
    try expectAlive(-4)
    let heard = capture.soundingFrames
    try waitUntil("the music goes on") { capture.soundingFrames > heard + 48_000 }
    terminal.shut()
    #expect(try terminal.finish() == 0)
    let recording = capture.finish()

    let lines = try Journal(journal).lines
    #expect(lines.last?.hasSuffix(" quit") == true, "the journal is finished: \(lines.suffix(3))")
    #expect(!lines.contains { $0.contains(" skip ") })
    #expect(recording.gapCount == 0)
    let start = try #require(recording.firstSound)
    let clock = #"{"event":"clock","frame":0,"server_frame":\#(start)}"#
    let comparison = try Comparison(
      recording, lines: [clock], source: set.path, journal: journal, fromFirstSound: true)
    #expect(comparison.positions?.lowerBound == 0, "the first downbeat was captured")
    #expect(comparison.different == 0, "\(comparison.summary)")
    #expect(comparison.frames > recording.left.count / 2)
  }
}

extension Recording {
  /// How often a cycle does not begin where the one before ended.
  var gapCount: Int {
    zip(cycles, cycles.dropFirst()).count { $0.time &+ UInt32($0.frames) != $1.time }
  }

  /// The server's time of the first frame that is not silence.
  var firstSound: UInt32? {
    var first: UInt32?
    forEachCycle { time, left, _ in
      if first == nil, let index = left.firstIndex(where: { $0 != 0 }) {
        first = time &+ UInt32(index - left.startIndex)
      }
    }
    return first
  }
}
