import CanonLiveSupport
import Testing

/// canon under a server, with a journal, and everything that its master plays.
struct CapturedPlay {
  let canon: CanonProcess
  /// nil for what the journal says was played.
  private let source: String?
  private let folder: TestFolder
  private let capture: CaptureClient
  var journal: String { folder.file("live.journal") }
  var recorded: String { folder.file("live.wav") }

  /// - Parameters:
  ///   - isProgramme: Whether the source is a programme: then the journal says what is rendered.
  ///   - options: More of `canon play`.
  init(
    _ source: String = "Schedules/always.toml", isProgramme: Bool = false, on server: DummyServer,
    _ options: String...,
    environment: [String: String] = [:]
  ) throws {
    self.source = isProgramme ? nil : source
    folder = try TestFolder()
    capture = try CaptureClient(server: server.name)
    canon = try CanonProcess(
      [
        "play", source, "--json", "--server", server.name, "--connect", CaptureClient.name,
        "--journal", folder.file("live.journal"), "--record", folder.file("live.wav"),
      ] + options, on: server, environment: environment)
    try canon.waitForEvent("clock")
  }

  /// Ends canon, and compares what was captured from the first downbeat on, and what canon itself has recorded, with the rendering of the
  /// journal.
  /// - Returns: What was captured, and the number of compared frames.
  func end() throws -> (recording: Recording, frames: Int) {
    try #expect(canon.quit() == 0)
    let recording = capture.finish()
    let comparison = try Comparison(recording, lines: canon.output, source: source, journal: journal)
    #expect(comparison.positions?.lowerBound == 0, "the first downbeat was captured")
    #expect(comparison.different == 0, "\(comparison.summary)")
    let own = try Comparison(recorded: recorded, journal: journal)
    #expect(own.different == 0 && own.frames >= comparison.frames, "canon's own recording: \(own.summary)")
    return (recording, comparison.frames)
  }
}
