import CanonEngine
import CanonFiles

/// The configuration of the engine.
extension StemSet {
  /// How one stem behaves in the engine. Reads the header of its sound file, never its samples.
  /// - Parameters:
  ///   - timing: The timing of this set.
  ///   - rate: The engine's sample rate.
  /// - Throws: The problem of the file, its length or its region, at its place in the set file.
  /// - Thread: any control thread (reads a file)
  public func configuration(
    of index: StemIndex, timing: SetTiming, at rate: SampleRate
  ) throws(FileProblem) -> StemConfiguration {
    let stem = self[index]
    let info: SoundInfo
    do { info = try soundInfo(of: stem) } catch { throw problem(of: stem, error.cause) }
    return try configuration(
      of: stem, info: info, timing: timing, at: rate, groups: groupNumbers,
      buses: places(ofBuses: nil))
  }

  /// The whole configuration of the engine; reads each header once.
  ///
  /// An unreadable file is not an error: it may belong to a stem that is still locked, and arrive later. Such a stem
  /// counts as having the set's loop; loading it reports the problem of the file.
  /// - Parameters:
  ///   - timing: The timing of this set.
  ///   - rate: The engine's sample rate.
  ///   - old: The configuration of the previous engine: a stem whose file has changed keeps its length.
  ///   - buses: The ids of the set's buses in the order in which the engine has them, nil for a place without one; nil for the order
  ///     of the set.
  ///   - click: The sounds of the click that play: they stay if those of this set are the same.
  /// - Throws: All wrong lengths and regions.
  /// - Thread: any control thread (reads files)
  public func engineConfiguration(
    timing: SetTiming, at rate: SampleRate, after old: EngineConfiguration? = nil, buses: [String?]? = nil,
    keeping playing: ClickSounds? = nil
  ) throws(FileProblems) -> EngineConfiguration {
    var problems: [FileProblem] = []
    var configurations: [StemConfiguration] = []
    let groups = groupNumbers
    let places = places(ofBuses: buses)
    for (index, stem) in stems.enumerated() {
      do throws(FileProblem) {
        // What was silent has no part in a rendering, whatever its file is now.
        let info = wasUnreadable(stem) ? nil : try? soundInfo(of: stem)
        var new = try configuration(
          of: stem, info: info, timing: timing, at: rate, groups: groups, buses: places)
        if info == nil, let old { keepLength(of: &new, index, old, at: rate) }
        configurations.append(new)
      } catch {
        guard let old,
          var new = try? configuration(
            of: stem, info: nil, timing: timing, at: rate, groups: groups, buses: places)
        else {
          problems.append(error)
          continue
        }
        keepLength(of: &new, index, old, at: rate)
        configurations.append(new)
      }
    }
    let grid: Grid
    do throws(FileProblem) { grid = try timing.grid(at: rate, of: self) } catch {
      throw FileProblems(problems + [error])
    }
    var click: ClickSounds?
    if grid.beatsPerLoop > 0 {
      do throws(FileProblem) { click = try clickSounds(at: rate) } catch {
        // The performance goes on, whatever has become of the file since it began, and is rendered without it where it is not heard.
        if old == nil, needsClickFiles { problems.append(error) } else { click = ownClickSounds(at: rate) }
      }
      // Other memory would cut off a sound that is heard.
      if let playing { click = click?.keeping(playing) }
    }
    if !problems.isEmpty { throw FileProblems(problems) }
    return EngineConfiguration(
      grid: grid, sampleRate: rate, stems: configurations, busCount: places.count,
      cueBus: Self.cuePlace, click: click,
      rampMilliseconds: rampMilliseconds, graceMilliseconds: graceMilliseconds, secondPress: secondPress,
      seed: seed)
  }

