import CanonEngine
import CanonFiles

extension SoundReaders {
  /// Makes a stem's buffer as ``StemFiller/fill(_:from:)``, or takes it from the cache if the same bytes have been decoded alike before.
  /// - Parameters:
  ///   - channels: Those that `sound` was opened with.
  ///   - stamp: The file as it was before `sound` was opened.
  func fill(
    _ plan: StemPlan, from sound: borrowing OpenSound, _ channels: ChannelChoice?, _ stamp: FileStamp?
  ) throws(SoundProblem) -> StemBuffer {
    let isFast = sound.isPlain && sound.info.sampleRate == plan.rate
    guard let cache, !isFast, let stamp, let content = Checksum.digest(ofFile: sound.path) else {
      return try StemFiller.fill(plan, from: sound)
    }
    let key = SampleKey(content: content, channels, plan)
    if let kept = cache.samples(key, plan.layout, channels: sound.info.channelCount) { return kept }
    let buffer = try StemFiller.fill(plan, from: sound)
    // Not if another file took its place, or its bytes changed, while it was read.
    if Checksum.digest(ofFile: sound.path) == content, FileStamp(sound.path) == stamp {
      cache.keep(buffer, as: key)
    }
    return buffer
  }
}
