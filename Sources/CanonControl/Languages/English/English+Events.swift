import CanonEngine
import CanonFiles
import CanonSession
import CanonStems

/// What happens, in English.
extension English {
  func line(_ name: String, _ sentence: String) -> String { "\(name): \(sentence)" }
  func sequence(_ sentences: [String]) -> String { sentences.joined(separator: " ") }

  func place(_ place: MusicalPlace) -> String {
    guard let loop = place.loop else { return "frame \(place.frame)" }
    let beat = place.beat.map { ", bar \($0.bar), beat \($0.beat)" } ?? ""
    return "loop \(loop)\(beat) (frame \(place.frame))"
  }

  func seconds(_ value: Double) -> String { Self.tenths(value) + " s" }
  func asker(_ name: String) -> String { name }

  /// One decimal, without locale.
  static func tenths(_ value: Double) -> String {
    let tenths = Int64((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  func count(_ number: Int64, _ thing: String) -> String {
    number == 1 ? "1 \(thing)" : "\(number) \(thing)s"
  }

  func reloads(_ place: MusicalPlace, by asker: String) -> String {
    "What was read again takes effect at \(self.place(place)) (requested by \(self.asker(asker)))."
  }

  func addsFiles(_ place: MusicalPlace) -> String {
    "New files of the door folder become stems at \(self.place(place))."
  }

  func added(_ files: [ReloadChanges.AddedFile]) -> String {
    files.map { file in
      "New in the set: \(CleanText.quote(file.stem)) from \(CleanText.quote(file.file)), with a door on "
        + "\(file.zone.textWithZone(file.opens))."
    }.joined(separator: " ")
  }

  func reloaded(_ changes: ReloadChanges) -> String {
    var others = changes
    others.playback = nil
    if let playback = changes.playback {
      return plays(playback) + (others.isEmpty ? "" : " " + reloaded(others))
    }
    if changes.isEmpty { return "Nothing has changed in the set, the schedule and the sound files." }
    let parts = [("new", changes.added), ("gone", changes.removed), ("changed", changes.changed)]
      .filter { !$1.isEmpty }.map { "\($0): \(list($1))" }
    return "The set is as its files are now" + (parts.isEmpty ? "." : " (\(parts.joined(separator: "; "))).")
  }

  var clockStarts: String { "The clock starts." }
  var panic: String { "Panic: every stem has stopped, and nothing is pending. Start the base by name." }

  func missed(_ count: Int) -> String {
    "\(count == 1 ? "1 event was" : "\(count) events were") dropped because the reader fell behind."
  }

  func missedLines(_ count: Int) -> String {
    "\(count == 1 ? "1 line was" : "\(count) lines were") dropped because the reader fell behind."
  }

  func loading(_ progress: LoadingProgress.Shown) -> String {
    let slow = progress.slow.map { "; \($0) takes long" } ?? ""
    return
      "Loading: \(progress.done) of \(count(Int64(progress.files), "file")), \(progress.seconds) s\(slow)"
  }

  func skipped(_ frames: FrameCount, at frame: FramePosition) -> String {
    "The clock moved on by \(count(frames, "frame")) at frame \(frame); the music goes on in phase."
  }

  // MARK: - Commands that wait

  func waits(
    _ number: Int, _ command: String, at place: MusicalPlace, in seconds: Double, by asker: String
  ) -> String {
    "Waits as \(waiting(number, command)): received at \(self.place(place)) in \(self.seconds(seconds)) "
      + "(requested by \(self.asker(asker)))."
  }

  func waiting(_ number: Int, _ command: String) -> String { "\(number), \"\(command)\"" }

  func waitingCancelled(_ commands: [String], by asker: String) -> String {
    "No longer \(waits(commands)) (cancelled by \(self.asker(asker)))."
  }

  func waitingEndedByPanic(_ commands: [String]) -> String {
    "No longer \(waits(commands)): the panic ended what waited."
  }

  func waitingRefused(_ commands: [String], _ reason: String) -> String {
    "No longer \(waits(commands)), because it would be refused: \(reason)"
  }

  private func waits(_ commands: [String]) -> String {
    (commands.count == 1 ? "waits: " : "wait: ") + commands.joined(separator: "; ")
  }

  // MARK: - The server

  func connected(_ server: ServerInfo) -> String {
    var text =
      "Playing as \"\(server.clientName)\" on \(server.implementation), server \"\(server.name)\", "
      + "\(server.sampleRate.hertz) Hz, period \(server.period) frames"
    if let backend = server.ownBackend { text += ", started by canon on \(backend)" }
    if server.ownBackend == "dummy" { text += ", which no one can hear" }
    if server.connections.isEmpty {
      return text
        + ". Nothing is connected: no one hears this until you connect \(server.clientName):master_1 and _2."
    }
    return text + ". Connected to \(server.connections.joined(separator: " and "))."
  }

  func loss(_ loss: ServerLoss) -> String {
    switch loss {
    case .ended: "The JACK server has ended."
    case .otherRate: "The server has changed its sample rate."
    case .disappeared: "The JACK server disappeared."
    }
  }

  func lost(_ loss: String) -> String {
    "\(loss) Waiting for a server; the music goes on when there is one."
  }

  func xruns(_ count: Int) -> String { "\(self.count(Int64(count), "xrun"))." }
  func period(_ frames: Int) -> String { "The server's period is now \(count(Int64(frames), "frame"))." }
}
