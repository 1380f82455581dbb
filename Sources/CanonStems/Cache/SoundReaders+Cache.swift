import CanonEngine
import CanonFiles
import Glibc

extension SoundReaders {
  /// Whether what is made of files is kept for another time.
  package var keepsSamples: Bool { cache != nil }

  /// Makes a stem's buffer, over a window if it is long.
  /// - Parameters: As of ``fill(_:from:_:_:)``.
  func samples(
    _ plan: StemPlan, from sound: borrowing OpenSound, _ channels: ChannelChoice?, _ stamp: FileStamp?,
    _ holding: SampleHolding
  ) throws(SoundProblem) -> StemBuffer {
    guard holding.mayBeWindowed(plan), holding.isWindowed(StemFiller.shape(plan, of: sound)) else {
      return try fill(plan, from: sound, channels, stamp)
    }
    if let buffer = try entry(plan, from: sound, channels, stamp)?.buffer(at: plan.rate) { return buffer }
    // Some of the file may have been decoded, and not every reader goes back.
    return try fill(plan, from: try OpenSound(sound.path, self, channels), channels, stamp)
  }

  /// Makes a stem's buffer as ``StemFiller/fill(_:from:)``, or takes it from the cache if the same bytes have been decoded alike before.
  /// - Parameters:
  ///   - channels: Those that `sound` was opened with.
  ///   - stamp: The file as it was before `sound` was opened.
  func fill(
    _ plan: StemPlan, from sound: borrowing OpenSound, _ channels: ChannelChoice?, _ stamp: FileStamp?
  ) throws(SoundProblem) -> StemBuffer {
    let isFast = sound.isPlain && sound.info.sampleRate == plan.rate && plan.treatment == nil
    guard let cache, !isFast, let stamp, let content = Checksum.digest(ofFile: sound.path) else {
      return try StemFiller.fill(plan, from: sound)
    }
    let key = CacheKey(samples: content, decoder(of: sound.path), channels, plan)
    if let kept = cache.samples(key, plan.layout, channels: sound.info.channelCount) { return kept }
    let buffer = try StemFiller.fill(plan, from: sound)
    if isStill(content, stamp, sound.path) { cache.keep(buffer, as: key) }
    return buffer
  }

  /// The samples of a plan as an entry that is read in parts: the one that is in the cache, or a new one. Plain files are copied too: their own bytes
  /// may be cut short or written anew while they play.
  /// - Parameters: As of ``fill(_:from:_:_:)``.
  /// - Returns: nil if there is no cache, no room on the disk, or if the samples can only be made as a whole.
  func entry(
    _ plan: StemPlan, from sound: borrowing OpenSound, _ channels: ChannelChoice?, _ stamp: FileStamp?
  ) throws(SoundProblem) -> OpenEntry? {
    guard let cache, StemFiller.isMadeInBlocks(plan, sound), let stamp,
      let content = Checksum.digest(ofFile: sound.path)
    else { return nil }
    let key = CacheKey(samples: content, decoder(of: sound.path), channels, plan)
    if let kept = cache.entry(key, plan.layout, channels: sound.info.channelCount) { return kept }
    return try cache.make(key, StemFiller.shape(plan, of: sound)) { (file) throws(EntryFailure) in
      try StemFiller.write(plan, from: sound, to: file)
      guard isStill(content, stamp, sound.path) else { throw .disk(DiskError(code: ESTALE)) }
    }
  }

  /// The buffer of a plan for a file that need not be opened; nil if it is not in the cache.
  func kept(
    _ plan: StemPlan, of path: String, _ channels: ChannelChoice?, _ holding: SampleHolding
  ) -> StemBuffer? {
    guard let cache, let content = Checksum.digest(ofFile: path) else { return nil }
    let key = CacheKey(samples: content, decoder(of: path), channels, plan)
    let count = plan.bounds.info.channelCount
    if holding.mayBeWindowed(plan), let entry = cache.entry(key, plan.layout, channels: count),
      holding.isWindowed(entry.shape)
    {
      return entry.buffer(at: plan.rate)
    }
    return cache.samples(key, plan.layout, channels: count)
  }

  /// What a file says of itself, from the cache.
  /// - Returns: nil if it is not there, and for files that say it at once.
  func keptFacts(_ path: String, _ channels: ChannelChoice?) -> SoundFacts? {
    guard isSlowToOpen(path), let cache else { return nil }
    if let facts = known.facts(path, channels, FileStamp(path)) { return facts }
    guard let content = Checksum.digest(ofFile: path) else { return nil }
    return cache.facts(CacheKey(sound: content, decoder(of: path), channels))
  }

  /// What a file says of itself.
  /// - Throws: As opening the file does.
  func facts(_ path: String, _ channels: ChannelChoice?) throws(SoundProblem) -> SoundFacts {
    let stamp = FileStamp(path)
    if let known = known.facts(path, channels, stamp) { return known }
    if let kept = keptFacts(path, channels) {
      known.remember(kept, of: path, channels, stamp)
      return kept
    }
    let content = isSlowToOpen(path) ? Checksum.digest(ofFile: path) : nil
    let facts = try SoundFacts(try OpenSound(path, self, channels))
    known.remember(facts, of: path, channels, stamp)
    // Where loops of files do not count they were not asked for.
    if let cache, let content, let stamp, readsLoopPoints, isStill(content, stamp, path) {
      cache.keep(facts, as: CacheKey(sound: content, decoder(of: path), channels))
    }
    return facts
  }

  /// What reads a file: of another program also which one it is.
  private func decoder(of path: String) -> String {
    guard let file = try? ReadableFile(path), let type = type(for: file.start) else { return "" }
    let program = type is FFmpegReader.Type ? Executable.find("ffmpeg") : nil
    return "\(type) \(program.flatMap { FileStamp($0)?.text } ?? "")"
  }

  /// Whether a file has to be decoded, or read by another program, to learn its length, and the cache may know it.
  func isSlowToOpen(_ path: String) -> Bool { cache != nil && isSlow(path) }

  /// Whether a file has to be decoded, or read by another program, to learn its length.
  func isSlow(_ path: String) -> Bool {
    guard let file = try? ReadableFile(path), let type = type(for: file.start) else {
      return false
    }
    return !(type is SndfileReader.Type && SoundContainer.isNamed(in: file.start))
  }

  /// Whether no other file took its place, and its bytes did not change, while it was read.
  private func isStill(_ content: [UInt8], _ stamp: FileStamp, _ path: String) -> Bool {
    Checksum.digest(ofFile: path) == content && FileStamp(path) == stamp
  }
}
