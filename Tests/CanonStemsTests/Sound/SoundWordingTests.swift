import CanonEngine
import CanonFiles
import Foundation
import Testing

@testable import CanonStems

/// What is said of a sound file, and what to do about it.
@Suite struct SoundWordingTests {
  private static let readable =
    "expected a sound file (WAV, AIFF, CAF, FLAC, Ogg or MP3; with ffmpeg also AAC and others)."

  @Test(
    "Each cause has its sentence",
    arguments: [
      (.missing(nearest: "b\u{7}.wav"), "found no such file, \(readable) Did you mean \"b\\u{7}.wav\"?"),
      (
        .notPermitted,
        "found no permission, expected a file that you may use. Change its permissions, e.g.: chmod u+rw 'a b.wav'"
      ),
      (
        .system(ENOSPC),
        "found No space left on device, expected a file that can be used. Make room on the disk."
      ),
      (
        .system(EIO),
        "found Input/output error, expected a file that can be used. Check the name, the folder and the disk."
      ),
      (
        .noFFmpeg,
        "found AAC or another sound that needs ffmpeg, expected ffmpeg and ffprobe in PATH. "
          + "Install both: sudo apt-get install ffmpeg"
      ),
      (
        .channels(1),
        "found 1 channel, expected 1 or 2 channels, or a choice of one or two. Write e.g. channels = [1, 2] for this stem in a "
          + "set.toml, or mix it down, e.g.: sox 'a b.wav' 'a b-stereo.wav' channels 2"
      ),
      (
        .replacement(48_000, expected: 24_000, rate: .studio),
        "found 48000 frames (1.000 s), expected 24000 frames (0.500 s), the length of the stem's loop. "
          + "Give another file; a stem keeps its length while it plays."
      ),
      (
        .replacement(48_000, expected: 24_000, rate: .studio, isNamedByFile: true),
        "found loop points with 48000 frames (1.000 s) between them, expected 24000 frames (0.500 s), the length of the stem's loop. "
          + "Give another file; a stem keeps its length while it plays."
      ),
      (
        .resampling("no\u{7} memory"),
        "found libsoxr failed (no\\u{7} memory), expected samples at the server's rate. "
          + "Convert the file yourself, e.g. with sox."
      ),
      (
        .unwritable,
        "found a format that libsndfile cannot write so, expected a usual rate and number of channels. "
          + "Choose another format, as wav32f."
      ),
      (
        .outputTooLong(most: 7),
        "found more than 7 frames, expected what one file can hold. Render fewer loops, or to FLAC."
      ),
    ] as [(SoundProblem.Cause, String)])
  func sentences(cause: SoundProblem.Cause, sentence: String) {
    #expect(SoundProblem("a b.wav", cause).message == "a b.wav: \(sentence)")
  }

  @Test("In a set the sentence stands at the line that names the file, of which commands know the name alone")
  func inASet() throws {
    let set = try StemSetFile.parse(path: "set.toml", text: BrokenSet.stem(file: "\"x y.wav\""))
    #expect(
      set.problem(of: set.stems[0], .notPermitted).message
        == "set.toml:3: stem \"a\": file: found \"x y.wav\": no permission, expected a file that you may use. "
        + "Change its permissions, e.g.: chmod u+rw 'x y.wav'")
  }

  @Test(
    "A file that is proposed lies beside the first, with the same ending",
    arguments: [
      ("a.wav", "a-cut.wav"), ("x/a.b.wav", "x/a.b-cut.wav"), ("a", "a-cut.flac"), (".wav", ".wav-cut.flac"),
      ("x/.wav", "x/.wav-cut.flac"), ("x.y/a", "x.y/a-cut.flac"),
    ])
  func siblings(file: String, sibling: String) {
    #expect(SoundProblem.Cause.sibling(of: file, "-cut") == sibling)
  }

  @Test("Words are quoted only if the shell would change them")
  func words() {
    for plain in ["a.wav", "A-z_0/9+1,=@%.wav", "é.wav"] {
      #expect(SoundProblem.Cause.word(plain) == plain)
    }
    for odd in ["a*", "a?", "a;b", "a&b", "a|b", "a>b", "a#", "~a", "a\"b", "a(b", "a[b", "a:b", "a!b"] {
      #expect(SoundProblem.Cause.word(odd) == "'\(odd)'")
    }
    #expect(SoundProblem.Cause.word("a\nb") == "'a\\u{a}b'")
  }
}
