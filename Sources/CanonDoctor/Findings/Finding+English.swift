import CanonControl
import CanonFiles
import CanonJack
import CanonSchedule

extension Finding: Translated {
  /// In English: what is so, and what to do about it.
  package var message: String {
    switch self {
    case .realtime(let priority):
      return "Real-time priority is allowed\(priority.map { ", up to \($0)" } ?? "")."
    case .noRealtime(let rights):
      return "This user may not use real-time priority, so a busy machine causes dropouts. " + rights.advice
    case .lockable(let limit):
      return limit.map { "Up to \(Self.size($0)) of samples may be locked in memory." }
        ?? "All samples may be locked in memory."
    case .littleLocked(let limit, let needed, let rights):
      return
        "Only \(Self.size(limit)) may be locked in memory, and this set's samples need \(Self.size(needed)): "
        + "if memory runs short they are swapped out, which causes dropouts. " + rights.advice
    case .fastClock: return "No processor saves power by running slowly."
    case .slowClock(let governors):
      return "The processors save power (\(Suggestion.list(governors))) and may be slow when the music needs "
        + "them. For the concert let them run fast:"
    case .time(let now, let zone): return "The clock says \(zone.textWithZone(now)), and it is synchronised."
    case .timeWrong(let now, let zone):
      return
        "The clock says \(zone.textWithZone(now)), which cannot be: doors that were not seen open stay shut. "
        + "Set the clock, or have it set by the network:"
    case .timeUnsynchronised(let now, let zone):
      return
        "The clock says \(zone.textWithZone(now)), and nothing keeps it right. If that is not the time, have it set "
        + "by the network:"
    case .disk(let path, let free): return "\(path): \(Self.size(free)) are free."
    case .littleDisk(let path, let free):
      return
        "\(path): only \(Self.size(free)) are free. A journal or a rendering may fill the disk. Remove something:"
    case .fullDisk(let path):
      return
        "\(path): the disk is full, so no journal and no memory of doors can be written. Remove something:"
    case .closedFolder(let path):
      return
        "\(path): you cannot write there, so no journal and no memory of doors can be kept. Set XDG_STATE_HOME to a folder of yours, or change its permissions:"
    case .server(let facts):
      return "\(Self.setup(facts)) runs\(facts.name.map { " as \"\($0)\"" } ?? "")."
    case .pipeWire(let facts?): return "\(Self.setup(facts)) runs, and canon plays through it."
    case .pipeWire(nil):
      return "PipeWire runs, and canon plays through it. How it is set up could not be found out."
    case .privateServer(let device?):
      return
        "No server runs. canon starts a private one on the sound card \(device.description) while it plays."
    case .privateServer(nil):
      return
        "No server runs, and there is no sound card that a private one could play on: canon plays in silence."
    case .serverProblem(let problem): return Self.sentence(problem.text(.english))
    case .outputs(let names):
      return
        "\(names.count == 1 ? "1 physical output" : "\(names.count) physical outputs"): \(Suggestion.list(names))."
    case .noOutputs:
      return
        "The server has no physical outputs, so no one hears canon. Connect a sound card, or start the server on one."
    case .notConnected:
      return
        "A canon that plays is connected to nothing. Connect its master in a patch bay, or start it with --connect."
    case .registry(let count):
      return "JACK's registry has room: \(count) of \(ServerRegistry.capacity) places are taken."
    case .registryOfDead:
      return
        "JACK's registry is full of killed servers. canon frees their places when it starts a server, also the one of "
        + "the self-test."
    case .registryFull(let registry): return registry.text(.english)
    case .registryFreed(let names):
      let list = names.map { CleanText.quote($0) }
      return
        "The self-test needed a place in JACK's registry and no server runs, so the places of \(Suggestion.list(list)) were freed."
    case .cards(let devices, let taken):
      return "Sound cards: \(devices.map(\.description).joined(separator: "; ")). "
        + (taken.map { "A private server takes \($0.address); --device names another." }
          ?? "A private server takes none of them unasked; --device names one.")
    case .noCards: return "There is no sound card that can play."
    case .set(let title, let stems, let bytes, let available):
      return
        "\(CleanText.clean(title)): \(stems == 1 ? "1 stem" : "\(stems) stems"), \(Self.size(bytes)) of samples"
        + (available.map { " (\(Self.size($0)) are available)" } ?? "") + "."
    case .setTooLarge(let title, let bytes, let available):
      return
        "\(CleanText.clean(title)) needs \(Self.size(bytes)) for its samples, and only \(Self.size(available)) are "
        + "available. End other programs, use 16-bit files, or take stems out of the set."
    case .source(let problems):
      return problems.map { $0.text(.english) }.joined(separator: " ")
    case .zone(let zone, let moments):
      return
        "\(zone.name): canon and the system agree about \(moments == 1 ? "1 moment" : "all \(moments) moments") of the doors."
    case .zoneDiffers(let zone, let differences):
      let list = differences.prefix(3).map {
        "\"\($0.stemID)\" at \(zone.text($0.instant)) (\(($0.system - $0.own) / 60) minutes)"
      }
      return "\(zone.name): the system's rules differ from canon's: \(list.joined(separator: ", "))"
        + (differences.count > 3 ? " and \(differences.count - 3) more" : "")
        + ". Other clocks on this machine will not show the hour of the door. Update the rules:"
    case .zoneUnknown(let zone):
      return
        "\(zone.name): the system does not know this zone, so its rules could not be compared. canon has its own."
    case .selfTest(let figures): return figures.message
    case .selfTestFailed(let problem): return problem.message
    }
  }

  /// In MiB, from a mebibyte on.
  static func size(_ bytes: UInt64) -> String {
    bytes >= 10 << 30 ? "\(bytes >> 30) GiB" : bytes >= 1 << 20 ? "\(bytes >> 20) MiB" : "\(bytes >> 10) KiB"
  }

  /// `JACK 1.9.21 at 48000 Hz with a period of 256 frames (latency 10.7 ms, real-time)`.
  private static func setup(_ facts: ServerFacts) -> String {
    "\(facts.implementation) at \(facts.sampleRate) Hz with a period of \(facts.period) frames "
      + "(latency \(milliseconds(facts)) ms, \(facts.isRealtime ? "real-time" : "not real-time"))"
  }

  /// The latency of the outputs, or of two periods if the server does not tell it.
  static func milliseconds(_ facts: ServerFacts) -> String {
    let frames = facts.latency > 0 ? facts.latency : 2 * facts.period
    let tenths = (frames * 10_000 + facts.sampleRate / 2) / max(1, facts.sampleRate)
    return "\(tenths / 10).\(tenths % 10)"
  }

  private static func sentence(_ text: String) -> String {
    text.prefix(1) == "-" ? text : text.prefix(1).uppercased() + text.dropFirst()
  }
}

extension Rights {
  fileprivate var advice: String {
    needsNothing
      ? "The rights are granted (\(Self.limitsFile), group audio): log out and in again, or set LimitRTPRIO and LimitMEMLOCK in a system unit."
      : "Do this, then log out and in again:"
  }
}

extension Finding.Level: Translated {
  package var message: String {
    switch self {
    case .well: "well"
    case .note: "note"
    case .warning: "warning"
    case .wrong: "wrong"
    }
  }
}
