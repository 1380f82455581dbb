import CanonFiles
import CanonSession

/// Recordings in English.
extension English {
  func recording(_ news: RecordNews) -> String {
    switch news {
    case .began(let path): "Recording to \(CleanText.clean(path))."
    case .ended(let status): "Recorded: \(recorded(status))."
    case .lost(let path, let lost, let at):
      "The disk was too slow: \(seconds(lost)) of \(CleanText.clean(path)) are lost, and silent from \(clock(at)) on. Record to a faster disk."
    case .failed(let status, let problem):
      "The recording has ended; the music continues. \(problem.fileProblem.text(.english)) Recorded: \(recorded(status))."
    case .cannotGoOn(let problem): "The recording cannot go on as it is: \(record(problem))"
    case .converts(let path): "Making \(CleanText.clean(path)) of the recording."
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
      "\(CleanText.quote(name)) is not a name for a recording. Expected one that ends in .wav or .flac, e.g. record start take-1.wav."
    case .cannotWrite(let problem): problem.fileProblem.text(.english)
    case .underWay(let path): "\(CleanText.clean(path)) is being recorded. Stop it first: record stop"
    case .nothingUnderWay: "nothing is being recorded. Begin with: record start"
    case .noServer: "there is no JACK server to record from. Repeat it when canon plays again."
    case .noPorts: "the set has more stems than JACK has ports for. Record the master: --record FILE"
    case .noOutputs: "the set has no outputs besides the master. Record that: --record FILE"
    case .memory(let outputs, let needed, let available):
      "recording \(outputs) outputs needs \(needed >> 20) MiB of memory, for the time in which a disk may stand still. canon takes at most half of what is free, "
        + "\(available >> 21) of \(available >> 20) MiB. Record fewer outputs, or end other programs."
    }
  }
}
