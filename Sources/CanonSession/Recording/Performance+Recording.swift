import CanonEngine

/// Recordings of what the driver delivers.
extension Performance {
  /// The longest time that a disk is waited for at the end.
  static let longestDrain = Duration.seconds(20)
  /// The longest time that a FLAC file is waited for at the end.
  static let longestConversion = Duration.seconds(600)

  /// Records from the clock's first frame on. Call it before there is an engine.
  public func recordFromStart(_ request: RecordRequest) { recordsFromStart = request }

  /// Begins a recording with the next period.
  public func record(_ request: RecordRequest) async throws(CommandProblem) {
    // What a stem gives to a port is recorded from the first frame on.
    if request.folder != nil {
      await awaitOutputs()
      // The file of an output without a port would be silent.
      if offered?.missing != nil { throw .notRecorded(.noPorts) }
    }
    guard let rate = deck.sampleRate, !deck.isAway else { throw .notRecorded(.noServer) }
    if hasEnded { throw .ended }
    switch await recorder.begin(request, at: rate, outputs.plan) {
    case .success(let status): note(.recording(.began(path: status.path)))
    case .failure(let problem): throw .notRecorded(problem)
    }
  }

  /// Ends the recording, once everything is written.
  public func endRecording() async throws(CommandProblem) {
    guard await recorder.end() != nil else { throw .notRecorded(.nothingUnderWay) }
  }

  /// Begins the recording that is to begin with the clock, or goes on at another rate.
  func record(from rate: SampleRate) async throws(RecordProblem) {
    guard let request = recordsFromStart.take() else {
      recorder.move(to: rate, outputs.plan)
      return
    }
    let status = try await recorder.begin(request, at: rate, outputs.plan, waitsForClock: true).get()
    note(.recording(.began(path: status.path)))
  }
}
