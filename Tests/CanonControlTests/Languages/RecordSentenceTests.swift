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
        "The disk was too slow: 2.5 s of take.wav are lost, and silent from 0:01:01 on. Record to a faster disk."
      ),
      (
        .failed(take, SoundProblem("take.wav", .system(ENOSPC))),
        "The recording has ended; the music continues. take.wav: found No space left on device, expected a file that can be used. Make room on the disk. Recorded: take.wav, 0:12:05."
      ),
      (
        .cannotGoOn(.noOutputs),
        "The recording cannot go on as it is: the set has no outputs besides the master. Record that: --record FILE"
      ),
      (.converts(path: "take.flac"), "Making take.flac of the recording."),
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
        "\"a.mp3\" is not a name for a recording. Expected one that ends in .wav or .flac, e.g. record start take-1.wav."
      ),
      (.nothingUnderWay, "nothing is being recorded. Begin with: record start"),
      (.noServer, "there is no JACK server to record from. Repeat it when canon plays again."),
      (
        .memory(outputs: 30, needed: 3 << 30, available: 4 << 30),
        "recording 30 outputs needs 3072 MiB of memory, for the time in which a disk may stand still. canon takes at most half of what is free, 2048 of 4096 MiB. Record fewer outputs, or end other programs."
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
