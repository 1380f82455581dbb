import CanonEngine

extension StemBuffer {
  /// All samples as the engine reads them, planar: the left channel, then the right one if there are two.
  public var decoded: [Float] {
    let frames = Int(layout.frameCount)
    return (0..<channelCount).flatMap { channel in (0..<frames).map { sample($0, channel: channel) } }
  }

  /// Mono floats, with nothing before or after the loop unless the test says so.
  public convenience init(_ loop: [Float], intro: [Float] = [], release: [Float] = []) {
    let layout = StemLayout(
      intro: FrameCount(intro.count), loop: FrameCount(loop.count), release: FrameCount(release.count))!
    let samples = intro + loop + release
    self.init(layout: layout, channelCount: 1, floats: { _ = $0.update(from: samples) })
  }

  /// 16-bit mono samples.
  public convenience init(integers loop: [Int16], intro: [Int16] = [], release: [Int16] = []) {
    let layout = StemLayout(
      intro: FrameCount(intro.count), loop: FrameCount(loop.count), release: FrameCount(release.count))!
    let samples = intro + loop + release
    self.init(layout: layout, channelCount: 1, integers: { _ = $0.update(from: samples) })
  }
}
