import CanonEngine
import CanonFiles
import Foundation

/// A stem's samples, ready for the engine.
public struct LoadedStem: Sendable {
  public let index: StemIndex
  public let buffer: StemBuffer
  /// Whether the memory cannot be swapped out. It is false if the user's limit (`ulimit -l`) is too low; the music
  /// plays anyway.
  public let isLocked: Bool
  /// The format of the file, before any conversion.
  public let source: SoundInfo
  /// The file as it was just before it was read; nil if it has no samples from a file.
  public var stamp: FileStamp?

  /// - Parameter sound: A loop that was captured, whose memory is locked if that is permitted.
  package init(_ index: StemIndex, captured sound: CapturedSounds.Sound) {
    self.init(index: index, buffer: sound.buffer, isLocked: true, source: sound.info, stamp: nil)
  }

  init(index: StemIndex, buffer: StemBuffer, isLocked: Bool, source: SoundInfo, stamp: FileStamp? = nil) {
    (self.index, self.buffer, self.isLocked) = (index, buffer, isLocked)
    (self.source, self.stamp) = (source, stamp)
  }
}

/// Makes the engine's samples from sound files: decodes, checks the length, converts the rate, locks the memory.
///
/// Load only stems that may play: there must be no samples of a locked stem in memory.
public enum StemLoader {
  /// Loads one stem.
  /// - Parameters:
  ///   - file: Another sound file to play instead, relative to the set's folder and below it; nil for the set's own.
  ///     The stem's region and intro count for it too.
  ///   - timing: The timing of the same set.
  ///   - rate: The engine's sample rate.
  ///   - configuration: The configuration of the engine, which determines the length of the loop. Without it, the set and
  ///     the set's own file determine the length.
  ///   - holding: How much of the samples is to be in memory.
  /// - Returns: A buffer whose loop has exactly ``GridLine/longestDistance`` frames of the stem's line at `rate`.
  ///   16-bit files at that rate stay 16-bit; everything else is floating-point.
  /// - Throws: The problem, at the line of the set file that names the sound file.
  /// - Thread: any control thread (reads the file; a second or so for a long one)
  public static func load(
    _ index: StemIndex, file: String? = nil, of set: StemSet, timing: SetTiming, at rate: SampleRate,
    configuration: EngineConfiguration? = nil, holding: SampleHolding = .whole
  ) throws(FileProblem) -> LoadedStem {
    let stem = set[index]
    let (treatment, speed) = (set.treatment(of: stem), set.speed(of: stem))
    let source = try StemSource(stem, file: file, in: set)
    let loop =
      if let configuration { configuration.grid.loop } else { try timing.grid(at: rate, of: set).loop }
    var wanted: GridLine?
    if let configuration {
      wanted = configuration.stems[index.int].line ?? loop
    } else if file != nil {
      wanted = (try? set.configuration(of: index, timing: timing, at: rate))?.line ?? loop
    }

    func plan(_ info: SoundInfo) throws(FileProblem) -> StemPlan {
      let bounds: LoopBounds, line: GridLine
      if let wanted {
        bounds = try LoopBounds(of: stem, in: set, info: info)
        line = wanted
        if let own = line.unplayed(from: speed) { try source.check(bounds, against: own, at: rate) }
      } else {
        let extent = try StemExtent(of: stem, in: set, info: info, loop: timing.loop)
        bounds = extent.bounds
        line = try extent.line(at: rate, of: stem, in: set, timing) ?? loop
      }
      try source.check(bounds, for: treatment)
      guard let plan = StemPlan(bounds, line: line, intro: stem.intro, treatment, at: rate) else {
        throw source.problem(.tooLarge(.max))
      }
      return plan
    }
    func loaded(_ buffer: StemBuffer, _ info: SoundInfo, _ stamp: FileStamp?) -> LoadedStem {
      let isLocked = mlock(buffer.bytes.baseAddress!, buffer.bytes.count) == 0
      return LoadedStem(index: index, buffer: buffer, isLocked: isLocked, source: info, stamp: stamp)
    }

    if let all = set.recorded, case let sounds = all.sounds(of: stem, file, treatment),
      let info = sounds.first?.source
    {
      let plan = try plan(info)
      do throws(SoundProblem) {
        return loaded(
          try fill(plan, sounds, in: all.folder, from: source.path, stem.channels, set.readers), info, nil)
      } catch {
        throw source.problem(error.cause)
      }
    }
    if let captured = set.captured[source.path] {
      let plan = try plan(captured.info)
      let line = wanted ?? loop
      if let stem = captured.loaded(index, plan.layout, line: line, at: rate) { return stem }
    }
    let stamp = FileStamp(source.path)
    if let facts = set.readers.keptFacts(source.path, stem.channels) {
      let info = set.loops.remembered(
        facts.info(readsLoopPoints: set.readers.readsLoopPoints), at: source.path, isOfSet: file == nil)
      if let kept = set.readers.kept(try plan(info), of: source.path, stem.channels, holding) {
        return loaded(kept, info, stamp)
      }
    }
    let sound: OpenSound
    do { sound = try OpenSound(source.path, set.readers, stem.channels) } catch {
      throw source.problem(error.cause)
    }
    let info = set.loops.remembered(sound.info, at: source.path, isOfSet: file == nil)
    let fitting = try plan(info)
    do throws(SoundProblem) {
      let buffer = try set.readers.samples(fitting, from: sound, stem.channels, stamp, holding)
      return loaded(buffer, info, stamp)
    } catch {
      throw source.problem(error.cause)
    }
  }

