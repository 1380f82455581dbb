import CanonFiles
import NIOCore
import NIOHTTP1

/// A line of the vocabulary that was posted.
struct WebLine: Hashable, Sendable {
  let text: String
  /// In which the page shows the answer.
  let language: Language

  init(_ body: ByteBuffer, _ headers: HTTPHeaders) throws(WebRefusal) {
    guard let text = String(validating: body.readableBytesView, as: UTF8.self),
      !text.contains(where: \.isNewline)
    else { throw .notText }
    self.text = text
    language = headers["Accept-Language"].first.map { Language(locale: $0) } ?? .english
  }
}
