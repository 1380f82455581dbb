import CanonControl
import CanonFiles
import CanonSchedule
import CanonSession
import CanonStems
import CanonTerminal
import Foundation

/// What was measured as lines for people: a table of the stems, then what is true of all of them.
struct CheckText {
  private let report: CheckReport
  private let language: Language
  private let wording: any Wording

  init(_ report: CheckReport, _ language: Language) {
    (self.report, self.language, wording) = (report, language, language.wording)
  }

  /// An empty line comes first.
  var lines: [String] { ["", heading, ""] + table + [""] + levels + memory + doors }

  /// The set and its loop.
  var heading: String {
    let timing = report.measurement.timing
    let length = timing.barsPerLoop > 0 ? wording.bars(timing.barsPerLoop) : nil
    return wording.measured(
      CleanText.clean(report.set.title), length: length, seconds: Decimal.text(timing.loop.seconds, 3),
      rate: Int(report.measurement.rate.hertz))
  }

  // MARK: - Stems

  private var table: [String] {
    let columns = CheckColumn.allCases.filter(isShown)
    let rows =
      [columns.map(wording.head)]
      + report.measurement.stems.map { stem in columns.map { cell($0, stem) } }
    let widths = columns.indices.map { column in
      rows.map { DisplayWidth.width($0[column]) }.max() ?? 0
    }
    return rows.map { row in
      let cells = columns.indices.map { column in
        let space = String(repeating: " ", count: widths[column] - DisplayWidth.width(row[column]))
        return columns[column].isText ? row[column] + space : space + row[column]
      }
      return String(cells.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
    }
  }

  /// What is the same of all stems, or nothing, has no column.
  private func isShown(_ column: CheckColumn) -> Bool {
    switch column {
    case .hertz: report.measurement.stems.contains { $0.info.sampleRate != report.measurement.rate }
    case .clipped: report.measurement.stems.contains { $0.clippedPlaces > 0 }
    default: true
    }
  }

  private func cell(_ column: CheckColumn, _ stem: StemMeasurement) -> String {
    switch column {
    case .stem: report.set[stem.index].id
    case .format: stem.encoding.description
    case .hertz: "\(stem.info.sampleRate.hertz)"
    case .channels: "\(stem.info.channelCount)"
    case .frames: "\(stem.frameCount)"
    case .loops: Decimal.short(stem.loops, 4)
    case .peak: Decimal.decibels(stem.peak)
    case .truePeak: Decimal.decibels(stem.loudness.truePeak)
    case .loudness: stem.loudness.integrated.map { Decimal.text($0, 1) } ?? "-"
    case .mean: Self.percent(stem.mean)
    case .clipped: "\(stem.clippedPlaces)"
    case .seam: stem.seam.map { Decimal.text(min($0.besideIt, 9999), 1) + "x" } ?? "-"
    case .silence: "\(stem.silenceAtStart)+\(stem.silenceAtEnd)"
    }
  }

  /// With two decimals, and no sign before nothing.
  static func percent(_ mean: Double) -> String { Decimal.text(abs(mean) < 0.00005 ? 0 : mean * 100, 2) }

  // MARK: - All stems

  /// Peaks and loudness, and what to change.
  var levels: [String] {
    let measured = report.measurement
    func peaks(_ choice: CheckPeaks.Choice, _ peak: Float, _ truePeak: Float, _ loudness: Double?) -> String {
      wording.peaks(
        CheckPeaks(
          choice, peak: dBFS(peak), truePeak: Decimal.decibels(Double(truePeak)) + " dBTP",
          loudness: loudness.map { Decimal.text($0, 1) + " LUFS" },
          isBound: measured.peak.isBound || measured.truePeak.isBound))
    }
    let change = measured.suggestedChange.map { change in
      wording.suggestedChange(
        Decimal.signed(change), target: Decimal.short(SetMeasurement.target, 1) + " dBTP")
    }
    return [
      peaks(.allStems, measured.peak.full, measured.truePeak.full, measured.loudness),
      peaks(.loudest, measured.peak.worst, measured.truePeak.worst, nil),
    ] + [change].compactMap(\.self)
  }

  private func dBFS(_ linear: Float) -> String { Decimal.decibels(Double(linear)) + " dBFS" }

  private var memory: [String] {
    let (needed, memory) = (report.measurement.sampleBytes, report.memory)
    let numbers = wording.memory(
      needed: Decimal.size(needed), rate: Int(report.measurement.rate.hertz),
      available: memory.available.map(Decimal.size), lockable: memory.lockable.map(Decimal.size))
    if let available = memory.available, needed > available { return [numbers, wording.memoryIsTooSmall] }
    if let lockable = memory.lockable, needed > lockable { return [numbers, wording.memoryIsNotLocked] }
    return [numbers]
  }

  private var doors: [String] {
    if report.doors.isEmpty { return [] }
    return ["", wording.doorPeaks]
      + report.doors.map { door in
        let date = door.from == report.now ? wording.atPresent : wording.date(door.from, in: report.zone)
        return "  "
          + wording.doorPeak(
            date, new: door.new.map { report.set[$0].id }, count: door.open.count,
            peak: dBFS(door.peak.worst))
      }
  }
}

extension CheckColumn {
  /// Text begins at the left, numbers end at the right.
  fileprivate var isText: Bool { self == .stem || self == .format }
}
