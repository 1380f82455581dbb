import CSndFile
import CSoxr
import CanonEngine

/// What an entry of the cache is made from: the bytes of a sound file, and everything that decides what becomes of them.
struct CacheKey: Hashable, Sendable {
  enum Kind: String, CaseIterable {
    /// Of a ``SampleEntry``.
    case samples
    /// Of ``SoundFacts``.
    case sound
  }

  /// Of all of it.
  let digest: [UInt8]
  private let kind: Kind

  /// The key of a stem's samples.
  /// - Parameters:
  ///   - content: The checksum of the file's bytes.
  ///   - decoder: What reads the file.
  ///   - channels: nil for all, one or two.
  init(samples content: [UInt8], _ decoder: String, _ channels: ChannelChoice?, _ plan: StemPlan) {
    let (bounds, layout) = (plan.bounds, plan.layout)
    self.init(
      .samples, content, decoder, channels,
      [
        Int64(bounds.info.sampleRate.hertz), Int64(bounds.info.channelCount), bounds.info.frameCount,
        bounds.start, bounds.end, plan.firstFrame, Int64(plan.rate.hertz), layout.intro, layout.loop,
        layout.release,
      ], plan.treatment)
  }

  /// The key of what a file says of itself.
  init(sound content: [UInt8], _ decoder: String, _ channels: ChannelChoice?) {
    self.init(.sound, content, decoder, channels, [])
  }

  private init(
    _ kind: Kind, _ content: [UInt8], _ decoder: String, _ channels: ChannelChoice?, _ numbers: [Int64],
    _ treatment: Treatment? = nil
  ) {
    let hash = Checksum()
    // Another version can decode to other bits. The number is that of canon's own part in it: filling, converting, finding loops.
    hash.add(
      "canon \(kind) 2 \(String(cString: sf_version_string())) \(String(cString: soxr_version())) \(decoder)\n"
    )
    content.withUnsafeBytes { hash.add($0) }
    hash.add("\(channels?.numbers ?? [])")
    for number in numbers { hash.add(number) }
    // The number is that of canon's own part: circles and seams.
    if let treatment {
      hash.add("treatment 1 \(Stretcher.version) \(treatment.isTape)\n")
      for number in [treatment.speed.numerator, treatment.speed.denominator, Int64(treatment.cents)] {
        hash.add(number)
      }
    }
    (digest, self.kind) = (hash.digest(), kind)
  }

  /// The name of its file in the cache.
  var name: String { Checksum.hexadecimal(digest) + "." + kind.rawValue }

  /// Whether a file of the cache has a name of this kind.
  static func isName(_ name: String) -> Bool { Kind.allCases.contains { name.hasSuffix("." + $0.rawValue) } }
}