  /// The configuration of the engine for a set that has more stems than the one that it plays, after them. Those stems stay as they are,
  /// whatever has become of their files.
  /// - Parameters:
  ///   - old: The configuration of the engine.
  ///   - timing: That of both sets.
  /// - Throws: What is wrong with the first file of an additional stem.
  /// - Thread: any control thread (reads files)
  package func engineConfiguration(
    adding old: EngineConfiguration, timing: SetTiming
  ) throws(FileProblems) -> EngineConfiguration {
    var new = old
    for index in stems.indices.dropFirst(old.stems.count) {
      do throws(FileProblem) {
        new.stems.append(try configuration(of: StemIndex(index), timing: timing, at: old.sampleRate))
      } catch {
        throw FileProblems([error])
      }
    }
    return new
  }

  // MARK: -

  /// - Parameter info: nil if the file cannot be read.
  private func configuration(
    of stem: StemSpec, info: SoundInfo?, timing: SetTiming, at rate: SampleRate, groups: [String: Int32],
    buses: [String?]
  ) throws(FileProblem) -> StemConfiguration {
    var configuration = StemConfiguration(
      gain: Gain(stem.gain), pan: PanFactors(stem.pan), entry: stem.entry, intro: stem.intro,
      repeats: Int32(stem.repeats),
      group: stem.group.flatMap { groups[$0.lowercased()] } ?? -1, isBase: stem.isBase,
      follow: stem.follow.flatMap(action), quanta: stem.quanta, sends: sends(of: stem, buses))
    let fileRate = info?.sampleRate ?? rate
    let offset = stem.offset?.exact(tempo: tempo, meter: meter, rate: fileRate)
    configuration.offset = offset?.played(at: speed).nearestFrame(at: rate) ?? 0
    guard let info else { return configuration }
    let extent = try StemExtent(of: stem, in: self, info: info, loop: timing.loop)
    configuration.line = try extent.line(at: rate, of: stem, in: self, timing)
    if stem.entry == .phase, stem.intro == .boundary {
      // The intro begins where the loop would.
      configuration.offset += StemPlan.frame(
        extent.bounds.start, from: info.sampleRate, to: rate, speed(of: stem))
    }
    return configuration
  }

  /// The properties that come from the sound file, from their values at another rate.
  private func keepLength(
    of new: inout StemConfiguration, _ index: Int, _ old: EngineConfiguration, at rate: SampleRate
  ) {
    let before = old.stems[index]
    new.line = before.line.flatMap { line in
      let (ticks, overflow) = line.denominator.multipliedReportingOverflow(by: Int64(old.sampleRate.hertz))
      return overflow ? nil : LoopLength(numerator: line.numerator, denominator: ticks)?.gridLine(at: rate)
    }
    new.offset = StemPlan.frame(before.offset, from: old.sampleRate, to: rate)
  }

  /// The groups, counted from 0, by their names in lower case.
  private var groupNumbers: [String: Int32] {
    Dictionary(uniqueKeysWithValues: groups.enumerated().map { ($1.lowercased(), Int32($0)) })
  }

  private func action(_ follow: FollowSpec) -> FollowAction? {
    let then: FollowAction.Action? =
      switch follow.then {
      case .stop: .stop
      case .mute: .mute
      case .start(let id): index(of: id).map { .start($0) }
      case .any: .startAny
      }
    return then.flatMap { FollowAction(loops: follow.loops, then: $0) }
  }

  /// The ids of all buses by their places in the engine: those of the set, and the cue bus after as many as there can be.
  private func places(ofBuses ids: [String?]?) -> [String?] {
    let ids = ids ?? buses.map { $0.id }
    return ids + Array(repeating: nil, count: Self.cuePlace - ids.count) + [Self.cue]
  }

  /// One gain for each bus, up to the last one to which the stem is sent.
  private func sends(of stem: StemSpec, _ buses: [String?]) -> [Gain] {
    guard let last = buses.lastIndex(where: { id in stem.sends.contains { $0.bus == id } }) else { return [] }
    return buses[...last].map { bus in stem.sends.first { $0.bus == bus }.map { Gain($0.gain) } ?? .silence }
  }
}
