import Dispatch

/// Reads standard input line by line on a separate thread and passes the lines on.
struct LineReader: Sendable {
  private let continuation: AsyncStream<String>.Continuation

  init(_ continuation: AsyncStream<String>.Continuation) { self.continuation = continuation }

  /// Returns at once; the stream ends with the input.
  func start() {
    let continuation = continuation
    DispatchQueue(label: "canon.input").async {
      while let line = readLine() { continuation.yield(line) }
      continuation.finish()
    }
  }
}
