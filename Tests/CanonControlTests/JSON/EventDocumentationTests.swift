import CanonControlSupport
import CanonEngine
import CanonFiles
import CanonLiveSupport
import CanonSchedule
import Foundation
import Testing

@testable import CanonControl
@testable import CanonSession

/// Documentation/Events.md names every event and every key, and says what `--quiet` leaves.
@Suite struct EventDocumentationTests {
  private let lines: [Substring]

  init() throws {
    let path = CanonProcess.projectFolder + "/Documentation/Events.md"
    lines = try TextFile.read(path, kind: "the documentation").split(separator: "\n")
  }

  /// Words between grave accents of the rows whose first cell has this word.
  private func words(ofRow word: String) -> Set<String>? {
    let rows = lines.filter { $0.hasPrefix("|") }
    let row = rows.first { $0.split(separator: "|").first?.contains("`\(word)`") ?? false }
    return row.map { Set($0.matches(of: /`([^`]+)`/).map { String($0.1) }) }
  }

  /// The text of a record by its members: each that has a value, in the alphabetical order of their keys.
  private func text(of record: EventRecord) -> String {
    let members = Mirror(reflecting: record).children.compactMap {
      name, member -> (key: String, text: String)? in
      let mirror = Mirror(reflecting: member)
      let value: Any? = mirror.displayStyle == .optional ? mirror.children.first?.value : member
      guard let name, let value = value as? any Encodable else { return nil }
      return (JSONNode.snakeCase(name), JSONText.text(value))
    }
    let texts = members.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.text)" }
    return "{" + texts.joined(separator: ",") + "}"
  }

  @Test func everyEventHasARowWithItsKeys() throws {
    var names: Set<String> = []
    for event in try everyEvent() {
      let record = EventRecord(event, in: try moment(zone: Zone("Asia/Tokyo")))
      let json = record.json
      #expect(json == text(of: record), "the text that is made at once")
      let object = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
      let name = try #require(object["event"] as? String)
      names.insert(name)
      var row = try #require(words(ofRow: name), "no row for \(name)")
      if row.contains("accepted") { row.formUnion(try #require(words(ofRow: "accepted"))) }
      for key in object.keys where key != "event" {
        // Every event with a frame has its position.
        let isOfFrame = key == "position" && object["frame"] != nil
        #expect(row.contains(isOfFrame ? "frame" : key), "\(name) has the key \(key)")
        #expect(words(ofRow: key) != nil, "no row for the key \(key)")
      }
      for key in (object["server"] as? [String: Any] ?? [:]).keys {
        #expect(words(ofRow: "server")?.contains(key) == true, "\(key)")
      }
    }
    let head = try #require(lines.firstIndex { $0.hasPrefix("| `event` ") })
    let rows = lines[(head + 2)...].prefix { $0.hasPrefix("| `") && !$0.hasPrefix("| key") }
    let documented = rows.flatMap { row in
      row.split(separator: "|").first!.matches(of: /`([^`]+)`/).map { String($0.1) }
    }
    #expect(Set(documented.prefix(names.count)) == names, "no row for what there is not")
  }

  @Test func theLastParagraphSaysWhatQuietLeaves() throws {
    let start = try #require(lines.firstIndex { $0.hasPrefix("With `--quiet`") })
    let text = lines[start...].joined(separator: " ")
    let said = Set(text.matches(of: /`([a-z-]+)`/).map { String($0.1) }).subtracting(["--quiet"])
    let left = try everyEvent().filter(\.needsAttention).map { EventRecord($0, in: moment()).event }
    #expect(said == Set(left))
  }

  @Test("Who may have asked is listed", arguments: Asker.usual)
  func source(source: Asker) {
    #expect(words(ofRow: "by")?.contains(source.word) == true)
  }
}
