import CanonEngine

/// What a sound file says of itself, where asking costs as much as decoding it: MP3, whose frames are counted, and what another program reads.
struct SoundFacts: Hashable, Sendable {
  let sampleRate: SampleRate
  /// Of the chosen channels.
  let channelCount: Int
  let frameCount: FrameCount
  let loopPoints: LoopPoints?
  let tempo: Tempo?

  init(
    sampleRate: SampleRate, channelCount: Int, frameCount: FrameCount, loopPoints: LoopPoints?, tempo: Tempo?
  ) {
    (self.sampleRate, self.channelCount, self.frameCount) = (sampleRate, channelCount, frameCount)
    (self.loopPoints, self.tempo) = (loopPoints, tempo)
  }

  /// - Parameter sound: Opened with a reader for which loops that files name count.
  init(_ sound: borrowing OpenSound) throws(SoundProblem) {
    let info = sound.info
    (sampleRate, channelCount, frameCount) = (info.sampleRate, info.channelCount, info.frameCount)
    (loopPoints, tempo) = (sound.loopPoints, try sound.statedTempo())
  }

  /// - Parameter readsLoopPoints: Whether loops that files name count.
  func info(readsLoopPoints: Bool) -> SoundInfo {
    let points = readsLoopPoints ? loopPoints : nil
    return SoundInfo(
      sampleRate: sampleRate, channelCount: channelCount, frameCount: frameCount,
      loop: points.flatMap { $0.isAll(of: frameCount) ? nil : $0.range(in: frameCount) })
  }

  // MARK: - On the disk

  private static let title = "canon sound 2"

  /// One line, which ends with its checksum.
  func text(_ key: CacheKey) -> String {
    let points = loopPoints.map { "\($0.start) \($0.end) \($0.source.rawValue)" } ?? "- - -"
    let line =
      "\(Self.title) \(sampleRate.hertz) \(channelCount) \(frameCount) \(points) \(tempo.map { "\($0)" } ?? "-")"
    return line + " " + Self.checksum(line, key) + "\n"
  }

  /// - Returns: nil unless `text` is what ``text(_:)`` has made.
  init?(_ text: String, _ key: CacheKey) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard words.count == 11, words[0..<3].joined(separator: " ") == Self.title,
      let rate = Int(words[3]).flatMap({ SampleRate(hertz: $0) }), let channels = Int(words[4]),
      let frames = FrameCount(words[5]), (1...2).contains(channels), frames > 0
    else { return nil }
    (sampleRate, channelCount, frameCount) = (rate, channels, frames)
    if let start = FrameCount(words[6]), let end = FrameCount(words[7]),
      let source = LoopPoints.Source(rawValue: words[8])
    {
      loopPoints = LoopPoints(start: start, end: end, source)
    } else {
      loopPoints = nil
    }
    tempo = Double(words[9]).flatMap(Tempo.init)
    guard self.text(key) == text else { return nil }
  }

  private static func checksum(_ line: String, _ key: CacheKey) -> String {
    let checksum = Checksum()
    key.digest.withUnsafeBytes { checksum.add($0) }
    checksum.add(line)
    return Checksum.hexadecimal(checksum.digest())
  }
}
