import CanonEngine
import CanonFiles
import CanonSession
import CanonStems

/// An evening as text: a line for each thing, which begins with its word. Documentation/Formats.md describes it.
package enum EveningText {
  /// The version of the format; this program writes and reads 1.
  package static let version = 1

  package static func text(_ evening: Evening, of owner: Evening.Owner) -> String {
    let music = evening.music
    var lines: [[String]] = [
      ["source", owner.source], ["name", owner.name],
      ["time", "\(evening.time.secondsSince1970)"], ["rate", "\(music.rate.hertz)"],
      ["position", "\(music.position)"], ["origin", "\(music.origin)"], ["counted", "\(evening.counted)"],
      halt(music.halt), ["master", "\(music.master.value)"], ["audible", "\(evening.audibleMaster.value)"],
    ]
    if evening.edition > 1 { lines.append(["edition", "\(evening.edition)"]) }
    if let piece = evening.piece {
      lines.append(["piece", "\(piece.number)"] + (piece.source.map { [$0] } ?? []))
    }
    if let playback = evening.playback {
      lines += [["tempo", playback.tempo.description], ["key", playback.key.description]]
    }
    if music.isInGap { lines.append(["gap"]) }
    if evening.hasPanicked { lines.append(["panicked"]) }
    if let section = music.section {
      lines.append(
        ["section", "\(section.from)", "\(section.until)"] + (section.takesMusic ? [] : ["\(section.next)"]))
    }
    lines += evening.marks.map { ["mark", "\($0.number)", "\($0.place)"] }
    if let scene = evening.scene { lines.append(["scene", scene]) }
    lines += music.layers.map(layer)
    lines += evening.shut.sorted().map { ["shut", $0] }
    lines += evening.rituals.map { ["ritual", $0.stem, "\($0.loops)"] + ($0.end.map { ["\($0)"] } ?? []) }
    lines += wires("added", evening.wiring.added) + wires("cut", evening.wiring.cut)
    lines += evening.wiring.physical.map { ["physical", $0] }
    switch evening.connections {
    case .rules(let rules): lines += rules.map { ["connect", $0] }
    case .nothing: lines.append(["unconnected"])
    }
    let commands =
      music.again.compactMap { command("again", by: $0.by, [], $0.command) }
      + evening.waiting.compactMap { command("waits", by: $0.by, ["\($0.at)"], .wait($0.time, $0.command)) }
    return """
      # canon evening \(version)
      # From this canon goes on with "canon play --resume" after it has ended without a quit.

      """ + (lines.compactMap(line) + commands + ["end"]).map { $0 + "\n" }.joined()
  }

  /// The words as a line that is read as the same words; nil if there is none, as for a port whose name has several lines.
  private static func line(_ words: [String]) -> String? {
    let line = words.map(CommandWords.quote).joined(separator: " ")
    return CommandWords.split(line) == words ? line : nil
  }

  private static func halt(_ halt: Music.Halt) -> [String] {
    switch halt {
    case .none: ["halt", "none"]
    case .stands: ["halt", "stands"]
    case .due(let place): ["halt", "due"] + (place.map { ["\($0)"] } ?? [])
    }
  }

  private static func layer(_ layer: Music.Layer) -> [String] {
    var words = ["layer", layer.id, layer.state.word, "began", "\(layer.began)"]
    if let gain = layer.gain { words += ["gain", "\(gain.value)"] }
    if let pan = layer.pan { words += ["pan", "\(pan.value)"] }
    if layer.solo != .off { words += ["solo", layer.solo.word] }
    if let file = layer.file { words += ["file", file] }
    if let faded = layer.faded { words += ["faded", "\(faded)"] }
    if layer.hasAsked { words += ["asked"] }
    if layer.isHeld { words += ["held"] }
    return words
  }

  private static func wires(_ word: String, _ wires: Set<Patch.Wish>) -> [[String]] {
    wires.map { [word, $0.id, "\($0.side)", $0.input] }.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// nil if the command is too long to be read again.
  private static func command(
    _ word: String, by asker: Asker, _ more: [String], _ command: ControlCommand
  ) -> String? {
    let text = command.description
    guard (try? CommandParser.parse(text, at: .journals)) == command else { return nil }
    return line([word, asker.word] + more).map { "\($0) \(text)" }
  }
}
