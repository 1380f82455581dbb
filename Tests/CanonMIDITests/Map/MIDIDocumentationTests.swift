import CanonFiles
import CanonLiveSupport
import Foundation
import Testing

@testable import CanonMIDI

/// Documentation/MIDI.md shows maps that canon reads.
@Suite struct MIDIDocumentationTests {
  private func maps() throws -> [String] {
    let page = try TextFile.read(
      CanonProcess.projectFolder + "/Documentation/MIDI.md", kind: "the documentation")
    return page.components(separatedBy: "```toml\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
  }

  @Test("Every example is a map; the first one has every table and every key")
  func examples() throws {
    let maps = try maps()
    #expect(maps.count == 5)
    for text in maps {
      let isOfSet = text.hasPrefix("[midi]")
      let map =
        try isOfSet ? MIDIMap.own(path: "MIDI.md", text: text) : .parse(path: "MIDI.md", text: text)
      #expect(map?.actions.isEmpty == false)
    }
    for key in [
      "ports", "clock", "transport", "device", "lights", "notes", "gains", "press", "release", "gain", "from",
      "to", "pan",
      "encoder",
    ] {
      #expect(maps[0].contains("\(key) ="), "\(key)")
    }
    let page = try TextFile.read(
      CanonProcess.projectFolder + "/Documentation/MIDI.md", kind: "the documentation")
    for device in LightDevice.allCases { #expect(page.contains("`\(device.rawValue)`")) }
    for kind in MIDISource.Kind.allCases { #expect(maps[0].contains("[\(kind.rawValue)]")) }
  }
}