  /// Learns what the files of stems are, so that it is known when somebody asks (``StemSet/info(of:)``). What is wrong with them is told then.
  /// - Thread: any; the work is done on threads of its own, as many as there are cores
  public static func readHeaders(_ stems: [StemIndex], of set: StemSet) async {
    await ReadingThreads.run {
      ReadingThreads.runAll(stems.count) { _ = try? set.soundInfo(of: set[stems[$0]]) }
    }
  }

  /// Loads several stems in parallel, one per core, in their order; the parameters are those for one stem.
  /// - Parameters:
  ///   - loading: Is told how far that is.
  ///   - isWanted: Asked before each stem; no further one is begun when it says no.
  /// - Returns: One result for each of `stems`, in their order, up to those that were not begun.
  /// - Thread: any; the work is done on threads of its own
  public static func load(
    _ stems: [StemIndex], file: String? = nil, of set: StemSet, timing: SetTiming, at rate: SampleRate,
    configuration: EngineConfiguration? = nil, holding: SampleHolding = .whole,
    _ loading: LoadingReporter = .none, while isWanted: () -> Bool = { true }
  ) async -> [Result<LoadedStem, FileProblem>] {
    typealias Answer = Result<LoadedStem, FileProblem>
    let width = Processors.count
    loading(.began(files: stems.count))
    defer { loading(.ended) }
    return await withTaskGroup(of: (place: Int, answer: Answer).self) { group in
      var answers = [Answer?](repeating: nil, count: stems.count)
      for (place, index) in stems.enumerated() {
        // One ends before the next begins: no more decoded files in memory than cores at work.
        if place >= width, let done = await group.next() { answers[done.place] = done.answer }
        guard isWanted() else { break }
        group.addTask {
          await ReadingThreads.run {
            loading(.reading(place, file: file ?? set[index].file))
            defer { loading(.read(place)) }
            do throws(FileProblem) {
              let stem = try load(
                index, file: file, of: set, timing: timing, at: rate, configuration: configuration,
                holding: holding)
              return (place, .success(stem))
            } catch {
              return (place, .failure(error))
            }
          }
        }
      }
      for await done in group { answers[done.place] = done.answer }
      return answers.compactMap(\.self)
    }
  }
}
