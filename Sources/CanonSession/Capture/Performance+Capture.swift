import CanonEngine
import CanonFiles
import CanonStems
import Glibc

/// Captures: what comes in becomes a stem, or is added to one, from boundary to boundary, and plays on from there.
extension Performance {
  /// Prepares a capture, which begins on the next boundary that it can still have whole.
  /// - Returns: Once everything is prepared; the capture goes on.
  public func capture(_ request: CaptureRequest, by asker: Asker) async throws(CommandProblem) {
    if capture != nil || isPreparingCapture {
      throw .notCaptured(.underWay(stem: capture?.status.stem ?? request.stem))
    }
    isPreparingCapture = true
    defer { isPreparingCapture = false }
    // A new stem comes with another edition, which is due on the boundary of the capture.
    await awaitAllRead(for: .capture(request), by: asker)
    try check(request)
    let inputs = try await connectInputs(to: request.source)
    let room = try await room(for: request)
    try check(request)
    let new = try begin(request, inputs, in: room, by: asker)
    capture = new
    if !request.isAdded { deck.unfinished = (request.stem, new.span.until) }
    new.connect(to: recorder.slot)
    follow(new)
    if !request.isAdded {
      do throws(CommandProblem) { try await addStem(new) } catch {
        if capture === new { await end(new, .refused) }
        throw error
      }
    }
    guard capture === new else { return }
    let rate = new.sound.rate
    note(
      .capture(
        .began(
          new.status, after: max(0, rate.seconds(new.span.from - deck.present)),
          latency: rate.seconds(inputs.latency))))
  }

  /// Ends the capture that is under way.
  public func endCapture() async throws(CommandProblem) {
    guard let capture else { throw .notCaptured(.nothingUnderWay) }
    await end(capture, .cancelled)
  }

  // MARK: - Before it begins

  private func check(_ request: CaptureRequest) throws(CommandProblem) {
    if hasEnded { throw .ended }
    guard deck.isLive, !deck.isAway, deck.sampleRate != nil, deck.clock?.isRolling == true else {
      throw .notCaptured(.noServer)
    }
    if deck.isToStand { throw .notCaptured(.standing) }
    // Another edition would take its place.
    if !deck.editions.isEmpty { throw .notCaptured(.reloading) }
    if !set.playback.isOriginal { throw .notCaptured(.notOriginal) }
    if request.loops != nil, request.bars != nil { throw .notCaptured(.twoLengths) }
    if request.bars != nil { try deck.check(.bar) }
    let stem = set.stems.firstIndex { $0.id.lowercased() == request.stem.lowercased() }
    guard request.isAdded else {
      if stem != nil { throw .notCaptured(.taken(request.stem)) }
      if !StemSet.isID(request.stem) { throw .notCaptured(.id(request.stem)) }
      return
    }
    guard let stem, set.stems[stem].id == request.stem else {
      throw .unknownStem(request.stem, known: set.stems.map(\.id))
    }
    // There must be no samples of a locked stem in memory.
    if keeper.isGuarded(StemIndex(stem)) { throw .notCaptured(.guarded(stem: request.stem)) }
    let layout = deck.buffer(of: StemIndex(stem))?.layout
    if deck.stems[stem].status.state != .play { throw .notCaptured(.notPlaying(stem: request.stem)) }
    if set.stems[stem].region != nil || layout.map({ $0.frameCount != $0.loop }) ?? true {
      throw .notCaptured(.notALoop(stem: request.stem))
    }
  }

  /// The samples to capture into: silent, or a copy of those that a stem plays. They are made elsewhere, because that takes time.
  private func room(for request: CaptureRequest) async throws(CommandProblem) -> CaptureRoom {
    guard let grid = deck.grid else { throw .notCaptured(.noServer) }
    guard request.isAdded else {
      guard let span = CaptureSpan(request.unit(in: grid), request.count, origin: 0, notBefore: 0) else {
        throw .notCaptured(.tooLong)
      }
      try checkMemory(span.line.longestDistance)
      return await Task.detached { CaptureRoom(frames: span.line.longestDistance) }.value
    }
    guard let stem = set.index(of: request.stem), let buffer = deck.buffer(of: stem) else {
      throw .notCaptured(.notPlaying(stem: request.stem))
    }
    try checkMemory(buffer.layout.loop)
    guard let room = await ReadingThreads.run({ CaptureRoom(adding: buffer) }) else {
      throw .notCaptured(.cannotAdd(SoundProblem(set[stem].path, .system(EIO)).fileProblem))
    }
    return room
  }

  private func checkMemory(_ frames: FrameCount) throws(CommandProblem) {
    let needed = 8 * frames
    guard let available = AvailableMemory.tooLittle(for: needed) else { return }
    throw .notCaptured(.memory(needed: needed, available: available))
  }

