import CanonControlSupport
import CanonEngine
import CanonSchedule
import CanonTerminal
import CanonTestSupport
import Foundation
import Testing

@testable import CanonSession

/// Compares a screen with the file `Screens/NAME.txt`: its letters, without the styles and the spaces at the
/// ends. ``RecordedText`` says how to write it anew.
func expectScreen(
  _ view: ScreenView, _ columns: Int, _ rows: Int, _ name: String, ascii: Bool = false,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let lines = Screen.lines(
    view, size: ScreenSize(columns: columns, rows: rows), style: ScreenStyle(isASCII: ascii))
  let text = lines.map { trimmed($0.text) + "\n" }.joined()
  let file = RecordedText("Tests/CanonTerminalTests/Screens/\(name).txt")
  #expect(try file.complaint(about: text) == nil, sourceLocation: sourceLocation)
}

private func trimmed(_ text: String) -> String {
  String(text.reversed().drop { $0 == " " }.reversed())
}

/// A made-up performance: six stems, 24 s a loop, eight bars of four beats at 48 kHz; it is Christmas soon in
/// Tokyo.
struct Stage {
  static let beat: FramePosition = 36_000
  static let loop: FramePosition = 32 * beat

  let zone: Zone
  let now: Instant
  /// In the first half of the second beat of the fifth bar of the third loop.
  var position: FramePosition = 2 * loop + 17 * beat + 9_000
  var title = "Canon in D"
  var hasTempo = true
  var isAway = false
  var rate: SampleRate? = .studio
  var master = 0.0
  var nextMaster: Snapshot.Next<Decibels>?
  var stems: [Snapshot.Stem] = []
  /// nil without a programme.
  var piece: PieceStatus?

  init(now: String = "2026-12-20T12:00:41") throws {
    zone = try Zone("Asia/Tokyo")
    self.now = try AsOf.parse(now, zone: zone)
  }

  mutating func add(
    _ id: String, _ title: String, _ status: StemStatus = .stop, gain: Double = 0, pan: Double = 0,
    isBase: Bool = false, solo: SoloMode = .off, end: FramePosition? = nil, door: DoorStatus = .none
  ) {
    stems.append(
      Snapshot.Stem(
        id: id, title: title, file: "\(id).flac", isBase: isBase, status: status, gain: Decibels(gain)!,
        pan: Pan(pan)!,
        solo: solo,
        end: end, follow: nil, door: door))
  }

  static func asked(_ frame: FramePosition, by source: Asker = .input) -> PendingChange {
    PendingChange(at: frame, by: source)
  }

  var snapshot: Snapshot {
    let line = GridLine(numerator: Self.loop, denominator: 1)!
    let grid = hasTempo ? Grid(loop: line, barsPerLoop: 8, beatsPerLoop: 32) : Grid(loop: line)
    var snapshot = Snapshot(
      title: title, zone: zone, isAway: isAway, position: position, sampleRate: rate,
      grid: rate == nil ? nil : grid, cycle: line, master: Decibels(master)!, nextMaster: nextMaster,
      stems: stems, now: now)
    snapshot.piece = piece
    return snapshot
  }

  /// The performance with everything around it as usual: what sounds has a level, all have a waveform.
  var view: ScreenView {
    ScreenView(
      snapshot: snapshot, levels: stems.indices.map(level), master: Self.reading(0.35, 0.3),
      server: Self.server(), selected: 1, keys: stems.indices.map { String($0 + 1) },
      messages: ["Canon in D: eight bars, 24.0 s.", "violin-c: wait, will play at loop 4 (frame 3456000)."],
      waveforms: stems.indices.map(waveform),
      hints: KeyTable.usual.assigned(to: stems.map { (id: $0.id, key: nil) }).table.hints())
  }

  private func level(_ index: Int) -> MeterReading {
    guard stems[index].status.soundsNow else { return .silence }
    return Self.reading(0.5 / Float(index + 1), 0.4 / Float(index + 1))
  }

  static func reading(_ left: Float, _ right: Float, clips: Int = 0) -> MeterReading {
    MeterReading(
      peak: StereoValue(left, right), hold: StereoValue(left * 1.6, right * 1.6),
      rms: StereoValue(left / 4, right / 4), clips: clips)
  }

  /// Notes that are struck and fade, in whole numbers.
  private func waveform(_ index: Int) -> [Float] {
    let note = 240 / (4 << min(index, 3))
    return (0..<240).map { Float(note - $0 % note) / Float(note) * (($0 / note) % 4 == 3 ? 0.5 : 0.8) }
  }

  static func server(
    connections: [String] = ["system:playback_1", "system:playback_2"], xruns: Int = 0, load: Double? = 3.1,
    ownBackend: String? = nil
  ) -> ServerView {
    ServerView(
      name: "default", implementation: "JACK 1.9.21", client: "canon", sampleRate: 48_000, period: 256,
      load: load,
      xruns: xruns, connections: connections, ownBackend: ownBackend)
  }
}
