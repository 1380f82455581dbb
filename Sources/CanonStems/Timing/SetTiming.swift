import CanonEngine
import CanonFiles

/// How long the loop of a set lasts, and how it is divided.
public struct SetTiming: Hashable, Sendable {
  /// In the music's own tempo.
  public let loop: LoopLength
  /// How fast it is played.
  private let speed: Speed
  /// 0 without a tempo.
  public let beatsPerLoop: Int
  /// 0 without a tempo, and when the beats do not fill whole bars.
  public let barsPerLoop: Int
  /// The lower number of the meter.
  private let beatsPerWhole: Int

  /// Works out the timing; reads headers of sound files: the base stem's if the length depends on it, and
  /// those that show whether the tempo can be true.
  /// - Throws: The one thing that is wrong, at its place in the set file.
  /// - Thread: any control thread (may read a file)
  public init(of set: StemSet) throws(FileProblem) {
    try self.init(of: set, base: Self.baseInfo(of: set))
    try TempoCheck.check(set, loop: loop)
  }

  /// The length of the loop alone, which may be right although the tempo does not fit it.
  public static func loopLength(of set: StemSet) throws(FileProblem) -> LoopLength {
    try length(of: set, base: baseInfo(of: set))
  }

  /// - Parameter base: What the first base stem's file says; needed when the set's ``StemSet/loop`` is nil or in
  ///   frames.
  init(of set: StemSet, base: SoundInfo?) throws(FileProblem) {
    loop = try Self.length(of: set, base: base)
    speed = set.speed
    beatsPerWhole = set.meter.beatUnit
    guard let tempo = set.tempo else {
      (beatsPerLoop, barsPerLoop) = (0, 0)
      return
    }
    beatsPerLoop = try Self.beats(of: set, loop: loop, tempo: tempo, base: base)
    barsPerLoop = beatsPerLoop % set.meter.beatsPerBar == 0 ? beatsPerLoop / set.meter.beatsPerBar : 0
    if let problem = set.problem(ofSections: beatsPerLoop, bars: barsPerLoop) { throw problem }
    if barsPerLoop == 0, let use = set.quantumUses.first(where: { $0.quantum.unit == .bar }) {
      throw set.problem(
        line: use.line, field: use.field, found: "\"\(use.quantum)\"",
        TimingAdvice.quantumNeedsWholeBars(beats: beatsPerLoop, meter: set.meter))
    }
  }

  /// The musical grid at `rate`, as it is played.
  /// - Returns: nil when the loop or a beat is shorter than one frame.
  public func grid(at rate: SampleRate) -> Grid? {
    loop.played(at: speed)?.gridLine(at: rate).flatMap {
      Grid(loop: $0, barsPerLoop: barsPerLoop, beatsPerLoop: beatsPerLoop, beatsPerWhole: beatsPerWhole)
    }
  }

  /// The musical grid at `rate`.
  /// - Parameter set: The set that this is the timing of.
  /// - Throws: What ``grid(at:)`` answers nil for, at its place in the set file.
  public func grid(at rate: SampleRate, of set: StemSet) throws(FileProblem) -> Grid {
    if let grid = grid(at: rate) { return grid }
    throw set.problem(line: set.lines.loop, field: "loop", found: nil, TimingAdvice.loopTooShort(rate))
  }

  // MARK: -

  private static func baseInfo(of set: StemSet) throws(FileProblem) -> SoundInfo? {
    guard set.loop == nil || set.loop?.needsFile == true, let index = set.bases.first else { return nil }
    do { return try set.info(of: index) } catch { throw set.problem(of: set[index], error.cause) }
  }

  private static func length(of set: StemSet, base: SoundInfo?) throws(FileProblem) -> LoopLength {
    let length: LoopLength? =
      switch set.loop {
      case .bars(let count): set.tempo?.length(ofBeats: count * set.meter.beatsPerBar)
      case .beats(let count): set.tempo?.length(ofBeats: count)
      case .frames(let count): base.flatMap { LoopLength(frames: count, at: $0.sampleRate) }
      case .microseconds(let count): LoopLength(numerator: count, denominator: 1_000_000)
      case nil: try base.map { info throws(FileProblem) in try baseLength(of: set, info) } ?? nil
      }
    if let length { return length }
    // Without a tempo or a base the set file was refused, so the length is known, but out of range.
    throw set.problem(
      line: set.lines.loop, field: "loop", found: set.loop.map { "\"\($0)\"" }, TimingAdvice.loopTooLong)
  }

  /// The length of the first base's region, or of its file.
  private static func baseLength(of set: StemSet, _ info: SoundInfo) throws(FileProblem) -> LoopLength? {
    try set.bases.first.map { index throws(FileProblem) in
      try LoopBounds(of: set[index], in: set, info: info).length
    } ?? nil
  }

  private static func beats(
    of set: StemSet, loop: LoopLength, tempo: Tempo, base: SoundInfo?
  ) throws(FileProblem) -> Int {
    switch set.loop {
    case .bars(let count): return count * set.meter.beatsPerBar
    case .beats(let count): return count
    case .frames, .microseconds, nil: break
    }
    let rate = base?.sampleRate ?? .studio
    let beats = loop.seconds * tempo.beatsPerMinute / 60
    let whole = max(1, Int(beats.rounded()))
    let ideal = tempo.length(ofBeats: whole)
    if let ideal, ideal.fits(loop, at: rate) { return whole }
    var uneven = UnevenLoop(
      tempo: tempo, seconds: fixed(loop.seconds, 3),
      frames: base == nil ? nil : loop.nearestFrames(at: rate), beats: shown(beats), wholeBeats: whole)
    if base != nil, set.loop == nil, set[set.bases[0]].region == nil, base?.loop == nil {
      (uneven.file, uneven.wholeFrames) = (set[set.bases[0]].file, ideal?.nearestFrames(at: rate) ?? 0)
    }
    throw set.problem(line: set.lines.tempo, field: "tempo", TimingAdvice.unevenLoop(uneven))
  }

  /// With enough decimals that the number does not look whole.
  private static func shown(_ beats: Double) -> String {
    let places = (2...6).first { Double(fixed(beats, $0)) != beats.rounded() }
    return fixed(beats, places ?? 6)
  }
}