  /// The capture, from the next boundary on that it can still have whole. Nothing suspends, so that the boundary is not past when
  /// the audio thread has the tap.
  private func begin(
    _ request: CaptureRequest, _ inputs: Inputs, in room: CaptureRoom, by asker: Asker
  ) throws(CommandProblem) -> ActiveCapture {
    guard let rate = deck.sampleRate, let grid = deck.grid, let configuration = deck.configuration else {
      throw .notCaptured(.noServer)
    }
    let (period, join) = (FrameCount(health?.period ?? 1024), configuration.ramp)
    // The frames before a boundary, with which the loop's end is joined, come in as well. The cycle that is under way has no tap yet.
    let earliest = deck.position + 2 * period + join - inputs.latency
    let span: CaptureSpan?
    if request.isAdded {
      guard let stem = set.index(of: request.stem), deck.buffer(of: stem) === room.former else {
        throw .outOfDate
      }
      let line = configuration.line(of: stem)
      try checkLength(request, against: line, grid, rate)
      span = CaptureSpan(line, 1, origin: top(of: stem, configuration), notBefore: earliest)
    } else {
      span = CaptureSpan(
        request.unit(in: grid), request.count, origin: deck.origin, notBefore: earliest)
    }
    guard let span else { throw .notCaptured(.tooLong) }
    let frames = span.line.longestDistance
    guard room.buffer.layout.loop == frames else { throw .outOfDate }
    let shortest = CaptureTap.shortestLoop(latency: inputs.latency, period: period, join: join)
    if frames < shortest {
      throw .notCaptured(.tooShort(seconds: rate.seconds(frames), least: rate.seconds(shortest)))
    }
    let name = freeName(request.stem)
    let sound = CapturedSounds.Sound(room.buffer, of: span.line, at: rate)
    set.captured[Folder.path(of: name, in: set.folder)] = sound
    let status = CaptureStatus(
      stem: request.stem, isAdded: request.isAdded, from: span.from, until: span.until,
      latency: inputs.latency, sources: inputs.sources)
    return ActiveCapture(
      status, into: sound, as: name, of: span, join: join, adding: room.former, origin: deck.origin,
      panics: interruptions.panics, by: asker)
  }

  /// A frame on which the loop of a stem begins.
  private func top(of stem: StemIndex, _ configuration: EngineConfiguration) -> FramePosition {
    switch set[stem].entry {
    case .top: deck.stems[stem.int].began
    case .phase: deck.origin + configuration.stems[stem.int].offset
    }
  }

  private func checkLength(
    _ request: CaptureRequest, against own: GridLine, _ grid: Grid, _ rate: SampleRate
  ) throws(CommandProblem) {
    if request.loops == nil, request.bars == nil { return }
    let (unit, count) = (request.unit(in: grid), request.count)
    let isOwn =
      Int128(unit.numerator) * Int128(count) * Int128(own.denominator)
      == Int128(own.numerator) * Int128(unit.denominator)
    if isOwn { return }
    let hertz = Double(rate.hertz)
    throw .notCaptured(
      .otherLength(
        stem: request.stem,
        seconds: Double(unit.numerator) * Double(count) / Double(unit.denominator) / hertz,
        own: Double(own.numerator) / Double(own.denominator) / hertz))
  }

  /// The name of a file in the set's folder that is not there, and that no capture has.
  private func freeName(_ stem: String) -> String {
    FreeName.first(stem + ".wav") { name in
      let path = Folder.path(of: name, in: set.folder)
      return !RecordNames.isThere(path) && !set.captured.isTaken(path)
    }
  }

  // MARK: - While it goes on

  /// Looks after a capture until it has ended.
  private func follow(_ new: ActiveCapture) {
    Task {
      while capture === new {
        await step(new)
        try? await Task.sleep(for: .milliseconds(10))
      }
    }
  }

  /// Does what is due of a capture.
  func step(_ new: ActiveCapture) async {
    if deck.sampleRate != new.sound.rate { return await end(new, .otherRate) }
    readEvents()
    let isWhole = deck.position >= new.span.until
    if !isWhole, deck.origin != new.origin || !deck.halt.isNone { return await end(new, .moved) }
    if !isWhole, interruptions.panics > new.panics { return await end(new, .panic) }
    // A command that comes within the grace of a boundary would count for the one before.
    let grace = deck.configuration?.grace ?? 0
    if new.status.isAdded, new.former == nil, deck.position > new.span.from + grace {
      guard giveAdded(new) else { return await end(new, .replaced) }
    }
    // A stem that is still being made may come too late.
    if isWhole, new.hasEnded, new.status.isAdded || new.start != nil { finish(new) }
  }

  /// Ends a capture of which nothing stays.
  func end(_ old: ActiveCapture, _ reason: CaptureEnd) async {
    stop(old)
    if let number = old.start { await endStart(number) }
    old.status.isAdded ? takeBackAdded(old) : await removeStem(old)
    note(.capture(.ended(stem: old.status.stem, reason)))
  }

  private func endStart(_ number: Int) async {
    guard waiting[number] != nil else { return }
    _ = await perform([.endWaiting(number)], by: .clock, batch: nil, as: .restoration)
  }

  /// Ends the work of the audio thread. The journal has the sound from here on.
  private func stop(_ old: ActiveCapture) {
    old.disconnect(from: recorder.slot)
    if capture === old { (capture, deck.unfinished) = (nil, nil) }
    guard let number = old.program, deck.sampleRate == old.sound.rate else { return }
    plays([PlayedSound(old.status.stem, old.file, old.sound)], in: number)
  }

  /// The loop is whole: keeps it.
  private func finish(_ old: ActiveCapture) {
    let missing = old.missing
    stop(old)
    let (status, seconds, sound) = (old.status, old.seconds, old.sound)
    let (target, before) = (captureTarget(old), captureWork)
    captureWork = Task {
      await before?.value
      await soundWork?.value
      var path = scribe.soundFolder
      if let target {
        switch await Self.write(sound, to: target) {
        case .success(let written): path = written
        case .failure(let problem): note(.capture(.notKept(stem: status.stem, problem)))
        }
      }
      note(.capture(.captured(stem: status.stem, seconds: seconds, missing: missing, path: path)))
    }
  }

  /// The capture that is under way when the performance ends: what has come in belongs to the journal, if the stem was there, and a stem that
  /// plays it already keeps it.
  func settleCapture() async {
    if let capture { deck.position >= capture.span.until ? finish(capture) : stop(capture) }
    await captureWork?.value
  }
}
