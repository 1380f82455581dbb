import CanonControlSupport
import CanonSchedule
import CanonSession
import CanonTestSupport
import Foundation
import Testing

@testable import CanonControl
@testable import CanonSocket

/// Documentation/socket.schema.json says what goes through the socket, as the code has it.
///
/// ``RecordedText`` says how to write it anew.
@Suite struct SocketSchemaTests {
  private let schema: SchemaCheck

  init() throws { schema = SchemaCheck(root: try SocketSchema.document()) }

  private func problems(_ json: String, as name: String) throws -> [String] {
    schema.problems(try JSONSerialization.jsonObject(with: Data(json.utf8)), as: name)
  }

  @Test func theFileIsMadeFromTheCode() throws {
    let file = RecordedText("Documentation/socket.schema.json")
    #expect(try file.complaint(about: SocketSchema.text()) == nil)
  }

  @Test("Every word's example is a request, and an unknown word is not")
  func requests() throws {
    for word in Vocabulary.words(at: .socket) {
      #expect(
        try problems(#"{"id":1,"lang":"ja","line":"\#(word.example)","text":true}"#, as: "request") == [])
    }
    #expect(try problems(#"{"line":" ? "}"#, as: "request") == [])
    for wrong in [#"{"line":"prss a"}"#, #"{"line":"open a"}"#, #"{"id":1}"#, #"{"line":"quit","id":true}"#] {
      #expect(try problems(wrong, as: "request") != [], "\(wrong)")
    }
  }

  @Test("What each word takes is in the schema, with ranges, units and defaults")
  func parameters() throws {
    let definitions = try #require(schema.root["$defs"] as? [String: [String: Any]])
    let lines = try #require(definitions["line"]?["anyOf"] as? [[String: Any]])
    var taken: [String: [[[String: Any]]]] = [:]
    for line in lines {
      let examples = try #require(line["examples"] as? [String])
      let word = try #require(examples.first?.split(separator: " ").first)
      taken[String(word)] = try #require(line["x-forms"] as? [[[String: Any]]])
    }
    for word in Vocabulary.words(at: .socket) {
      let forms = try #require(taken[word.name])
      #expect(forms.map(\.count) == word.forms.map(\.count), "\(word.name)")
    }
    let gain = try #require(taken["gain"]?.first)
    #expect(gain.map { $0["name"] as? String } == ["STEM", "DECIBELS", "QUANTUM", "LENGTH"])
    #expect(gain[1]["minimum"] as? Double == -120 && gain[1]["maximum"] as? Double == 24)
    #expect(gain[1]["unit"] as? String == "dB" && gain[1]["values"] as? [String] == ["-inf"])
    #expect(gain[2]["default"] as? String == "immediately" && gain[2]["maximum"] as? Double == 1_000_000)
    #expect(gain[3]["keyword"] as? String == "over" && gain[3]["minimum"] as? Double == 0)
  }

  @Test("Every event is one")
  func events() throws {
    let snapshot = moment(zone: try Zone("Asia/Tokyo"))
    for event in try everyEvent() {
      #expect(try problems(EventRecord(event, in: snapshot).json, as: "event") == [])
    }
    let silent = EventRecord(.master(.silence, at: 7, over: 0, by: .input), in: snapshot).json
    #expect(silent.contains(#""gain":"-inf""#))
    #expect(try problems(silent, as: "event") == [])
    #expect(try problems(#"{"event":"level","gain":"loud"}"#, as: "event") != [])
    #expect(try problems(#"{"event":"opend"}"#, as: "event") != [])
    #expect(try problems(#"{"event":"opened","when":1}"#, as: "event") != [])
  }

  @Test("Every reply is one, with its answer")
  func replies() throws {
    let status = StatusRecord(moment(at: 9, .wait(change(at: 12)), end: 3, follow: 4), preview: "a").json
    for (reply, answer) in [
      (Reply.done, nil), (.later, nil), (.waits(.waitsForStems("reload", left: 2)), nil), (.quit, nil),
      (.refused([.busy, try refusal()]), nil),
      (.view(.status), status), (.view(.help(at: .socket)), HelpRecord(at: .socket).json),
      (.view(.watch), nil),
    ] {
      let record = SocketReply(.text("a"), reply)
      #expect(try problems(answer.map(record.json(with:)) ?? record.json, as: "reply") == [])
    }
    for error in SocketError.allCases.map({ SocketReply($0) }) {
      #expect(try problems(error.json, as: "reply") == [])
    }
    #expect(try problems(MissedRecord(count: 1).json, as: "missed") == [])
    #expect(try problems(SocketText(["a"]).json, as: "text") == [])
    #expect(try problems(#"{"reply":"done"}"#, as: "reply") != [])
    #expect(try problems(#"{"reply":"dun","status":0}"#, as: "reply") != [])
    #expect(try problems(#"{"reply":"status","status":0,"answer":{"event":"status"}}"#, as: "reply") != [])
  }
}
