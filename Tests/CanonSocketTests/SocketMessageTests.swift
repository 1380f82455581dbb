import CanonLiveSupport
import CanonSession
import CanonTestSupport
import Foundation
import NIOCore
import Testing

@testable import CanonControl
@testable import CanonSocket

/// What goes through the socket.
@Suite struct SocketMessageTests {
  @Test func aPlainLineIsALineOfTheVocabulary() throws {
    let request = try SocketRequest("press violin-a bar")
    #expect(request.line == "press violin-a bar" && request.id == nil && !request.wantsText)
  }

  @Test(
    "An object has a line, and may have a mark of its own that comes back with the reply",
    arguments: [
      (#"{"id":1,"line":"status"}"#, #"{"id":1,"reply":"done","status":0}"#),
      (#"{"line":"status","id":"a b"}"#, #"{"id":"a b","reply":"done","status":0}"#),
      (#" {"line":"status"}"#, #"{"reply":"done","status":0}"#),
    ])
  func marks(text: String, reply: String) throws {
    let request = try SocketRequest(text)
    #expect(request.line == "status")
    #expect(SocketReply(request.id, .done).json == reply)
    #expect(SocketReply.json(request.id, .done, .english) == reply)
    let refused = Reply.refused([.busy])
    #expect(
      SocketReply.json(request.id, refused, .japanese) == SocketReply(request.id, refused, .japanese).json)
  }

  @Test(
    "What is no request is none",
    arguments: ["{}", #"{"id":1}"#, #"{"line":7}"#, "{\"line\":\"a\"", #"{"id":[1],"line":"a"}"#])
  func garbage(text: String) {
    #expect(throws: SocketReply.self) { try SocketRequest(text) }
  }

  @Test(
    "An error has the id of its request, where that can be read, and a code",
    arguments: [
      (#"{"id":5,"line":7}"#, #"{"codes":["not-understood"],"id":5,"#),
      (#"{"id":"q"}"#, #"{"codes":["not-understood"],"id":"q","#),
      (#"{"id":[1]}"#, #"{"codes":["not-understood"],"messages":"#),
    ])
  func errors(text: String, reply: String) {
    do throws(SocketReply) {
      _ = try SocketRequest(text)
      Issue.record("\(text) is a request")
    } catch {
      #expect(error.json.hasPrefix(reply))
    }
  }

  @Test(
    "Every error is a sentence in each language, with a code that says which", arguments: SocketError.allCases
  )
  func errorTexts(error: SocketError) throws {
    let japanese = error.text(.japanese)
    #expect(japanese.hasSuffix("。") && JapaneseText.englishWords(in: japanese) == [], "\(japanese)")
    #expect(SocketReply(error, .japanese).messages == [japanese])
    #expect(SocketReply(error).messages == [error.text(.english)])
    let known = try #require(SocketError(code: error.code))
    #expect(known == (error == .pushedOut ? .tooMany : error))
    #expect(SocketError(code: "busy") == nil)
  }

  @Test func anAnswerMayBeWantedAsText() throws {
    #expect(try SocketRequest(#"{"line":"watch","text":true}"#).wantsText)
    #expect(try SocketRequest(#"{"line":"pair play","text":true}"#).draws)
    #expect(try !SocketRequest(#"{"ascii":true,"line":"pair play","text":true}"#).draws)
  }

  @Test(
    "A client may ask for another language; one that canon does not have is English",
    arguments: [("ja", "実行"), ("ja_JP.UTF-8", "実行"), ("de", "engine"), ("", "engine")])
  func languages(lang: String, word: String) throws {
    let request = try SocketRequest(#"{"line":"press a","lang":"\#(lang)"}"#)
    let reply = SocketReply(nil, .refused([.tooMany(2000), .busy]), request.language)
    #expect(reply.codes == ["too-many", "busy"])
    #expect(reply.messages?.joined().contains(word) == true)
  }

  @Test("The status of a reply is the exit status of canon ctl")
  func statuses() throws {
    #expect(SocketReply(nil, .done).status == 0)
    #expect(SocketReply(nil, .later).status == 0)
    let waits = SocketReply(nil, .waits(.waitsForStems("reload", left: 2)))
    #expect(waits.status == 0 && waits.reply == "later" && waits.codes == ["waits-for-stems"])
    #expect(waits.messages?.first?.contains("2 are still being read") == true)
    #expect(SocketReply(nil, .refused([.unknownWord("prss", .socket)])).status == 2)
    #expect(SocketReply(nil, .refused([.unknownStem("x", known: [])])).status == 2)
    #expect(SocketReply(nil, .refused([.busy])).status == 1)
    #expect(SocketReply(nil, .refused([.tooFar(stem: "a", .cycle)])).status == 1)
    #expect(SocketReply(nil, .refused([.busy])).messages?.count == 1)
  }

  @Test(
    "What a client did wrong has the status 2, what canon has no room for 1", arguments: SocketError.allCases)
  func errorStatuses(error: SocketError) {
    #expect(SocketReply(error).status == (error == .tooMany || error == .pushedOut ? 1 : 2))
  }

  @Test func theDocumentationHasEveryReplyAndStatus() throws {
    let page = try String(
      contentsOfFile: "\(CanonProcess.projectFolder)/Documentation/Socket.md", encoding: .utf8)
    let row = try #require(page.split(separator: "\n").first { $0.hasPrefix("| `reply`") })
    let replies: [Reply] = [
      .done, .later, .refused([.busy]), .quit, .view(.status), .view(.doors), .view(.ports),
      .view(.help(at: .socket)),
      .view(.watch),
    ]
    let words = replies.map { SocketReply(nil, $0).reply } + [SocketReply(.notUnderstood).reply]
    for word in words { #expect(row.contains("`\(word)`"), "\(word)") }
    #expect(page.contains("65,536") && LineDecoder.longestLine == 65_536)
    #expect(page.contains("`{\"count\":n,\"event\":\"missed\"}`"))
    #expect(MissedRecord(count: 3).json == #"{"count":3,"event":"missed"}"#)
    #expect(page.contains("There\nmay be \(ClientList.most) clients"))
  }

  @Test func aViewIsTheAnswerInsideTheReply() {
    let reply = SocketReply(id: .number(3), reply: "status", status: 0)
    #expect(
      reply.json(with: #"{"event":"status"}"#)
        == #"{"answer":{"event":"status"},"id":3,"reply":"status","status":0}"#)
  }

  @Test("Lines are separated at their ends, however the bytes arrive")
  func lines() throws {
    var decoder = LineDecoder()
    var buffer = ByteBuffer(string: "press a\r\nstop b\n\nhalf")
    #expect(try decoder.decode(buffer: &buffer) == [.whole("press a"), .whole("stop b"), .whole("")])
    #expect(try decoder.decode(buffer: &buffer) == nil)
    buffer.writeString(" done\n")
    #expect(try decoder.decode(buffer: &buffer) == [.whole("half done")])
    buffer.writeString("no end")
    #expect(try decoder.decodeLast(buffer: &buffer, seenEOF: false) == nil)
    #expect(try decoder.decodeLast(buffer: &buffer, seenEOF: true) == [.unfinished])
    #expect(try decoder.decodeLast(buffer: &buffer, seenEOF: true) == nil)
  }

  @Test("Lines that came before one that is too long are carried out")
  func longLineBehindOthers() throws {
    let long = String(repeating: "x", count: LineDecoder.longestLine)
    var decoder = LineDecoder()
    var buffer = ByteBuffer(string: "press a\n\(long)\n\(long)x\nstop b\n")
    #expect(try decoder.decode(buffer: &buffer) == [.whole("press a"), .whole(long)])
    #expect(throws: ByteToMessageDecoderError.PayloadTooLargeError.self) {
      try decoder.decode(buffer: &buffer)
    }
  }
}
