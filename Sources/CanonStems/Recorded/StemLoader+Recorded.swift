import CanonEngine
import CanonFiles

extension StemLoader {
  /// Reads the samples that were played.
  /// - Parameters:
  ///   - plan: The plan for the file as it was recorded.
  ///   - sounds: Those that were recorded for the stem and the file.
  ///   - channels: Those of the file; what was kept has no others.
  static func fill(
    _ plan: StemPlan, _ sounds: Set<RecordedSound>, in folder: String, from path: String,
    _ channels: ChannelChoice?, _ readers: SoundReaders
  ) throws(SoundProblem) -> StemBuffer {
    guard sounds.count == 1, let sound = sounds.first else { throw SoundProblem(path, .severalPlayed) }
    let kept = RecordedSounds.path(of: sound.hash, in: folder)
    if let buffer = try? fill(plan.layout, fromKept: kept, at: plan.rate, sound, readers) { return buffer }
    let buffer: StemBuffer
    do throws(SoundProblem) {
      let stamp = FileStamp(path)
      let file = try OpenSound(path, readers, channels)
      guard file.info.hasSameFrames(as: sound.source) else {
        throw SoundProblem(path, .notAsPlayed(kept: kept))
      }
      buffer = try readers.fill(plan, from: file, channels, stamp)
    } catch {
      if case .missing = error.cause { throw SoundProblem(path, .notAsPlayed(kept: kept)) }
      throw error
    }
    guard SoundHash(buffer, at: plan.rate) == sound.hash else {
      throw SoundProblem(path, .notAsPlayed(kept: kept))
    }
    return buffer
  }

  private static func fill(
    _ layout: StemLayout, fromKept path: String, at rate: SampleRate, _ sound: RecordedSound,
    _ readers: SoundReaders
  ) throws(SoundProblem) -> StemBuffer? {
    let file = try OpenSound(path, readers)
    let channels = file.info.channelCount, frames = Int(layout.frameCount)
    guard file.info.sampleRate == rate, file.info.frameCount == layout.frameCount else { return nil }
    let buffer = try StemBuffer(
      layout: layout, channelCount: channels,
      floats: { (samples) throws(SoundProblem) in
        try file.readFloats(from: 0, count: frames, into: samples, stride: frames)
      })
    return SoundHash(buffer, at: rate) == sound.hash ? buffer : nil
  }
}
