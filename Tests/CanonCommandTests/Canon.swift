import CanonLiveSupport
import Testing

/// One run of the built executable in a pipe, where no server is met and the zone is known.
struct Canon {
  let status: Int32
  /// Lines of standard output.
  let output: [String]
  /// Lines of standard error.
  let errors: [String]

  /// Runs canon to its end, and expects of every run alike that nothing moves a cursor.
  /// - Parameter folder: The current folder; by default the project's.
  init(
    _ arguments: String..., folder: String = CanonProcess.projectFolder,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let run = try CanonProcess.run(
      arguments, environment: ["JACK_DEFAULT_SERVER": "canon-test-none", "TZ": "Asia/Tokyo"], folder: folder)
    status = run.status
    output = run.output
    // Berkeley DB inside libjack speaks for itself, once killed clients have left /dev/shm/jack_db-* full.
    errors = run.errors.filter { !$0.hasPrefix("BDB") }
    let text = (output + errors).joined(separator: "\n").unicodeScalars
    let controls = text.filter { $0.properties.generalCategory == .control && $0 != "\n" }
    #expect(
      controls.isEmpty, "\(arguments) sends control characters to a pipe", sourceLocation: sourceLocation)
  }
}
