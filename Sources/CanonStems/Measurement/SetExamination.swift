import CanonEngine
import CanonFiles
import Foundation

/// All that can be told of a set whose file and whose headers are right. Each sound file is decoded once.
public struct SetExamination: Sendable {
  /// The errors of sound files; without any, warnings and notes in the order of the set file.
  public let problems: [FileProblem]
  /// nil if there are errors.
  public let measurement: SetMeasurement?

  /// - Parameters:
  ///   - set: A set without problems, but for what shows only when its files are decoded (``SetCheck``).
  ///   - loading: Is told how far the decoding is.
  /// - Thread: any control thread (decodes all files, one on each processor)
  public init(of set: StemSet, _ loading: LoadingReporter = .none) async {
    // What is measured are the files, in their own tempo and key.
    var set = set
    set.playback = .original
    guard let timing = try? SetTiming(of: set),
      let rate = try? set.info(of: set.bases.first ?? StemIndex(0)).sampleRate,
      let configuration = try? set.engineConfiguration(timing: timing, at: rate)
    else {
      (problems, measurement) = (SetCheck.problems(of: set, depth: .samples), nil)
      return
    }
    loading(.began(files: set.stems.count))
    // What the files are together is measured after them, and can take seconds too.
    defer { loading(.ended) }
    let (answers, isSmall) = await Self.measure(set, timing, configuration, loading)
    let errors = answers.compactMap { answer -> FileProblem? in
      if case .failure(let problem) = answer { problem } else { nil }
    }
    let stems = answers.compactMap { try? $0.get() }
    guard errors.isEmpty, stems.count == set.stems.count else {
      (problems, measurement) = (errors.isEmpty ? [] : FileProblems(errors).problems, nil)
      return
    }
    let loop = configuration.grid.loop, parts = stems.map(\.part)
    let peak = await MixPeak(parts, loop: loop, rate: rate, isBound: !isSmall)
    let mix = isSmall ? await Self.mix(stems, in: set, loop: loop, rate: rate) : nil
    measurement = SetMeasurement(
      rate: rate, timing: timing, stems: stems.map(\.measurement), peak: peak,
      truePeak: await TruePeak.mix(
        parts, samples: peak, peaks: stems.map(\.measurement.loudness.truePeak), loop: loop, rate: rate,
        mostBytes: set.readers.largestDecodedSize),
      loudness: mix?.loudness.integrated, outline: mix?.outline, parts: parts, loop: loop)
    problems = SetRemarks.all(of: set, timing, warnings: stems.flatMap(\.warnings), peak)
  }

  // MARK: -

  /// - Returns: An answer for each stem, and whether all of their samples were kept: what does not fit into memory has only its extremes.
  private static func measure(
    _ set: StemSet, _ timing: SetTiming, _ configuration: EngineConfiguration, _ loading: LoadingReporter
  ) async -> (answers: [Result<MeasuredStem, FileProblem>], isSmall: Bool) {
    typealias Answer = Result<MeasuredStem, FileProblem>
    let width = Processors.count
    return await withTaskGroup(of: (place: Int, answer: Answer).self) { group in
      var answers = [Answer?](repeating: nil, count: set.stems.count)
      var kept: Int64 = 0
      var isSmall = true
      func take(_ done: (place: Int, answer: Answer)) {
        answers[done.place] = done.answer
        guard case .success(var stem) = done.answer else { return }
        kept += Int64(stem.part.buffer.bytes.count)
        if isSmall, kept > set.readers.largestDecodedSize {
          isSmall = false
          answers = answers.map { $0?.map(\.small) }
        } else if !isSmall {
          stem = stem.small
          answers[done.place] = .success(stem)
        }
      }
      for place in set.stems.indices {
        // One ends before the next begins: no more decoded files in memory than cores at work.
        if place >= width, let done = await group.next() { take(done) }
        group.addTask {
          await ReadingThreads.run {
            loading(.reading(place, file: set[StemIndex(place)].file))
            defer { loading(.read(place)) }
            do throws(FileProblem) {
              return (place, .success(try MeasuredStem(StemIndex(place), of: set, timing, configuration)))
            } catch {
              return (place, .failure(error))
            }
          }
        }
      }
      for await done in group { take(done) }
      return (answers.compactMap(\.self), isSmall)
    }
  }

  /// Measures what all stems are together.
  /// - Returns: nil if the common cycle is too long.
  private static func mix(
    _ stems: [MeasuredStem], in set: StemSet, loop: GridLine, rate: SampleRate
  ) async -> (loudness: Loudness, outline: Outline)? {
    let together = loudestOfGroups(stems, in: set).map(\.part)
    guard let frames = MixPeak.mixedFrames(of: together, loop: loop, rate: rate) else { return nil }
    let signal = MixSignal(parts: together, loop: loop)
    var meter = LoudnessMeter(channelCount: 2, rate: rate)
    var outline = Outline(frameCount: frames)
    let turns = LoudnessMeter.turns(frames, at: rate)
    meter.remember(if: turns > 2)
    await signal.look(frames: frames) { piece in
      meter.add(piece)
      outline.add(piece, channels: 2)
    }
    if !meter.addAgain(turns - 1) { await signal.look(frames: frames) { meter.add($0) } }
    return (meter.loudness, outline)
  }

  /// The stems that sound together: of each group the loudest one.
  private static func loudestOfGroups(_ stems: [MeasuredStem], in set: StemSet) -> [MeasuredStem] {
    func loudness(_ stem: MeasuredStem) -> Double {
      (stem.measurement.loudness.integrated ?? -1000) + set[stem.measurement.index].gain.value
    }
    var loudest: [Int32: Int] = [:]
    for (place, stem) in stems.enumerated() where stem.part.configuration.group >= 0 {
      let group = stem.part.configuration.group
      if let other = loudest[group], loudness(stems[other]) >= loudness(stem) { continue }
      loudest[group] = place
    }
    return stems.enumerated().filter { place, stem in
      stem.part.configuration.group < 0 || loudest[stem.part.configuration.group] == place
    }.map(\.element)
  }
}

extension MeasuredStem {
  /// The same with the extremes of its samples alone.
  fileprivate var small: MeasuredStem {
    var small = self
    small.part = part.extremesAlone
    return small
  }
}
