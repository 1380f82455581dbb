import CSndFile
import CanonTestSupport
import Testing

@testable import CanonStems

/// How people are told what a sound file is.
@Suite struct FileEncodingTests {
  private let folder = TemporaryFolder()

  private func encoding(_ name: String) throws -> FileEncoding {
    try OpenSound(folder[name], .standard).decoder.header.encoding
  }

  @Test(
    "Files of libsndfile",
    arguments: [
      (SoundFormat.wav16, "WAV 16"), (.wav24, "WAV 24"), (.wav32f, "WAV float"), (.flac, "FLAC 24"),
    ])
  func files(format: SoundFormat, text: String) throws {
    try folder.sound("a", [0, 0.5], format: format)
    #expect(try encoding("a").description == text)
    #expect(try encoding("a").bits == format.integerBits ?? 32)
  }

  @Test(
    "Formats of libsndfile",
    arguments: [
      (SF_FORMAT_OGG | SF_FORMAT_VORBIS, "Ogg vorbis"), (SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III, "mp3"),
      (SF_FORMAT_WAV | SF_FORMAT_DOUBLE, "WAV double"), (SF_FORMAT_AIFF | SF_FORMAT_PCM_16, "AIFF 16"),
      (SF_FORMAT_CAF | SF_FORMAT_ALAC_16, "CAF alac 16"), (SF_FORMAT_WAV | SF_FORMAT_GSM610, "WAV gsm"),
      (SF_FORMAT_RF64 | SF_FORMAT_PCM_24, "RF64 24"),
    ])
  func formats(code: Int, text: String) {
    #expect(FileEncoding(format: code, isInOgg: false).description == text)
  }

  @Test("FLAC in Ogg is both")
  func flacInOgg() {
    #expect(
      FileEncoding(format: SF_FORMAT_FLAC | SF_FORMAT_PCM_16, isInOgg: true).description == "Ogg flac 16")
  }

  @Test(
    "Files of ffmpeg have its name of the codec",
    arguments: [
      ("alac", "a.m4a", "MPEG-4 alac 16"), ("aac", "a.m4a", "MPEG-4 aac"), ("wavpack", "a.wv", "WavPack 16"),
      ("flac", "a.mka", "Matroska flac 16"),
    ])
  func ffmpeg(codec: String, file: String, text: String) throws {
    try folder.sound("source.wav", sine(10, frames: 48_000), format: .wav16)
    try folder.ffmpeg(["-i", "source.wav", "-c:a", codec, file])
    #expect(try encoding(file).description == text)
  }
}
