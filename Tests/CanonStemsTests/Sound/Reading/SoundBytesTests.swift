import CSndFile
import CanonEngine
import CanonTestSupport
import Foundation
import Testing

@testable import CanonStems

/// A single call of libsndfile ends when it has read much and found nothing, and when the file's time is over.
@Suite struct SoundBytesTests {
  let folder = TemporaryFolder()

  private func cause(_ name: String, within time: Duration) -> SoundProblem.Cause? {
    let readers = SoundReaders([SndfileReader.self], longestTime: time)
    return #expect(throws: SoundProblem.self) { try readers.read(folder[name]) }?.cause
  }

  /// The decoder looks for the next frame in a terabyte of zeros, which takes minutes, without returning: it gets no more than a part of them.
  @Test(.timeLimit(.minutes(LongCampaign.minutes))) func aCallThatReadsOnAndOnEnds() throws {
    try folder.sound("a.flac", sine(440, frames: 100_000), format: .flac)
    let descriptor = open(folder["a.flac"], O_RDWR)
    defer { close(descriptor) }
    let half = lseek(descriptor, 0, SEEK_END) / 2
    try #require(ftruncate(descriptor, half) == 0 && ftruncate(descriptor, 1 << 40) == 0)
    guard case .truncated(let read, 100_000) = cause("a.flac", within: .seconds(600)) else {
      Issue.record("\(cause("a.flac", within: .seconds(600)) as Any)")
      return
    }
    #expect(read < 100_000)
  }

  @Test("After the deadline no reader gets anything of the file", arguments: ["wav", "flac", "ogg", "mp3"])
  func late(name: String) throws {
    let format =
      switch name {
      case "flac": SF_FORMAT_FLAC | SF_FORMAT_PCM_16
      case "ogg": SF_FORMAT_OGG | SF_FORMAT_VORBIS
      case "mp3": SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III
      default: SF_FORMAT_WAV | SF_FORMAT_PCM_16
      }
    try folder.encode("a", sine(440, frames: 4000), format)
    #expect(cause("a", within: .seconds(-1)) == .tooSlow(seconds: -1))
    let descriptor = open(folder["a"], O_RDONLY)
    defer { close(descriptor) }
    var header = SF_INFO()
    let late = SoundBytes(descriptor, until: .now - .seconds(1))
    #expect(late.open(&header).pointer == nil && late.size > 0)
    var byte: UInt8 = 1
    #expect(withUnsafeMutableBytes(of: &byte) { late.read(at: 0, into: $0) } == 0 && byte == 1)
  }

  @Test("Nothing is read before a file's beginning and behind its end")
  func ends() throws {
    try folder.write("1234", to: "a")
    let descriptor = open(folder["a"], O_RDONLY)
    defer { close(descriptor) }
    let bytes = SoundBytes(descriptor, until: .now + .seconds(60))
    func read(at offset: Int) -> String {
      var target: [UInt8] = [0, 0, 0]
      let count = target.withUnsafeMutableBytes { bytes.read(at: offset, into: $0) }
      return String(decoding: target[..<count], as: UTF8.self)
    }
    #expect([-1, 0, 2, 4, .max].map(read) == ["", "123", "34", "", ""])
  }
}
