import CanonLiveSupport
import CanonNetwork
import Foundation
import Testing

/// Documentation/OpenStageControl.json with the widgets that Open Stage Control makes of it.
struct OpenStageControlLayout {
  typealias Widget = [String: Any]

  let text: String
  let session: [String: Any]
  /// All widgets, those of the tiles once for each stem.
  let widgets: [Widget]
  /// The list from which the tiles are made.
  let stems: [String]

  init() throws {
    let path = CanonProcess.projectFolder + "/Documentation/OpenStageControl.json"
    text = try String(contentsOfFile: path, encoding: .utf8)
    session = try Self.object(text)
    let root = try #require(session["content"] as? Widget)
    let matrix = try #require(Self.widgets(below: root).first { $0["type"] as? String == "matrix" })
    stems = try #require((matrix["variables"] as? [String: Any])?["stems"] as? [String])
    #expect(matrix["quantity"] as? String == "#{@{this.variables.stems}.length}")
    var template = try #require(matrix["props"] as? Widget)
    template["type"] = matrix["widgetType"]
    let tiles = try Self.tiles(template, stems)
    widgets = Self.widgets(below: root) + tiles.flatMap { Self.widgets(below: $0) }
  }

  private static func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  private static func widgets(below widget: Widget) -> [Widget] {
    [widget] + (widget["widgets"] as? [Widget] ?? []).flatMap { widgets(below: $0) }
  }

  /// What a matrix makes of its template: `$` is the number of a tile, and `_{` becomes `{`.
  private static func tiles(_ template: Widget, _ stems: [String]) throws -> [Widget] {
    let text = String(decoding: try JSONSerialization.data(withJSONObject: template), as: UTF8.self)
    return try stems.enumerated().map { index, stem in
      let ofStem = text.replacing("#{@{this.variables.stems}[$]}", with: stem)
      return try object(ofStem.replacing("#{$}", with: "\(index)").replacing("_{", with: "{"))
    }
  }

  static func scripts(_ widget: Widget) -> String {
    ["onCreate", "onValue"].compactMap { widget[$0] as? String }.joined(separator: "\n")
  }

  /// What a widget sends when it is used, and what its scripts send.
  static func messages(_ widget: Widget) throws -> [OSCMessage] {
    let calls = scripts(widget).matches(of: #/send\('([^']+)'((?:, '[^']+')*)\)/#)
    #expect(calls.count == scripts(widget).components(separatedBy: "send(").count - 1)
    let sent = calls.map { call in
      let arguments = call.2.split(separator: "'").filter { $0 != ", " }
      return OSCMessage(String(call.1), arguments.map { .text(String($0)) })
    }
    let type = widget["type"] as? String
    guard widget["bypass"] as? Bool != true, type == "button" || type == "fader" else { return sent }
    let address = try #require(widget["address"] as? String)
    if type == "button" {
      #expect(widget["mode"] as? String == "momentary")
      let before = (widget["preArgs"] as? String).map { [OSCValue.text($0)] } ?? []
      return sent + [OSCMessage(address, before)]
    }
    #expect(widget["typeTags"] as? String == "f")
    let range = try #require(widget["range"] as? [String: Double])
    return sent + range.values.map { OSCMessage(address, .float(Float($0))) }
  }
}
