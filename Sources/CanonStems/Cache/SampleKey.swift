import CSndFile
import CSoxr
import CanonEngine

/// What samples are made from: the bytes of a sound file, and everything that decides what becomes of them.
struct SampleKey: Hashable, Sendable {
  /// Of all of it.
  let digest: [UInt8]

  /// - Parameters:
  ///   - content: The checksum of the file's bytes.
  ///   - channels: nil for all, one or two.
  init(content: [UInt8], _ channels: ChannelChoice?, _ plan: StemPlan) {
    let hash = Checksum()
    // Another version can decode to other bits.
    hash.add("canon samples 1 \(String(cString: sf_version_string())) \(String(cString: soxr_version()))\n")
    content.withUnsafeBytes { hash.add($0) }
    hash.add("\(channels?.numbers ?? [])")
    let (bounds, layout) = (plan.bounds, plan.layout)
    for number in [
      Int64(bounds.info.sampleRate.hertz), Int64(bounds.info.channelCount), bounds.info.frameCount,
      bounds.start, bounds.end, plan.firstFrame, Int64(plan.rate.hertz), layout.intro, layout.loop,
      layout.release,
    ] { hash.add(number) }
    self.digest = hash.digest()
  }

  /// The name of its file in the cache.
  var name: String {
    let digits = Array("0123456789abcdef")
    return String(digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }) + Self.suffix
  }

  private static let suffix = ".samples"

  /// Whether a file of the cache has a name of this kind.
  static func isName(_ name: String) -> Bool { name.hasSuffix(suffix) }
}
