import CanonEngine
import CanonStems

extension Session {
  /// Tells people once if the stems that are in memory can clip together. Takes its time, beside the music.
  /// - Thread: to be called on a task of low priority
  public func noteLoudness() async {
    guard let configuration, let sampleRate else { return }
    let parts = set.stems.indices.compactMap { index in
      handle?.buffer(of: StemIndex(index)).map { MixPeak.Part($0, configuration.stems[index]) }
    }
    let peak = await MixPeak(parts, loop: configuration.grid.loop, rate: sampleRate)
    if !Task.isCancelled, let sentence = LoudnessWording.note(on: peak) { note(sentence) }
  }
}
