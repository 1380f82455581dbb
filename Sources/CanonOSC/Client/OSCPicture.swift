import CanonControl
import CanonEngine
import CanonNetwork
import CanonSession
import Glibc

/// What a subscriber is shown, as messages. An address says what it is about, so that a widget needs one address alone.
enum OSCPicture {
  /// - Parameter snapshot: Of the performance.
  static func state(_ snapshot: Snapshot) -> [OSCMessage] {
    [
      OSCMessage("/canon/title", .text(snapshot.title)),
      OSCMessage("/canon/server", .bool(!snapshot.isAway && snapshot.sampleRate != nil)),
      OSCMessage("/canon/paused", .bool(snapshot.isPaused)),
      OSCMessage("/canon/frozen", .bool(snapshot.isFrozen)),
      OSCMessage("/canon/master/gain", gain(snapshot.masterGoal)),
      OSCMessage("/canon/stems", snapshot.stems.map { .text($0.id) }),
    ] + snapshot.stems.flatMap { state(of: $0, snapshot) }
  }

  private static func state(of stem: Snapshot.Stem, _ snapshot: Snapshot) -> [OSCMessage] {
    let address = "/canon/stem/\(stem.id)"
    let pending = stem.status.pending
    // On which frame it happens, or -1: nothing is pending, or the engine has not received it yet.
    let next = stem.status.next?.word ?? stem.requested?.word ?? ""
    return [
      OSCMessage(address + "/state", .text(stem.status.state.word)),
      OSCMessage(address + "/next", .text(next), .long(pending?.at ?? -1)),
      OSCMessage(address + "/gain", gain(stem.gainGoal)),
      OSCMessage(address + "/pan", .float(Float(stem.panGoal.value))),
      OSCMessage(address + "/solo", .text(stem.soloGoal.word)),
      OSCMessage(address + "/open", .bool(stem.door.isOpen)),
    ]
  }

  /// Silence is the lower end of the range: widgets have no infinity.
  private static func gain(_ gain: Decibels) -> OSCValue {
    .float(Float(max(gain.value, Decibels.range.lowerBound)))
  }

  static func clock(_ snapshot: Snapshot) -> [OSCMessage] {
    guard let grid = snapshot.grid, let place = snapshot.place(of: snapshot.reached) else { return [] }
    let music = snapshot.music(on: snapshot.reached)
    let loop = grid.loop.index(containing: music)
    let (start, end) = (grid.loop.position(of: loop), grid.loop.position(of: loop + 1))
    let hasBeats = grid.beatsPerLoop > 0
    return [
      OSCMessage(
        "/canon/clock", .long(snapshot.position), .int(Int32(clamping: place.loop)),
        .int(hasBeats ? Int32(clamping: place.bar) : 0), .int(hasBeats ? Int32(clamping: place.beat) : 0),
        .float(Float(Double(music - start) / Double(max(1, end - start)))))
    ]
  }

  static func meters(_ levels: OSCLevels) -> [OSCMessage] {
    [OSCMessage("/canon/master/meter", .float(decibels(levels.master)))]
      + levels.stems.map { id, peak in OSCMessage("/canon/stem/\(id)/meter", .float(decibels(peak))) }
  }

  /// In tenths, so that noise is no news; -120 for silence.
  private static func decibels(_ peak: Float) -> Float {
    peak > 0.000_001 ? Float((200 * log10(Double(peak))).rounded() / 10) : -120
  }
}
