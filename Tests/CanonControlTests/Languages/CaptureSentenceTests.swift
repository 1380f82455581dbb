import CanonEngine
import CanonFiles
import CanonSession
import CanonStems
import Testing

@testable import CanonControl

/// What canon says of captures.
@Suite struct CaptureSentenceTests {
  private static func status(_ isAdded: Bool, _ sources: [String]) -> CaptureStatus {
    CaptureStatus(stem: "voice", isAdded: isAdded, from: 0, until: 96_000, latency: 0, sources: sources)
  }

  @Test(
    "What happens to a capture",
    arguments: [
      (
        .began(status(false, ["system:capture_1", "system:capture_2"]), after: 1.25, latency: 0),
        "Capturing voice from system:capture_1 and system:capture_2: it begins in 1.3 s, and sounds from its end on."
      ),
      (
        .began(status(true, ["mic:out"]), after: 0, latency: 0.0213),
        "Capturing what is added to voice from mic:out: it begins in 0.0 s, and sounds from its end on. The latency of the ports, 21.3 ms, is taken out."
      ),
      (
        .captured(stem: "voice", seconds: 2, missing: 0, path: "a/voice.wav"),
        "Captured: voice, 2.0 s. It is kept in a/voice.wav."
      ),
      (
        .captured(stem: "voice", seconds: 2, missing: 0.5, path: nil),
        "Captured: voice, 2.0 s, of which the server has not played 0.5 s, silent in it. No file keeps it; copy it into the set: keep voice"
      ),
      (
        .ended(stem: "voice", .cancelled),
        "The capture of voice has ended, and nothing of it stays: it was ended with capture off."
      ),
      (
        .notKept(stem: "voice", SoundProblem("a/voice.wav", .system(28)).fileProblem),
        "What voice has captured plays, but no file keeps it. a/voice.wav: found No space left on device, expected a file that can be used. Make room on the disk. Copy it into the set: keep voice"
      ),
      (.kept(stem: "voice", path: "set/voice.wav"), "The set has voice now: set/voice.wav."),
    ] as [(CaptureNews, String)])
  func news(news: CaptureNews, sentence: String) {
    #expect(Language.english.wording.note(.capture(news)) == sentence)
  }

  @Test(
    "Why nothing is captured",
    arguments: [
      (.taken("base"), "the set has a stem \"base\". Take another id, or add to it: capture base add"),
      (
        .input(.unknownSource("mik", known: ["mic:out", "system:capture_1"])),
        "no port or client \"mik\" sends sound. There are: mic:out and system:capture_1"
      ),
      (
        .tooShort(seconds: 0.0251, least: 0.0533),
        "0.025 s are too short with the latency and the period of the server. Expected at least 0.053 s: capture more loops or bars."
      ),
      (
        .otherLength(stem: "voice", seconds: 4, own: 2),
        "4.0 s are not as long as the loop of voice, 2.0 s. Leave the length out: capture voice add"
      ),
      (
        .memory(needed: 3 << 30, available: 4 << 30),
        "the capture needs 3072 MiB of memory. canon takes at most half of what is free, 2048 of 4096 MiB. Capture less, or end other programs."
      ),
    ] as [(CaptureProblem, String)])
  func problems(problem: CaptureProblem, sentence: String) {
    #expect(CommandProblem.notCaptured(problem).message == sentence)
  }

  @Test(
    "A line of the journal says what it is captured as",
    arguments: [
      "capture voice", "capture voice add", "capture voice loops 2",
      "capture voice add bars 4 from system:capture_1", "capture off", "keep voice",
    ])
  func written(line: String) throws {
    guard case .command(let command) = try CommandParser.read(line, at: .lines) else {
      Issue.record("no command")
      return
    }
    #expect(command.description == line)
  }

  @Test("Only a wrong request is the command's own fault")
  func usage() {
    for problem: CaptureProblem in [.id("a b"), .taken("a"), .twoLengths, .notALoop(stem: "a"), .tooLong] {
      #expect(CommandProblem.notCaptured(problem).isUsage)
    }
    for problem: CaptureProblem in [
      .standing, .noServer, .nothingUnderWay, .notPlaying(stem: "a"), .input(.noSource),
    ] {
      #expect(!CommandProblem.notCaptured(problem).isUsage)
    }
  }
}
