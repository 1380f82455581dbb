import CanonEngine
import CanonFiles
import CanonStems
import Glibc

/// A sound that a stem plays.
struct PlayedSound: Sendable {
  let stem: String
  /// The sound file as it was named.
  let file: String
  let buffer: StemBuffer
  /// The sound file, before any conversion.
  let source: SoundInfo
  /// Whether the file could be read; if not, these are the samples of another rate, converted.
  let isFromFile: Bool

  init(_ stem: StemSpec, _ loaded: LoadedStem, file: String? = nil) {
    (self.stem, self.file) = (stem.id, file ?? stem.file)
    (buffer, source, isFromFile) = (loaded.buffer, loaded.source, loaded.stamp != nil)
  }

  /// What a stem has captured.
  init(_ stem: String, _ file: String, _ captured: CapturedSounds.Sound) {
    (self.stem, self.file) = (stem, file)
    (buffer, source, isFromFile) = (captured.buffer, captured.info, false)
  }
}

/// A journal names the sounds that were played by their hashes. What a reload drops is kept beside the journal, because its file may hold
/// something else by then. Hashing and writing takes time, and nothing waits for it but the end of the performance.
extension Performance {
  /// Records that stems play these sounds from now on. What is being captured is recorded when it is whole.
  /// - Parameter number: The program in which they begin to; nil for the one that plays.
  func plays(_ all: [PlayedSound], in number: Int? = nil) {
    let new = all.filter { $0.buffer !== capture?.sound.buffer }
    guard !new.isEmpty, scribe.isWriting, let rate = deck.sampleRate else { return }
    for sound in new { playing[sound.stem] = sound }
    let number = number ?? program.number
    inTurn(new) { this, sound in
      // The journal may have begun another part, with sounds of another rate.
      guard this.deck.sampleRate == rate else { return }
      guard let hash = await this.hash(sound, at: rate), this.deck.sampleRate == rate else { return }
      let key = RecordedSounds.Key(stem: sound.stem, file: sound.file)
      this.scribe.record(RecordedSound(hash: hash, source: sound.source), for: key, in: number)
      if !sound.isFromFile { await this.keep(sound.buffer, hash, at: rate) }
    }
  }

  /// Keeps the sounds that the stems of the next edition no longer play.
  func keepDropped(by next: NextEdition) {
    let dropped = playing.values.filter { sound in
      next.program.set.index(of: sound.stem).map { next.samples[$0] != nil || next.unread.contains($0) }
        ?? true
    }
    guard !dropped.isEmpty, let rate = deck.sampleRate else { return }
    for sound in dropped { playing[sound.stem] = nil }
    inTurn(dropped) { this, sound in
      guard let hash = await this.hash(sound, at: rate) else { return }
      await this.keep(sound.buffer, hash, at: rate)
    }
  }

  /// - Returns: nil if the disk does not give the samples of a window, which is noted.
  private func hash(_ sound: PlayedSound, at rate: SampleRate) async -> SoundHash? {
    let hash = await Self.hash(sound.buffer, at: rate)
    if hash == nil { note(.soundNotKept(FileProblems([SoundProblem(sound.file, .system(EIO)).fileProblem]))) }
    return hash
  }

  func keep(_ buffer: StemBuffer, _ hash: SoundHash, at rate: SampleRate) async {
    guard let folder = scribe.soundFolder else { return }
    let path = RecordedSounds.path(of: hash, in: folder)
    let problem = await ReadingThreads.run { () -> SoundProblem? in
      if access(path, F_OK) == 0 { return nil }
      mkdir(folder, 0o777)
      do throws(SoundProblem) {
        try buffer.write(to: path, at: rate)
        return nil
      } catch {
        return error
      }
    }
    if let problem { note(.soundNotKept(FileProblems([problem.fileProblem]))) }
  }

  static func hash(_ buffer: StemBuffer, at rate: SampleRate) async -> SoundHash? {
    await ReadingThreads.run { SoundHash(buffer, at: rate) }
  }

  /// Does this work for one sound after the other.
  func inTurn<Sound: Sendable>(
    _ sounds: [Sound], _ work: @escaping @Sendable (isolated Performance, Sound) async -> Void
  ) {
    if sounds.isEmpty { return }
    soundsUnderWay += sounds.count
    let before = soundWork
    soundWork = Task {
      await before?.value
      for sound in sounds {
        // Hashing takes as long as reading does.
        await awaitAllRead()
        await work(self, sound)
        soundsUnderWay -= 1
      }
    }
  }

  /// Waits until all sounds are recorded and kept, or until one of them takes longer than ``longestSound``.
  /// - Parameter progress: Called before the wait for each sound.
  func settleSounds(_ progress: @Sendable () -> Void) async {
    var (left, end) = (Int.max, ContinuousClock.now)
    while soundsUnderWay > 0 {
      if soundsUnderWay < left {
        (left, end) = (soundsUnderWay, .now + longestSound)
        progress()
      }
      if ContinuousClock.now > end { return note(.soundsNotRecorded) }
      try? await Task.sleep(for: .milliseconds(2))
    }
  }
}
