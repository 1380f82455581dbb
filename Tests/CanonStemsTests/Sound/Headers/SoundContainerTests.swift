import CSndFile
import CanonTestSupport
import Foundation
import Testing

@testable import CanonStems

/// canon reads the containers that Formats.md names, whose announced lengths it knows, and no others.
@Suite struct SoundContainerTests {
  private let folder = TemporaryFolder()

  private static let others: [SoundEncoding] = [
    SoundEncoding(name: "au", code: SF_FORMAT_AU | SF_FORMAT_PCM_16),
    SoundEncoding(name: "voc", code: SF_FORMAT_VOC | SF_FORMAT_PCM_16),
    SoundEncoding(name: "nist", code: SF_FORMAT_NIST | SF_FORMAT_PCM_16),
    SoundEncoding(name: "ircam", code: SF_FORMAT_IRCAM | SF_FORMAT_PCM_16),
    SoundEncoding(name: "avr", code: SF_FORMAT_AVR | SF_FORMAT_PCM_16),
    SoundEncoding(name: "8svx", code: SF_FORMAT_SVX | SF_FORMAT_PCM_16),
    SoundEncoding(name: "pvf", code: SF_FORMAT_PVF | SF_FORMAT_PCM_16),
    SoundEncoding(name: "paf", code: SF_FORMAT_PAF | SF_FORMAT_PCM_16),
    SoundEncoding(name: "mat4", code: SF_FORMAT_MAT4 | SF_FORMAT_PCM_16),
    SoundEncoding(name: "mat5", code: SF_FORMAT_MAT5 | SF_FORMAT_PCM_16),
    SoundEncoding(name: "xi", code: SF_FORMAT_XI | SF_FORMAT_DPCM_16),
    SoundEncoding(name: "mpc2k", code: SF_FORMAT_MPC2K | SF_FORMAT_PCM_16),
    SoundEncoding(name: "htk", code: SF_FORMAT_HTK | SF_FORMAT_PCM_16),
    SoundEncoding(name: "wve", code: SF_FORMAT_WVE | SF_FORMAT_ALAW, rate: 8000),
  ]

  @Test("What libsndfile opens besides is not recognised, whole or cut", arguments: others)
  func notRecognised(encoding: SoundEncoding) throws {
    try folder.encode(encoding)
    #expect(folder.cause(encoding.name) == .unrecognised)
    let whole = try folder.bytes(encoding.name)
    try folder.write(whole.prefix(whole.count / 2), to: encoding.name)
    #expect(folder.cause(encoding.name) == .unrecognised)
  }

  @Test func theMessageNamesWhatIsRead() throws {
    try folder.encode(Self.others[0])
    let problem = #expect(throws: SoundProblem.self) { try SoundFile.read(folder["au"]) }
    #expect(
      problem?.message.replacing(folder.path + "/", with: "")
        == "au: found not a sound file that canon can read, expected a sound file (WAV, AIFF, CAF, FLAC, Ogg or MP3; with ffmpeg also AAC and others). "
        + "Check what it is, e.g.: file au")
  }

  @Test(
    "What begins like one of them is damaged if it cannot be read; its name alone is not enough",
    arguments: [
      ("RIFF....WAVE", true), ("RIFX....WAVE", true), ("RF64....WAVE", true), ("RIFF....AVI ", false),
      ("RIFF", true),
      ("FORM....AIFF", true), ("FORM....AIFC", true), ("FORM....8SVX", false), ("FORM....", true),
      ("riff", false),
      ("caff", true), ("fLaC", true), ("OggS", true), (".snd", false), ("ID3", false), ("RIF", false),
      ("", false),
    ])
  func names(start: String, isNamed: Bool) {
    #expect(SoundContainer.isNamed(in: Array(start.utf8)) == isNamed)
  }

  @Test func theNameOfAW64FileIsLonger() throws {
    try folder.encode(.named("w64"))
    try folder.write(folder.bytes("w64").prefix(8), to: "w64")
    #expect(folder.cause("w64") == .damaged)
  }

  @Test func a32BitFLACIsSaidToBeOne() throws {
    try folder.encode(.named("flac"))
    var bytes = try folder.bytes("flac")
    #expect(FLACHeader.sampleBits(Array(bytes.prefix(64))) == 16)
    #expect(FLACHeader.sampleBits(Array(bytes.prefix(21))) == nil)
    // Bits less 1: the last bit of one byte, and half of the next.
    bytes[20] |= 1
    bytes[21] |= 0xf0
    try folder.write(bytes, to: "a.flac")
    #expect(folder.cause("a.flac") == .sampleBits(32))
    #expect(
      SoundProblem("a.flac", .sampleBits(32)).message
        == "a.flac: found a FLAC file with 32 bits a sample, expected at most 24 bits a sample in FLAC. "
        + "libsndfile cannot read more. Convert it to WAV, e.g.: flac -d a.flac")
  }
}
