import CanonControl
import CanonFiles
import CanonSession
import CanonStems

/// `canon check --json`: one object. Documentation/Check.md has its keys.
struct CheckRecord: Encodable {
  struct Problem: Encodable {
    var file: String
    var line: Int?
    var field: String?
    var found: String?
    var expected: String
    var remedy: String
    var message: String
    var severity: String
    var code: String?

    /// - Parameter language: Of the words.
    init(_ problem: FileProblem, _ language: Language) {
      let words = problem.words(language)
      (file, line, field, severity) = (problem.file, problem.line, problem.field, problem.severity.rawValue)
      (found, expected, remedy) = (words.found, words.expected, words.remedy)
      (message, code) = (problem.text(language), problem.code)
    }
  }

  var problems: [Problem]
  /// Left out if there are errors, as is `set`.
  var stems: [StemRecord]?
  var set: SetRecord?
  /// What was measured of a programme's sources; left out unless it is one.
  var pieces: [PieceRecord]?

  /// A set or schedule of a programme.
  struct PieceRecord: Encodable {
    var source: String
    var stems: [StemRecord]
    var set: SetRecord
  }

  init(_ problems: [FileProblem], pieces: [(source: String, report: CheckReport)], _ language: Language) {
    self.init(problems, nil, language)
    self.pieces = pieces.map { source, report in
      PieceRecord(
        source: CleanText.clean(source), stems: report.measurement.stems.map { StemRecord($0, report) },
        set: SetRecord(report))
    }
  }

  init(_ problems: [FileProblem], _ report: CheckReport?, _ language: Language) {
    self.problems = problems.map { Problem($0, language) }
    guard let report else { return }
    stems = report.measurement.stems.map { StemRecord($0, report) }
    set = SetRecord(report)
  }

  var text: String { JSONText.text(self) }

  /// A linear level in decibels, two decimals; nil for silence.
  fileprivate static func decibels(_ linear: Double) -> Double? {
    Decimal.decibels(of: linear).map { rounded($0, 2) }
  }

  fileprivate static func rounded(_ value: Double, _ places: Int) -> Double {
    Double(Decimal.text(value, places)) ?? value
  }
}

/// What was measured of a stem.
struct StemRecord: Encodable {
  struct Seam: Encodable {
    var step, ordinaryStep, sharpness, ordinarySharpness, times: Double
    var clicks: Bool
  }

  var id, file, container, codec: String
  var bits: Int?
  var sampleRate, channels: Int
  var fileFrames, firstFrame, frames: Int64
  var seconds, loops: Double
  var bars: Double?
  var silenceStart, silenceEnd: Int
  var seam: Seam?
  var dcPercent: Double
  var clippedPlaces: Int
  var peakDbfs, truePeakDbtp, loudnessLufs: Double?
  var gainDb: Double
  var suggestedGainDb: Double?

  init(_ stem: StemMeasurement, _ report: CheckReport) {
    let spec = report.set[stem.index]
    (id, file) = (spec.id, CleanText.clean(spec.file))
    (container, codec, bits) = (stem.encoding.container, stem.encoding.codec, stem.encoding.bits)
    (sampleRate, channels) = (Int(stem.info.sampleRate.hertz), stem.info.channelCount)
    (fileFrames, firstFrame, frames) = (stem.info.frameCount, stem.loop.lowerBound, stem.frameCount)
    seconds = CheckRecord.rounded(stem.seconds, 6)
    loops = CheckRecord.rounded(stem.loops, 6)
    bars = stem.bars.map { CheckRecord.rounded($0, 6) }
    (silenceStart, silenceEnd) = (stem.silenceAtStart, stem.silenceAtEnd)
    seam = stem.seam.map { seam in
      Seam(
        step: CheckRecord.rounded(seam.step, 6), ordinaryStep: CheckRecord.rounded(seam.ordinaryStep, 6),
        sharpness: CheckRecord.rounded(seam.sharpness, 6),
        ordinarySharpness: CheckRecord.rounded(seam.ordinarySharpness, 6),
        times: CheckRecord.rounded(seam.besideIt, 2), clicks: seam.clicks)
    }
    dcPercent = CheckRecord.rounded(stem.mean * 100, 3)
    clippedPlaces = stem.clippedPlaces
    peakDbfs = CheckRecord.decibels(stem.peak)
    truePeakDbtp = CheckRecord.decibels(stem.loudness.truePeak)
    loudnessLufs = stem.loudness.integrated.map { CheckRecord.rounded($0, 2) }
    gainDb = spec.gain.value
    suggestedGainDb = report.measurement.suggestedChange.map { CheckRecord.rounded(spec.gain.value + $0, 3) }
  }
}

/// What was measured of all stems together.
struct SetRecord: Encodable {
  struct Door: Encodable {
    /// ISO 8601 with offset.
    var from: String
    var stems: [String]
    var new: [String]
    var peakDbfs: Double?
  }

  var title: String
  var sampleRate: Int
  var seconds: Double
  /// Left out without a tempo, and where the beats do not fill whole bars.
  var bars: Int?
  var peakDbfs, worstPeakDbfs, truePeakDbtp, worstTruePeakDbtp: Double?
  /// Whether the peaks are upper bounds.
  var peakIsBound, truePeakIsBound: Bool
  var loudnessLufs: Double?
  /// For every gain, or the master's.
  var suggestedChangeDb: Double?
  var sampleBytes: UInt64
  var availableBytes, lockableBytes: UInt64?
  var doors: [Door]

  init(_ report: CheckReport) {
    let measured = report.measurement
    title = report.set.title
    sampleRate = Int(measured.rate.hertz)
    seconds = CheckRecord.rounded(measured.timing.loop.seconds, 6)
    bars = measured.timing.barsPerLoop > 0 ? measured.timing.barsPerLoop : nil
    (peakDbfs, worstPeakDbfs) = (Self.level(measured.peak.full), Self.level(measured.peak.worst))
    truePeakDbtp = Self.level(measured.truePeak.full)
    worstTruePeakDbtp = Self.level(measured.truePeak.worst)
    (peakIsBound, truePeakIsBound) = (measured.peak.isBound, measured.truePeak.isBound)
    loudnessLufs = measured.loudness.map { CheckRecord.rounded($0, 2) }
    suggestedChangeDb = measured.suggestedChange
    sampleBytes = measured.sampleBytes
    (availableBytes, lockableBytes) = (report.memory.available, report.memory.lockable)
    doors = report.doors.map { door in
      Door(
        from: report.zone.isoText(door.from), stems: door.open.map { report.set[$0].id },
        new: door.new.map { report.set[$0].id }, peakDbfs: Self.level(door.peak.worst))
    }
  }

  private static func level(_ linear: Float) -> Double? { CheckRecord.decibels(Double(linear)) }
}
