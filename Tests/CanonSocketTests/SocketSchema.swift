import CanonControlSupport
import CanonEngine
import CanonFiles
import CanonLiveSupport
import CanonSchedule
import CanonSession
import CanonStems
import Foundation

@testable import CanonControl
@testable import CanonSocket

/// The JSON schema of everything that goes through the socket, made from the table of words and from the records that
/// canon writes.
enum SocketSchema {
  typealias Object = [String: Any]

  /// Indented, keys in alphabetical order.
  static func text() throws -> String {
    let data = try JSONSerialization.data(
      withJSONObject: try document(), options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    return String(decoding: data, as: UTF8.self) + "\n"
  }

  static func document() throws -> Object {
    let answers = ["status", "doors", "ports", "pair", "pairings", "help"]
    return [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "canon's control socket",
      "description":
        "One object a line. A client sends requests; canon writes replies, and after watch events, missed and text.",
      "anyOf": (["request", "reply"] + answers + ["event", "missed", "text"]).map(reference),
      "$defs": [
        "line": try line(), "request": request, "reply": try reply(answers), "event": try event(),
        "status": answer(statusRecord(), "status"), "doors": try answer(doorsDocument(), "doors"),
        "ports": answer(portsRecord(), "ports"),
        "pair": answer(
          PairRecord(
            PairingInvitation(role: .play, code: "", address: "", link: "", picture: [])), "pair"),
        "pairings": answer(
          PairingsRecord([
            PairedBrowser(number: 1, role: .play, name: "", since: Instant(secondsSince1970: 0))
          ]), "pairings"),
        "help": answer(HelpRecord(Vocabulary.words.first { $0.name == "gain" }, at: .socket), "help"),
        "missed": answer(MissedRecord(count: 1), "missed"), "text": RecordSchema.object(SocketText(["a"])),
      ] as Object,
    ]
  }

  private static func reference(_ name: String) -> Object { ["$ref": "#/$defs/\(name)"] }

  /// What can be said: one of the words, and what it takes behind it.
  private static func line() throws -> Object {
    [
      "type": "string",
      "description": "A line of the vocabulary, of at most \(CommandParser.longestLine) bytes.",
      "maxLength": CommandParser.longestLine,
      "anyOf": try Vocabulary.words(at: .socket).map { word -> Object in
        [
          "title": word.usages.joined(separator: "; "), "description": word.summary,
          "examples": [word.example],
          "pattern": "^\\s*(\(names(word)))(\\s|$)",
          "x-forms": try forms(of: word),
        ]
      },
    ]
  }

  /// What each form of a word takes, as the answer to `help` has it.
  static func forms(of word: Word) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(JSONText.text(WordRecord(word).forms).utf8))
  }

  private static func names(_ word: Word) -> String {
    ([word.name] + word.aliases).map { $0.replacing("?", with: "\\?") }.joined(separator: "|")
  }

  private static var request: Object {
    [
      "type": "object", "required": ["line"], "additionalProperties": false,
      "properties": [
        "line": reference("line"), "id": RecordSchema.mark,
        "text": ["type": "boolean", "description": "Whether what is shown comes as lines for people."],
        "ascii": [
          "type": "boolean", "description": "Whether these lines hold no pictures of block characters.",
        ],
        "shared": [
          "type": "boolean",
          "description": "Whether undo takes back what such requests of all clients have changed.",
        ],
        "lang": ["type": "string", "description": "The language of messages and texts, as ja."],
      ] as Object,
    ]
  }

  private static func reply(_ answers: [String]) throws -> Object {
    let replies: [Reply] = [
      .done, .later, .refused([.busy]), .quit, .view(.status), .view(.doors), .view(.ports),
      .view(.help(at: .socket)), .view(.watch),
    ]
    let words = replies.map { SocketReply(nil, $0).reply } + [SocketReply(.notUnderstood).reply]
    let status = ReplyRecord.Status.self
    var result = RecordSchema.object(SocketReply(nil, .done))
    var properties = result["properties"] as? Object ?? [:]
    properties["reply"] = ["enum": words.sorted()]
    properties["status"] = ["enum": [status.done, status.refused, status.usage, status.locked].map(Int.init)]
    properties["answer"] = ["anyOf": answers.map(reference)]
    result["properties"] = properties
    return result
  }

  /// What happens, with all keys that any event has.
  private static func event() throws -> Object {
    let snapshot = moment(zone: try Zone("Asia/Tokyo"))
    let records = try everyEvent().map { EventRecord($0, in: snapshot) }
    var result = RecordSchema.object(records[0])
    var properties = result["properties"] as? Object ?? [:]
    for record in records {
      for (key, value) in RecordSchema.object(record)["properties"] as? Object ?? [:] {
        // A record that has the server tells what it has.
        if (value as? Object)?["properties"] != nil { properties[key] = value }
      }
    }
    properties["event"] = ["enum": Set(records.map(\.event)).sorted()]
    result["properties"] = properties
    return result
  }

  private static func answer(_ record: Any, _ name: String) -> Object {
    var result = RecordSchema.object(record)
    var properties = result["properties"] as? Object ?? [:]
    properties["event"] = ["const": name]
    result["properties"] = properties
    return result
  }

  private static func statusRecord() -> StatusRecord {
    var moment = moment(at: 1)
    moment.recording = RecordStatus(path: "a.wav", sampleRate: .studio)
    return StatusRecord(moment, preview: nil)
  }

  /// One of everything.
  private static func portsRecord() -> PortsRecord {
    let patch = Patch([PatchRule(option: "a=desk")!, PatchRule(option: "master=late")!])
    let wants = patch.wants(of: ["a"], among: Patch.Inputs(all: ["desk:1"], physical: []))
    let hand = Patch.Wish("master", .left, "hall:1")
    let map = PortMap(
      client: "canon", ids: ["a", "master"], patch: patch,
      wants: wants + patch.wants(of: ["master"], among: Patch.Inputs(all: [], physical: [])),
      connected: wants.there + [hand],
      kept: KeptWiring(added: [hand], cut: [Patch.Wish("a", .left, "hall:2")]))
    return PortsRecord(map, title: "One")
  }

  private static func doorsDocument() throws -> DoorCalendar.Document {
    let folder = try TestFolder()
    let set = "title = \"One\"\nloop = \"1 s\"\n[[stem]]\nid = \"a\"\nfile = \"a.wav\"\n"
    let source = try Source.load(try folder.write(set, to: "set.toml"))
    return DoorCalendar(source, [.none], at: Instant(secondsSince1970: 0), isPreview: false)
      .document(event: "doors")
  }
}
