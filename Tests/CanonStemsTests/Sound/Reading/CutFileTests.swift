import CanonEngine
import CanonTestSupport
import Foundation
import Testing

@testable import CanonStems

/// A file that was cut short is noticed by its own header, whatever the format.
@Suite struct CutFileTests {
  let folder = TemporaryFolder()

  @Test("A whole file is read, and a cut one is refused", arguments: SoundEncoding.all, [1, 2])
  func cut(format: SoundEncoding, channels: Int) throws {
    guard channels == 1 || format.name != "wavGSM" else { return }
    try folder.encode(format, channels: channels)
    let whole = try folder.bytes(format.name)
    #expect(folder.cause(format.name) == nil)
    var sizes = [whole.count - 700, whole.count * 2 / 3, whole.count / 2]
    // In these the last bytes are no sound.
    if !["wavGSM", "cafALAC"].contains(format.name) { sizes += [whole.count - 1, whole.count - 3] }
    for size in sizes {
      try folder.write(whole.prefix(size), to: format.name)
      let cause = folder.cause(format.name)
      switch cause {
      case .truncated(let read, let announced):
        #expect(read < announced)
        #expect(announced <= 20_000 + 4096)
      case .endMissing: #expect(["vorbis", "opus"].contains(format.name))
      case .damaged:
        #expect(
          ["caf16", "cafFloat", "cafALAC", "opus", "mp3"].contains(format.name),
          "\(size) of \(whole.count) bytes")
      default: Issue.record("\(size) of \(whole.count) bytes: \(cause as Any)")
      }
    }
  }

  @Test(
    "Chunks after the samples are no samples",
    arguments: SoundEncoding.all.filter { $0.name.hasPrefix("wav") || $0.name.hasPrefix("aiff") })
  func chunksBehind(format: SoundEncoding) throws {
    try folder.encode(format)
    let size = [UInt8]([0, 0, 0, 4]), isBig = format.name.hasPrefix("aiff")
    let chunk = Array("junk".utf8) + (isBig ? size : size.reversed()) + [1, 2, 3, 4]
    try folder.write(folder.bytes(format.name) + Data(chunk), to: format.name)
    #expect(folder.cause(format.name) == nil)
  }

  @Test func tagsBehindAnMP3AreNoSound() throws {
    try folder.encode(.named("mp3"))
    let whole = try folder.bytes("mp3")
    try folder.write(whole + Data("TAG".utf8) + Data(repeating: 32, count: 125), to: "mp3")
    #expect(folder.cause("mp3") == nil)
    try folder.write(whole + Data(repeating: 0, count: 500), to: "mp3")
    #expect(folder.cause("mp3") == nil)
    let id3 = Data("ID3".utf8) + Data([3, 0, 0, 0, 0, 1, 0]) + Data(repeating: 0, count: 128)
    try folder.write(id3 + whole, to: "mp3")
    #expect(folder.cause("mp3") == nil)
    try folder.write(id3 + whole.prefix(whole.count / 2), to: "mp3")
    #expect(folder.cause("mp3") != nil)
  }

  @Test(
    "A cut file is noticed also behind a tag, which libsndfile passes over", arguments: ["wav24", "aiff16"])
  func behindATag(format: String) throws {
    try folder.encode(.named(format))
    let whole = try folder.bytes(format), samples = try SoundFile.read(folder[format])
    let id3 = Data("ID3".utf8) + Data([3, 0, 0, 0, 0, 1, 0]) + Data(repeating: 0, count: 128)
    try folder.write(id3 + whole, to: format)
    let tagged = try SoundFile.read(folder[format])
    #expect(tagged.info == samples.info && tagged.channels == samples.channels)
    try folder.write(id3 + whole.prefix(whole.count / 2), to: format)
    guard case .truncated(_, 20_000)? = folder.cause(format) else {
      Issue.record("\(folder.cause(format) as Any)")
      return
    }
  }

  @Test func anOggThatIsCutBetweenPagesLacksItsEnd() throws {
    try folder.encode(.named("vorbis"))
    let whole = try folder.bytes("vorbis")
    let last = try #require(whole.range(of: Data("OggS".utf8), options: .backwards)).lowerBound
    try folder.write(whole.prefix(last), to: "vorbis")
    #expect(folder.cause("vorbis") == .endMissing)
    #expect(
      SoundProblem("a.ogg", .endMissing).message
        == "a.ogg: found a sound file without its end, expected a whole one. "
        + "It was cut short: copy or export it again.")
    try folder.write(whole + Data("TAG".utf8) + Data(repeating: 32, count: 125), to: "vorbis")
    #expect(folder.cause("vorbis") == nil, "what follows the end is no sound")
  }

  @Test func aFLACOfUnknownLengthHasAllFramesThatAreThere() throws {
    try folder.encode(.named("flac"))
    var bytes = try folder.bytes("flac")
    // The number of frames: 36 bits of the first block.
    bytes[21] &= 0xf0
    bytes.replaceSubrange(22..<26, with: [0, 0, 0, 0])
    try folder.write(bytes, to: "flac")
    #expect(try SoundFile.info(folder["flac"]).frameCount == 20_000)
    #expect(folder.cause("flac") == nil)
    try folder.write(bytes.prefix(bytes.count / 2), to: "flac")
    #expect(folder.cause("flac") == .endMissing)
  }
}
