import CanonControl
import CanonFiles
import CanonSocket
import Foundation

/// What `canon ctl` and `canon ports` read of an answer.
extension RunningCanon {
  struct Answer: Decodable {
    var reply: String?
    var status: Int32 = 0
    var messages: [String]?
    var codes: [String]?
    var text: [String]?

    enum Keys: String, CodingKey { case reply, status, messages, codes, text }

    init(from decoder: any Decoder) throws {
      let object = try decoder.container(keyedBy: Keys.self)
      reply = try object.decodeIfPresent(String.self, forKey: .reply)
      status = try object.decodeIfPresent(Int32.self, forKey: .status) ?? 0
      messages = try object.decodeIfPresent([String].self, forKey: .messages)
      codes = try object.decodeIfPresent([String].self, forKey: .codes)
      text = try object.decodeIfPresent([String].self, forKey: .text)
    }

    /// An error of the protocol may be in another language, because canon does not know that of the client yet.
    private func problems(_ language: Language) -> [String] {
      let errors = reply == "error" ? (codes ?? []).compactMap(SocketError.init(code:)) : []
      return errors.isEmpty ? messages ?? [] : errors.map { $0.text(language) }
    }

    /// - Throws: The status and the messages, if canon has refused.
    func check(_ language: Language) throws {
      if status != 0 { throw Failure(ExitStatus(rawValue: status) ?? .failed, problems(language)) }
    }
  }

  static func decode<Value: Decodable>(
    _ type: Value.Type, _ line: String, _ language: Language
  ) throws -> Value {
    do {
      return try JSONDecoder().decode(Value.self, from: Data(line.utf8))
    } catch {
      throw Failure(.failed, CommandLineProblem.unreadableAnswer(String(line.prefix(200))).text(language))
    }
  }
}
