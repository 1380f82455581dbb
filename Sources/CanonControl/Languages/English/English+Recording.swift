import CanonFiles
import CanonSession

/// Recordings in English.
extension English {
  func recording(_ news: RecordNews) -> String {
    switch news {
    case .began(let path): "Recording to \(CleanText.clean(path))."
    case .ended(let status): "Recorded: \(recorded(status))."
    case .lost(let path, let lost, let at):
      "The disk was too slow for \(seconds(lost)) of the recording \(CleanText.clean(path)), which are silent in it at \(clock(at)). "
        + "Record to a faster disk."
    case .failed(let status, let problem):
      "The recording ends here, the music goes on: \(problem.fileProblem.text(.english)) Recorded: \(recorded(status))."
    case .refused(let problem): "Nothing is recorded: \(record(problem))"
    case .converted(let path, let clipped):
      "The recording is \(CleanText.clean(path)) now"
        + (clipped == 0
          ? "."
          : "; samples beyond full scale were cut (\(clipped)), which a .wav file would hold.")
    case .notConverted(let recording, let problem):
      "The recording stays \(CleanText.clean(recording)): \(problem.fileProblem.text(.english))"
    }
  }

  /// `take-1.wav, 0:12:05`
  private func recorded(_ status: RecordStatus) -> String {
    "\(CleanText.clean(status.path)), \(clock(status.seconds))"
      + (status.lost > 0 ? ", of which \(seconds(status.sampleRate.seconds(status.lost))) were lost" : "")
  }

  func recordingGoesOn(_ status: RecordStatus) -> String {
    "Recording to \(CleanText.clean(status.path)): \(clock(status.seconds))"
      + (status.lost > 0 ? ", \(seconds(status.sampleRate.seconds(status.lost))) lost." : ".")
  }

  func recordingMark(_ status: RecordStatus) -> String { "REC \(clock(status.seconds))" }

  /// `0:12:05`
  private func clock(_ seconds: Double) -> String { RecordStatus.clock(seconds) }

  func record(_ problem: RecordProblem) -> String {
    switch problem {
    case .format(let name):
      "\(CleanText.quote(name)) is no name of a recording. Expected one that ends in .wav or .flac, e.g. record start take-1.wav."
    case .cannotWrite(let problem): problem.fileProblem.text(.english)
    case .underWay(let path): "\(CleanText.clean(path)) is being recorded. End that first: record stop"
    case .nothingUnderWay: "nothing is being recorded. Begin with: record start"
    case .noServer: "there is no JACK server to record from. Repeat it when canon plays again."
    case .noPorts:
      "the set has no outputs beside the master, or more stems than JACK has ports for. Record the master: --record FILE"
    case .memory(let needed, let available):
      "the recording needs \(needed >> 20) MiB of memory for the time in which a disk may stand still, and \(available >> 20) MiB are free. "
        + "Record fewer outputs, or end other programs."
    }
  }
}
