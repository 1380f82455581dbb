import CanonFiles
import CanonSession

/// The full screen in English.
extension English {
  func hint(_ hint: ScreenHint) -> String { hint.rawValue }

  var quitQuestion: [String] {
    [" Quit? The music ends.   y yes   n no ", " Quit?  y yes  n no ", " Quit? y n "]
  }

  var typing: [String] { ["Enter does it   Tab completes   Esc leaves", "Enter  Tab  Esc"] }

  func title(_ overlay: ScreenOverlay) -> String {
    switch overlay {
    case .keys: "Help"
    case .words: "Commands"
    case .doors: "Doors"
    case .ports: "Ports"
    case .pairing: "Browsers"
    case .status: "Status"
    }
  }

  func range(_ range: String, of count: Int) -> String { "\(range) of \(count)" }

  func previewMark(_ day: String) -> [String] { ["preview: \(day)", "preview"] }
  var frozenMark: String { "frozen" }
  func pauseMark(isPartly: Bool) -> String { isPartly ? "partly paused" : "paused" }

  // MARK: - The loop

  var clockStandsStill: String { "The clock has not started." }
  var loopLabel: String { "loop" }
  var barLabel: String { "bar" }
  var beatLabel: String { "beat" }
  func beats(_ count: Int64) -> String { self.count(count, "beat") }

  func nextLoop(beats: Int64?, seconds: String) -> [String] {
    guard let beats else { return ["next loop in \(seconds)", seconds, ""] }
    let count = self.beats(beats)
    return ["next loop in \(count), \(seconds)", "\(count), \(seconds)", seconds, ""]
  }

  func namedSection(_ title: String, then next: String?) -> [String] {
    (next.map { ["\(title), then \($0)"] } ?? []) + [title]
  }

  var hereWhenTheServerWent: [String] { ["here when the server went", "no server", ""] }

  // MARK: - The piece

  func pieceField(_ name: PieceName) -> [String] {
    ["piece \(name.number) of \(name.count)", "\(name.number)/\(name.count)"]
  }

  func pieceTime(elapsed: String, left: String?) -> [String] {
    [elapsed + (left.map { ", \($0) left" } ?? "")]
  }

  func programmeTime(_ title: String?, elapsed: String, left: String?) -> [String] {
    let rest = left.map { ", \($0) left" } ?? ""
    return (title.map { ["programme \(CleanText.quote($0)) \(elapsed)\(rest)"] } ?? [])
      + ["programme \(elapsed)\(rest)"] + (left.map { ["programme \($0) left"] } ?? [])
  }

  var nextPieceLabel: String { "next:" }

  // MARK: - Stems and the master

  func stems(_ range: String?) -> String { range.map { "stems \($0)" } ?? "stem" }
  var stateLabel: String { "state" }
  func nextLabel(inBeats: Bool) -> String { inBeats ? "next in beats" : "next" }
  var gainLabel: String { "gain" }
  func shutMark(isForGood: Bool) -> String { isForGood ? "shut" : "locked" }
  var pausedStem: String { "paused" }
  var unreadableStem: String { "error" }
  var baseMark: String { "base" }
  func asked(by asker: String) -> [String] { ["asked by \(asker)", asker] }
  var cued: [String] { ["on the cue bus", "cue"] }
  func soloed(alone: Bool) -> [String] { alone ? ["solo, without the base", "solo"] : ["solo"] }

  func clips(_ count: Int) -> [String] {
    if count == 0 { return ["no clips"] }
    let clips = self.count(Int64(count), "clip")
    return ["clipped: \(clips)", clips, "clipped"]
  }

  func level(peak: String, rms: String) -> [String] { ["peak \(peak)   RMS \(rms)", "peak \(peak)", ""] }

  // MARK: - The server

  func alert(_ alert: ScreenAlert) -> [String] {
    switch alert {
    case .serverAway: ["There is no server: the music goes on when there is one.", "no server", "no server"]
    case .loading(let progress):
      [
        loading(progress), "loading \(progress.done) of \(progress.files)",
        "\(progress.done)/\(progress.files)",
      ]
    case .noServerYet: ["No server has been found yet.", "no server yet", "no server"]
    case .notConnected: ["Nothing is connected: no one hears this.", "no one hears this", "unheard"]
    case .noSoundCard:
      ["No one hears this: canon's own server has no sound card.", "no one hears this", "unheard"]
    }
  }

  var waitsForServer: String { "waiting for a JACK server" }
  func periodField(_ frames: Int) -> String { "\(frames) frames" }
  func loadField(_ percent: String) -> String { "load \(percent) %" }
  func xrunsField(_ count: Int) -> String { count == 0 ? "no xruns" : self.count(Int64(count), "xrun") }
  func serverField(_ name: String) -> String { "server \"\(name)\"" }
  func clientField(_ name: String) -> String { "client \"\(name)\"" }
  func startedByCanon(on backend: String) -> String { "started by canon on \(backend)" }
}
