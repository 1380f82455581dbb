import CanonControl
import CanonEngine
import CanonFiles
import CanonJack
import CanonMIDI
import CanonSession
import CanonStems
import Foundation

/// What `--midi` adds to `canon play`: ports of the driver and a surface, which share a way for messages.
struct MIDIControl: Sendable {
  private let link = MIDILink()
  private let outbox: MIDIOutbox?
  private let path: String
  private let map: MIDIMap
  /// What is said of it at the start.
  let note: Note

  /// - Parameter own: What the set says itself; nil if it has no map.
  /// - Throws: The problems of the user's map: a pedal that does something else than expected is worse than none.
  init(_ own: MIDIMap?, of set: StemSet, environment: [String: String]) throws(FileProblems) {
    let usual = try MIDIMap.loadUsual(environment: environment)
    map = own.map(usual.under) ?? usual
    outbox = map.hasLights ? MIDIOutbox() : nil
    path = MIDIMap.usualPath(environment: environment) ?? "midi.toml"
    let files = (own == nil ? [] : [set.file]) + (TextFile.isMissing(path) ? [] : [path])
    note = .midi(map: files.isEmpty ? path : files.joined(separator: ", "), isThere: !files.isEmpty)
  }

  var ports: MIDIPorts {
    let map = map
    let sources: MIDIPorts.Choice = { all, physical in map.sources(among: all, physical: physical) }
    let targets: MIDIPorts.Choice = { all, _ in map.clockTargets(among: all) }
    let lights: MIDIPorts.Choice = { all, _ in map.lightTargets(among: all) }
    return MIDIPorts(
      link, sources: sources, clockTargets: map.hasClock ? targets : nil, outbox: outbox,
      lightTargets: lights, followsTransport: map.followsTransport)
  }

  /// Whether the music is to wait for a start that comes in.
  var waitsForStart: Bool { map.followsTransport }

  func surface(_ desk: Desk) -> MIDISurface { MIDISurface(desk, link, map, path: path, outbox) }
}

extension Play {
  /// nil if it was asked for neither here nor by the set.
  func midiControl(for set: StemSet) throws -> MIDIControl? {
    let own = try MIDIMap.own(of: set)
    return midi || own != nil
      ? try MIDIControl(own, of: set, environment: ProcessInfo.processInfo.environment) : nil
  }
}
