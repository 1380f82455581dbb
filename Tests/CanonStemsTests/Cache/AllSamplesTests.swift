import CanonEngine
import CanonTestSupport
import Testing

@testable import CanonStems

/// What is made from all samples of a stem is the same with a window over them, of which only a few pages are in memory.
@Suite struct AllSamplesTests {
  private let folder = TemporaryFolder()
  private static let layout = StemLayout(intro: 300, loop: 20_000, release: 500)!

  /// More than one block.
  private static func sound(_ format: StemBuffer.Format, _ channels: Int, _ layout: StemLayout = layout)
    -> StemBuffer
  {
    func value(_ place: Int) -> Int { (place * 7919) % 1000 - 500 }
    return switch format {
    case .float32:
      StemBuffer(
        layout: layout, channelCount: channels,
        floats: { for place in $0.indices { $0[place] = Float(value(place)) / 1000 } })
    case .int16:
      StemBuffer(
        layout: layout, channelCount: channels,
        integers: { for place in $0.indices { $0[place] = Int16(value(place)) } })
    }
  }

  private static let kinds: [(StemBuffer.Format, Int)] = [
    (.int16, 1), (.int16, 2), (.float32, 1), (.float32, 2),
  ]

  @Test("Hashes, files and copies", arguments: kinds)
  func copies(format: StemBuffer.Format, channels: Int) throws {
    let whole = Self.sound(format, channels), window = whole.inWindow()
    #expect(window.decoded != whole.decoded, "not all is in memory")
    let hash = SoundHash(window, at: .studio)
    #expect(hash != nil && hash == SoundHash(whole, at: .studio))
    #expect(window.isSame(as: whole) && whole.isSame(as: window))
    let copy = try #require(window.whole())
    #expect(!copy.isPaged && copy.isSame(as: whole) && whole.whole() === whole)
    let stereo = try #require(window.stereoCopy())
    #expect(stereo.format == .float32 && stereo.channelCount == 2 && stereo.layout == whole.layout)
    let pairs = whole.decoded
    #expect(channels == 1 ? stereo.decoded == pairs + pairs : stereo.decoded == pairs)
    try window.write(to: folder["a.wav"], at: .studio)
    try whole.write(to: folder["b.wav"], at: .studio)
    #expect(try folder.bytes("a.wav") == folder.bytes("b.wav"))
    // One sample in a page that is not in memory is another.
    let other = StemBuffer(layout: whole.layout, channelCount: channels, format) { memory in
      memory.copyMemory(from: UnsafeRawBufferPointer(rebasing: whole.bytes[..<memory.count]))
      memory[memory.count / 4 * 3] ^= 1
    }
    #expect(!window.isSame(as: other.inWindow()) && SoundHash(other.inWindow(), at: .studio) != hash)
  }

  @Test("Another rate and another length", arguments: kinds)
  func rates(format: StemBuffer.Format, channels: Int) throws {
    let whole = Self.sound(format, channels), window = whole.inWindow()
    let line = try #require(GridLine(numerator: 10_000, denominator: 1))
    let half = try #require(SampleRate(hertz: 24_000))
    let converted = try window.converted(from: .studio, to: half, line: line)
    #expect(!converted.isPaged)
    #expect(try converted.isSame(as: whole.converted(from: .studio, to: half, line: line)))
    // At the same rate an engine gets samples for which it needs no reader.
    let same = try window.converted(from: .studio, to: .studio, line: line)
    #expect(!same.isPaged && same.isSame(as: whole))
  }

  @Test("Peaks together with others, exact and bounded", arguments: kinds, [true, false])
  func peaks(kind: (format: StemBuffer.Format, channels: Int), isBound: Bool) async throws {
    let layout = try #require(StemLayout(loop: 10_000))
    let whole = Self.sound(kind.format, kind.channels, layout)
    let line = try #require(GridLine(numerator: 10_000, denominator: 1))
    func peak(_ buffer: StemBuffer) async -> [Float] {
      let part = MixPeak.Part(buffer, StemConfiguration(gain: Gain(linear: 0.5)!, isBase: true))
      let other = MixPeak.Part(whole, StemConfiguration(offset: 17))
      let peak = await MixPeak([part, other], loop: line, rate: .studio, isBound: isBound)
      return [peak.full, peak.worst]
    }
    #expect(await peak(whole.inWindow()) == peak(whole))
  }

  @Test("Samples that the disk does not give are no samples", arguments: kinds)
  func unreadable(format: StemBuffer.Format, channels: Int) throws {
    let whole = Self.sound(format, channels), window = whole.inWindow(isReadable: false)
    #expect(SoundHash(window, at: .studio) == nil)
    #expect(window.whole().map(\.number) == nil && window.stereoCopy().map(\.number) == nil)
    #expect(!window.isSame(as: whole) && !whole.isSame(as: window) && window.isSame(as: window))
    let line = try #require(GridLine(numerator: 10_000, denominator: 1))
    for hertz in [24_000, 48_000] {
      #expect(throws: Resampler.Failure.self) {
        try window.converted(from: .studio, to: SampleRate(hertz: hertz)!, line: line)
      }
    }
    #expect(throws: SoundProblem.self) { try window.write(to: folder["a.wav"], at: .studio) }
    #expect(folder.names == [])
  }
}
