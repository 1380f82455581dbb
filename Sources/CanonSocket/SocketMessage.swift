import CanonControl
import CanonFiles
import Foundation

/// A request of a client: a line of the vocabulary, or an object with one.
struct SocketRequest {
  /// The client's id, to be returned with the reply; nil for a plain line.
  var id: JSONNumberOrText?
  var line: String
  /// Whether the client wants answers as lines for people.
  var wantsText = false
  /// Whether these lines may hold pictures of block characters.
  var draws = true
  /// Whether its changes belong to the list that such requests of all clients share, instead of the client's own.
  var isShared = false
  /// The language of messages and texts.
  var language = Language.english

  /// - Parameter text: One line of the socket: `press violin-a bar`, or `{"id":1,"line":"press violin-a bar"}`.
  /// - Throws: The reply, for an object without `line`, or for invalid JSON.
  init(_ text: String) throws(SocketReply) {
    guard !text.beginsWithWord, text.first(where: { !$0.isWhitespace }) == "{" else {
      line = text
      return
    }
    struct Document: Decodable {
      var id: JSONNumberOrText?
      var line: String
      var text: Bool?
      var ascii: Bool?
      var shared: Bool?
      var lang: String?
    }
    let data = Data(text.utf8)
    guard let document = try? JSONDecoder().decode(Document.self, from: data) else {
      struct Sender: Decodable { var id: JSONNumberOrText? }
      throw SocketReply(.notUnderstood).reply(to: (try? JSONDecoder().decode(Sender.self, from: data))?.id)
    }
    (id, line, wantsText) = (document.id, document.line, document.text ?? false)
    draws = !(document.ascii ?? false)
    isShared = document.shared ?? false
    language = document.lang.map(Language.init(locale:)) ?? .english
  }
}

/// A client's id for a request, returned unchanged with the reply.
enum JSONNumberOrText: Codable, Sendable {
  case number(Int64), text(String)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int64.self) {
      self = .number(number)
    } else {
      self = .text(try container.decode(String.self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    }
  }
}

/// A reply of canon: one object on one line.
struct SocketReply: Encodable, Error {
  var id: JSONNumberOrText?
  /// `done`, `later`, `refused`, `status`, `doors`, `ports`, `help`, `watching`, `quit` or `error`.
  var reply: String
  /// The exit status of `canon ctl`.
  var status: Int32
  var messages: [String]?
  /// One stable word for each message, the same in every language.
  var codes: [String]?
  /// The answer to a view, as lines for people.
  var text: [String]?

  var json: String {
    // Nearly every reply: the same text as below, made at once.
    if id == nil, messages == nil, codes == nil, text == nil {
      return "{\"reply\":\"\(reply)\",\"status\":\(status)}"
    }
    return JSONText.text(self)
  }

  /// The reply with an additional first key, `answer`.
  func json(with answer: String) -> String { "{\"answer\":\(answer),\(json.dropFirst())" }
}

/// Lines for people, for a client that requested text.
struct SocketText: Encodable {
  let text: [String]
  init(_ text: [String]) { self.text = text }
  var json: String { JSONText.text(self) }
}

extension SocketReply {
  /// - Parameter language: The language of the messages.
  init(_ id: JSONNumberOrText?, _ reply: Reply, _ language: Language = .english) {
    let record = ReplyRecord(reply, language)
    (self.id, self.reply, status) = (id, record.reply, record.status)
    (messages, codes) = (record.messages, record.codes)
  }

  /// The text of a reply. Nearly every one says that a plain line is done.
  static func json(_ id: JSONNumberOrText?, _ reply: Reply, _ language: Language) -> String {
    if id == nil, case .done = reply { return plainDone }
    return SocketReply(id, reply, language).json
  }

  private static let plainDone = SocketReply(nil, .done).json

  init(_ error: SocketError, _ language: Language = .english) {
    (reply, status) = ("error", error.status)
    (messages, codes) = ([error.text(language)], [error.code])
  }

  /// The same for a request with an id.
  func reply(to id: JSONNumberOrText?) -> SocketReply {
    var reply = self
    reply.id = id
    return reply
  }
}

extension String {
  /// Whether its first byte is a letter of ASCII, as that of nearly every line: then it is neither blank nor an object, which is known
  /// without a look at its characters.
  var beginsWithWord: Bool {
    utf8.first.map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) } ?? false
  }
}
