import CanonJack
import CanonSchedule

/// A measured or counted value of a finding, for programs.
package enum Figure: Hashable, Sendable, Encodable {
  case number(Int)
  case decimal(Double)
  case text(String)
  case list([String])
  case truth(Bool)

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .number(let value): try container.encode(value)
    case .decimal(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .list(let value): try container.encode(value)
    case .truth(let value): try container.encode(value)
    }
  }
}

extension Finding {
  /// By their names in JSON (Documentation/Doctor.md). Bytes, frames, hertz and microseconds are whole numbers.
  package var figures: [String: Figure] {
    switch self {
    case .realtime(let priority): priority.map { ["priority": .number($0)] } ?? [:]
    case .lockable(let limit): limit.map { ["limit": .bytes($0)] } ?? [:]
    case .littleLocked(let limit, let needed, _): ["limit": .bytes(limit), "needed": .bytes(needed)]
    case .slowClock(let governors): ["governors": .list(governors)]
    case .time(let now, let zone), .timeWrong(let now, let zone), .timeUnsynchronised(let now, let zone):
      ["now": .text(zone.isoText(now)), "time_zone": .text(zone.name)]
    case .disk(let path, let free), .littleDisk(let path, let free):
      ["path": .text(path), "free": .bytes(free)]
    case .closedFolder(let path): ["path": .text(path)]
    case .fullDisk(let path): ["path": .text(path), "free": .number(0)]
    case .server(let facts): facts.figures
    case .pipeWire(let facts): facts?.figures ?? [:]
    case .privateServer(let device): device.map { ["device": .text($0.address)] } ?? [:]
    case .outputs(let names): ["ports": .list(names)]
    case .registry(let count): ["servers": .number(count)]
    case .registryOfDead(let registry), .registryFull(let registry):
      ["servers": .list(registry.servers.map(\.name))]
    case .registryFreed(let names): ["servers": .list(names)]
    case .cards(let devices, let taken):
      ["devices": .list(devices.map(\.description))].merging(
        taken.map { ["taken": .text($0.address)] } ?? [:]
      ) { $1 }
    case .set(let title, let stems, let bytes, let available):
      ["title": .text(title), "stems": .number(stems), "needed": .bytes(bytes)].merging(
        available.map { ["available": .bytes($0)] } ?? [:]
      ) { $1 }
    case .setTooLarge(let title, let bytes, let available):
      ["title": .text(title), "needed": .bytes(bytes), "available": .bytes(available)]
    case .source(let problems): ["problems": .number(problems.count)]
    case .zone(let zone, let moments): ["time_zone": .text(zone.name), "moments": .number(moments)]
    case .zoneDiffers(let zone, let differences):
      [
        "time_zone": .text(zone.name), "stems": .list(differences.map(\.stemID)),
        "instants": .list(differences.map { zone.isoText($0.instant) }),
      ]
    case .zoneUnknown(let zone): ["time_zone": .text(zone.name)]
    case .selfTest(let figures): figures.figures
    case .noRealtime, .fastClock, .serverProblem, .noOutputs, .notConnected, .noCards, .selfTestFailed: [:]
    }
  }
}

extension Figure {
  fileprivate static func bytes(_ count: UInt64) -> Figure { .number(Int(clamping: count)) }
}

extension ServerFacts {
  fileprivate var figures: [String: Figure] {
    [
      "implementation": .text(implementation), "sample_rate": .number(sampleRate), "period": .number(period),
      "latency": .number(latency), "realtime": .truth(isRealtime), "load": .decimal(load),
    ].merging(name.map { ["name": .text($0)] } ?? [:]) { $1 }
  }
}

extension SelfTestFigures {
  fileprivate var figures: [String: Figure] {
    [
      "frames": .number(frames), "different": .number(different), "lost": .number(lost),
      "xruns": .number(xruns),
      "sample_rate": .number(sampleRate), "period": .number(period), "realtime": .truth(isRealtime),
      "cycles": .number(cycles), "median_microseconds": .number(median), "worst_microseconds": .number(worst),
      "period_microseconds": .number(periodMicroseconds), "margin_percent": .number(margin),
    ]
  }
}
