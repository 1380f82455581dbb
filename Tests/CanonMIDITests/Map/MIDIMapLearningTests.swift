import CanonControl
import CanonFiles
import CanonLiveSupport
import CanonSession
import Foundation
import Testing

@testable import CanonMIDI

/// What a map learns, in the user's own file.
@Suite struct MIDIMapLearningTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func learn(_ line: String, on source: MIDISource, in text: String?) throws -> (
    text: String, map: MIDIMap
  ) {
    let path = folder.file("canon/midi.toml")
    if let text { _ = try folder.write(text, to: "canon/midi.toml") }
    var expected = try MIDIMap.parse(path: path, text: text ?? MIDIMap.usualText)
    let command = try CommandParser.parse(line)
    try MIDIMap.learn(source, command, in: path)
    let written = try TextFile.read(path, kind: FileKind.midi.rawValue)
    let map = try MIDIMap.parse(path: path, text: written)
    expected.actions[source] = .button(press: command, release: nil)
    #expect(map == expected)
    return (written, map)
  }

  private func source(_ kind: MIDISource.Kind, _ number: Int) -> MIDISource {
    MIDISource(kind: kind, channel: nil, number: number)
  }

  @Test("Without a file it is made, with the pads that there are without one")
  func newFile() throws {
    let (text, map) = try learn("press violin-a", on: source(.note, 40), in: nil)
    #expect(text == MIDIMap.usualText + "\n[note]\n40 = \"press violin-a\"\n")
    let actions = map.actions(for: (1...5).map { "s\($0)" })
    #expect(actions.count == 5)
    #expect(
      actions[source(.note, 40)] == .button(press: try CommandParser.parse("press violin-a"), release: nil))
  }

  @Test(
    "A line takes the place of the one that was there, or comes below its table, which may be new; everything else stays",
    arguments: [
      (
        "# mine\n[note]\n36 = \"panic\"   # the red one\n40 = \"undo\"\n",
        "# mine\n[note]\n36 = \"stop violin-a bar\"   # the red one\n40 = \"undo\"\n"
      ),
      (
        "[note]   # pads\n40 = \"undo\"\n[control]\n7 = { gain = \"master\" }\n",
        "[note]   # pads\n36 = \"stop violin-a bar\"\n40 = \"undo\"\n[control]\n7 = { gain = \"master\" }\n"
      ),
      (
        "[control]\n7 = { gain = \"master\" }\n",
        "[control]\n7 = { gain = \"master\" }\n\n[note]\n36 = \"stop violin-a bar\"\n"
      ),
      ("", "[note]\n36 = \"stop violin-a bar\"\n"),
      (
        "[control]\n36 = { gain = \"master\" }\n\t[note]\n'36' = \"panic\"\n",
        "[control]\n36 = { gain = \"master\" }\n\t[note]\n'36' = \"stop violin-a bar\"\n"
      ),
      (
        "\t[note]\n40 = \"panic\"\n\t[control]\n36 = { gain = \"master\" }\n",
        "\t[note]\n36 = \"stop violin-a bar\"\n40 = \"panic\"\n\t[control]\n36 = { gain = \"master\" }\n"
      ),
      (
        "[note]\r\n36 = { press = \"panic\", release = \"undo\" }\r\n",
        "[note]\r\n36 = \"stop violin-a bar\"\r\n"
      ),
    ])
  func edited(old: String, new: String) throws {
    #expect(try learn("stop violin-a bar", on: source(.note, 36), in: old).text == new)
  }

  @Test("A line for one channel is changed, and one is added, beside that for all channels")
  func channels() throws {
    let source = MIDISource(kind: .note, channel: 10, number: 36)
    let text = "[note]\n36 = \"undo\"\n\"10:36\" = \"panic\"\n"
    #expect(
      try learn("press a", on: source, in: text).text
        == "[note]\n36 = \"undo\"\n\"10:36\" = \"press a\"\n")
    #expect(
      try learn("press a", on: source, in: "[note]\n36 = \"undo\"\n").text
        == "[note]\n\"10:36\" = \"press a\"\n36 = \"undo\"\n")
  }

  @Test("A file behind a symbolic link is changed, and the link stays")
  func link() throws {
    let path = try folder.write("[note]\n", to: "dots/midi.toml")
    try FileManager.default.createDirectory(
      atPath: folder.file("canon"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("canon/midi.toml"), withDestinationPath: path)
    try MIDIMap.learn(
      source(.note, 36), CommandParser.parse("panic"), in: folder.file("canon/midi.toml"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "[note]\n36 = \"panic\"\n")
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("canon/midi.toml")) == path)
  }

  @Test("Controllers and programs have tables of their own")
  func kinds() throws {
    #expect(try learn("press a", on: source(.control, 64), in: "").text == "[control]\n64 = \"press a\"\n")
    #expect(try learn("press a", on: source(.program, 3), in: "").text == "[program]\n3 = \"press a\"\n")
  }

  @Test(
    "A file that cannot be read, or in which the line has no place, stays as it is, and the reason is told",
    arguments: [
      "[note]\n200 = \"panic\"\n", "note = { 40 = \"panic\" }\n", "[note\n",
      "[note]\n\"036\" = \"panic\"\n", "note.36 = \"panic\"\n",
    ])
  func wrong(text: String) throws {
    let path = try folder.write(text, to: "canon/midi.toml")
    #expect(throws: FileProblems.self) {
      try MIDIMap.learn(source(.note, 36), CommandParser.parse("press a"), in: path)
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
  }
}
