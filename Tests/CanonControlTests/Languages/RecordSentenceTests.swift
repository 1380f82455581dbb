import CanonEngine
import CanonFiles
import CanonSession
import CanonStems
import Foundation
import Testing

@testable import CanonControl

/// What canon says of recordings.
@Suite struct RecordSentenceTests {
  private static let take = RecordStatus(path: "take.wav", frames: 48_000 * 725, sampleRate: .studio)
  private static let poor = RecordStatus(
    path: "take.wav", frames: 48_000 * 3725, lost: 120_000, sampleRate: .studio)

  @Test(
    "What happens to a recording",
    arguments: [
      (.began(path: "take.wav"), "Recording to take.wav."),
      (.ended(take), "Recorded: take.wav, 0:12:05."),
      (.ended(poor), "Recorded: take.wav, 1:02:05, of which 2.5 s were lost."),
      (
        .lost(path: "take.wav", seconds: 2.5, at: 61),
        "The disk was too slow for 2.5 s of the recording take.wav, which are silent in it at 0:01:01. Record to a faster disk."
      ),
      (
        .failed(take, SoundProblem("take.wav", .system(ENOSPC))),
        "The recording ends here, the music goes on: take.wav: found No space left on device, expected a file that can be used. Make room on the disk. Recorded: take.wav, 0:12:05."
      ),
      (
        .refused(.underWay("a.wav")),
        "Nothing is recorded: a.wav is being recorded. End that first: record stop"
      ),
      (.converted(path: "take.flac", clipped: 0), "The recording is take.flac now."),
      (
        .converted(path: "take.flac", clipped: 17),
        "The recording is take.flac now; samples beyond full scale were cut (17), which a .wav file would hold."
      ),
    ] as [(RecordNews, String)])
  func news(news: RecordNews, sentence: String) {
    #expect(Language.english.wording.note(.recording(news)) == sentence)
  }

  @Test(
    "Why nothing is recorded",
    arguments: [
      (
        .format("a.mp3"),
        "\"a.mp3\" is no name of a recording. Expected one that ends in .wav or .flac, e.g. record start take-1.wav."
      ),
      (.nothingUnderWay, "nothing is being recorded. Begin with: record start"),
      (.noServer, "there is no JACK server to record from. Repeat it when canon plays again."),
      (
        .memory(needed: 3 << 30, available: 2 << 30),
        "the recording needs 3072 MiB of memory for the time in which a disk may stand still, and 2048 MiB are free. Record fewer outputs, or end other programs."
      ),
    ] as [(RecordProblem, String)])
  func problems(problem: RecordProblem, sentence: String) {
    #expect(CommandProblem.notRecorded(problem).message == sentence)
  }

  @Test("Only a wrong name is the command's own fault")
  func usage() {
    #expect(CommandProblem.notRecorded(.format("a")).isUsage)
    for problem in [RecordProblem.underWay("a"), .nothingUnderWay, .noServer, .noPorts] {
      #expect(!CommandProblem.notRecorded(problem).isUsage)
    }
  }
}
