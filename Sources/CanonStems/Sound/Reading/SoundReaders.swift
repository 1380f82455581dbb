import CanonEngine
import CanonFiles

/// The types that read sound files, and what a file may cost.
package struct SoundReaders: Sendable {
  /// The first one that recognises a file reads it.
  package let types: [any SoundReader.Type]
  /// The greatest size of a file when decoded to 32-bit floats, in bytes; tests alone lower it.
  package let largestDecodedSize: Int64
  /// For how long a file may be open. It is checked between two calls of the reader; a call that lasts longer is given up.
  package let longestTime: Duration
  /// Whether the loops that files name of themselves count. For journals of canons that knew none they do not.
  let readsLoopPoints: Bool
  /// Where what was decoded and converted is kept; nil for nowhere.
  package let cache: SampleCache?
  /// Is told how far the headers are read that take long.
  private var loading = LoadingReporter.none
  let givenUp = GivenUpThreads()
  let refused = RefusedFiles()
  let known = KnownFiles()

  package static let standard = SoundReaders([FFmpegReader.self, SndfileReader.self])

  package init(
    _ types: [any SoundReader.Type], largestDecodedSize: Int64 = SoundFile.largestDecodedSize,
    longestTime: Duration = .seconds(600), readsLoopPoints: Bool = true,
    cache: SampleCache? = nil
  ) {
    self.types = types
    self.largestDecodedSize = largestDecodedSize
    self.longestTime = longestTime
    self.readsLoopPoints = readsLoopPoints
    self.cache = cache
  }

  /// The same types, for which each file is a loop as a whole.
  package var withoutLoopPoints: SoundReaders {
    SoundReaders(
      types, largestDecodedSize: largestDecodedSize, longestTime: longestTime, readsLoopPoints: false,
      cache: cache
    ).telling(loading)
  }

  /// The same types, with a cache.
  package func keeping(in cache: SampleCache?) -> SoundReaders {
    SoundReaders(
      types, largestDecodedSize: largestDecodedSize, longestTime: longestTime,
      readsLoopPoints: readsLoopPoints, cache: cache
    ).telling(loading)
  }

  /// The same, which tells how far the headers are read that take long.
  package func telling(_ loading: LoadingReporter) -> SoundReaders {
    var readers = self
    readers.loading = loading
    return readers
  }

  /// The properties of a sound file, from its header; it is decoded if the header does not tell its length (MP3).
  /// - Parameter channels: nil for all, one or two.
  /// - Thread: any control thread (reads the file)
  package func info(_ path: String, _ channels: ChannelChoice? = nil) throws(SoundProblem) -> SoundInfo {
    let stamp = FileStamp(path)
    if let info = known.info(path, channels, stamp) { return info }
    let info =
      if let facts = known.facts(path, channels, stamp) {
        facts.info(readsLoopPoints: readsLoopPoints)
      } else if isSlowToOpen(path) { try facts(path, channels).info(readsLoopPoints: readsLoopPoints) } else {
        try OpenSound(path, self, channels).info
      }
    known.remember(info, of: path, channels, stamp)
    return info
  }

  /// Asks those of several files that take long to answer, on all processors. What they say is known then; problems are told to the caller that
  /// asks for the file itself.
  /// - Thread: any control thread (reads files)
  func ask(_ files: [(path: String, channels: ChannelChoice?)]) {
    let slow = files.filter { isSlow($0.path) }
    if slow.isEmpty { return }
    loading(.began(files: slow.count))
    defer { loading(.ended) }
    ReadingThreads.runAll(slow.count) { place in
      let (path, channels) = slow[place]
      loading(.reading(place, file: Folder.name(of: path)))
      defer { loading(.read(place)) }
      _ = try? facts(path, channels)
    }
  }

  /// The properties of a sound file, and the loop and the tempo that it states of itself.
  /// - Thread: any control thread (reads the file)
  package func description(
    _ path: String
  ) throws(SoundProblem) -> (info: SoundInfo, points: LoopPoints?, tempo: Tempo?) {
    let facts = try facts(path, nil)
    return (
      facts.info(readsLoopPoints: readsLoopPoints), readsLoopPoints ? facts.loopPoints : nil, facts.tempo
    )
  }

  /// Decodes the whole file.
  /// - Throws: As ``SoundFile/read(_:)``.
  /// - Thread: any control thread (reads the file, up to seconds)
  package func read(_ path: String) throws(SoundProblem) -> SoundData {
    let sound = try OpenSound(path, self)
    let frames = Int(sound.info.frameCount), channels = sound.info.channelCount
    let samples = UnsafeMutableBufferPointer<Float>.allocate(capacity: frames * channels)
    defer { samples.deallocate() }
    try sound.readFloats(from: 0, count: frames, into: samples, stride: frames)
    return SoundData(
      info: sound.info,
      channels: (0..<channels).map { Array(samples[($0 * frames)..<(($0 + 1) * frames)]) })
  }

  /// The type that reads a file; nil if none does.
  func type(for start: [UInt8]) -> (any SoundReader.Type)? { types.first { $0.recognises(start) } }
}
