import CanonControl
import CanonFiles

/// What the socket replies to a client that does not keep to the protocol, or finds no room.
///
/// It is in English where the client's language is not known; `canon ctl` has it in its own.
public enum SocketError: Translated, CaseIterable, Sendable {
  case notUnderstood
  case tooLong
  case unfinished
  case watchesAlready
  case tooMany
  case pushedOut

  /// The first error with this code, of which ``tooMany`` and ``pushedOut`` have the same.
  public init?(code: String) {
    guard let error = Self.allCases.first(where: { $0.code == code }) else { return nil }
    self = error
  }

  /// A stable word for programs, the same in every language.
  var code: String {
    switch self {
    case .notUnderstood: "not-understood"
    case .tooLong: "too-long"
    case .unfinished: "unfinished"
    case .watchesAlready: "watches-already"
    case .tooMany, .pushedOut: "too-many-clients"
    }
  }

  var status: Int32 {
    switch self {
    case .notUnderstood, .tooLong, .unfinished, .watchesAlready: ReplyRecord.Status.usage
    case .tooMany, .pushedOut: ReplyRecord.Status.refused
    }
  }

  package var message: String {
    switch self {
    case .notUnderstood:
      "not understood. Expected a line of the vocabulary, or {\"id\":1,\"line\":\"status\"}."
    case .tooLong: "the line is longer than \(LineDecoder.longestLine) bytes; the connection ends."
    case .unfinished: "the last line has no end and was not carried out. Send a newline after each line."
    case .watchesAlready: "this client is watching already."
    case .tooMany: "there are \(ClientList.most) clients that watch. Close one, and try again."
    case .pushedOut:
      "there are \(ClientList.most) clients, and this one has been silent longest; the connection ends."
    }
  }
}
