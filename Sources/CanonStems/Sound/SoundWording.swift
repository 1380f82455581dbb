import CanonEngine
import CanonFiles
import Foundation

/// A problem of a sound file.
package struct SoundAdvice: FileAdvice {
  package let cause: SoundProblem.Cause
  /// The name to use in commands that are proposed.
  package let file: String
  /// Whether what was found begins with the name.
  package let isNamed: Bool

  package var code: String? { Self.code("sound", cause) }

  package var words: Advice {
    var words = cause.words(for: file)
    if isNamed, let found = words.found { words.found = "\(CleanText.quote(file)): \(found)" }
    return words
  }
}

/// The wording of all problems of sound files.
extension SoundProblem.Cause {

  private static let readable =
    "a sound file (WAV, AIFF, CAF, FLAC, Ogg or MP3; with ffmpeg also AAC and others)"

  /// - Parameter file: The name to use in commands that are proposed.
  fileprivate func words(for file: String) -> Advice {
    switch self {
    case .missing(let nearest):
      Advice(
        found: "no such file", expected: Self.readable,
        remedy: nearest.map { "Did you mean \(CleanText.quote($0))?" }
          ?? "Check the name; large and small letters differ.")
    case .otherEncoding(let name):
      Advice(
        found: "the name \(Self.shellWord(name)), which is not UTF-8", expected: "a name in UTF-8",
        remedy: "Rename it, e.g.: mv \(Self.shellWord(name)) \(Self.word(Self.plainName(name)))")
    case .notPermitted:
      Advice(
        found: "no permission", expected: "a file that you may use",
        remedy: "Change its permissions, e.g.: chmod u+rw \(Self.word(file))")
    case .folder: Advice(found: "a folder", expected: Self.readable, remedy: "Name the file itself.")
    case .notRegular:
      Advice(
        found: "a pipe, a device or the like", expected: "a regular file", remedy: "Name a file on disk.")
    case .system(let number):
      Advice(
        found: String(cString: strerror(number)), expected: "a file that can be used",
        remedy: number == ENOSPC ? "Make room on the disk." : "Check the name, the folder and the disk.")
    case .unrecognised:
      Advice(
        found: "not a sound file that canon can read", expected: Self.readable,
        remedy: "Check what it is, e.g.: file \(Self.word(file))")
    case .noFFmpeg:
      Advice(
        found: "AAC or another sound that needs ffmpeg", expected: "ffmpeg and ffprobe in PATH",
        remedy: "Install both: sudo apt-get install ffmpeg")
    case .damaged:
      Advice(
        found: "a damaged sound file", expected: Self.readable, remedy: "Copy or export it again.")
    case .sampleBits(let bits):
      Advice(
        found: "a FLAC file with \(bits) bits a sample", expected: "at most 24 bits a sample in FLAC",
        remedy: "libsndfile cannot read more. Convert it to WAV, e.g.: flac -d \(Self.word(file))")
    case .sampleRate(let hertz):
      Advice(
        found: "a sample rate of \(hertz) Hz",
        expected: "\(SampleRate.range.lowerBound) to \(SampleRate.range.upperBound) Hz",
        remedy: "Export it again at a usual rate, as 48000 Hz.")
    case .channels(let count):
      Advice(
        found: Self.channels(count),
        expected: count > ChannelChoice.most
          ? "1 to \(ChannelChoice.most) channels" : "1 or 2 channels, or a choice of one or two",
        remedy: (count > ChannelChoice.most
          ? "Mix" : "Write e.g. channels = [1, 2] for this stem in a set.toml, or mix")
          + " it down, e.g.: sox \(Self.word(file)) \(Self.word(Self.sibling(of: file, "-stereo"))) channels 2"
      )
    case .noChannel(let number, let count):
      Advice(
        found: Self.channels(count), expected: "a channel \(number), which the stem's channels name",
        remedy: "Correct channels, or export the file with all channels.")
    case .empty: Advice(found: "0 frames", expected: "at least 1 frame", remedy: "Export it again.")
    case .tooLarge(let bytes):
      Advice(
        found: "\(bytes) bytes when decoded", expected: "at most \(SoundFile.largestDecodedSize) bytes",
        remedy: "Cut it to the length of the loop.")
    case .tooSlow(let seconds):
      Advice(
        found: "not decoded after \(seconds) s", expected: "a sound file that is decoded within that time",
        remedy: "Check the disk, or the connection to it, and copy the file to a disk of this machine.")
    case .truncated(let read, let announced):
      Advice(
        found: "\(read) of \(announced) frames", expected: "as many frames as its header announces",
        remedy: "It was cut short: copy or export it again.")
    case .endMissing:
      Advice(
        found: "a sound file without its end", expected: "a whole one",
        remedy: "It was cut short: copy or export it again.")
    case .notFinite(let count, let frame):
      Advice(
        found: "\(count) samples that are no numbers (NaN or infinite), the first in frame \(frame)",
        expected: "finite samples", remedy: "Export it again; a plug-in may have failed.")
    case .tooLoud(let count, let frame):
      Advice(
        found: "\(count) samples beyond +24 dBFS, the first in frame \(frame)",
        expected: "samples up to +24 dBFS (\(fixed(Double(NumberCheck.loudest), 3)))",
        remedy: "Export it again with less gain; a plug-in may have failed.")
    case .length(let frames, let expected, let rate, let ratio, isNamedByFile: false):
      Self.length(frames, expected, rate, ratio, file)
    case .length(let frames, let expected, let rate, let ratio, isNamedByFile: true):
      Advice(
        found: "loop points with \(rate.shown(frames)) between them",
        expected: "\(rate.shown(expected)), \(ratio.words)",
        remedy: "Correct them in the file, or write region = \"0 ..\" to loop all of it "
          + "(or length = \"free\", if the length is meant).")
    case .replacement(let frames, let expected, let rate, let isNamedByFile):
      Advice(
        found: (isNamedByFile ? "loop points with " : "") + rate.shown(frames)
          + (isNamedByFile ? " between them" : ""),
        expected: "\(rate.shown(expected)), the length of the stem's loop",
        remedy: "Give another file; a stem keeps its length while it plays.")
    case .notAsPlayed(let kept):
      Advice(
        found: "other samples than those that were played",
        expected: "the same, here or in \(CleanText.quote(kept))",
        remedy: "Put the file back as it was, or name the set or schedule to render it as it is now.")
    case .severalPlayed:
      Advice(
        found: "a file that was changed while the performance played", expected: "one file for each reload",
        remedy: "Name the set or schedule to render it as it is now; reload after a change.")
    case .resampling(let text):
      Advice(
        found: "libsoxr failed (\(CleanText.clean(text)))", expected: "samples at the server's rate",
        remedy: "Convert the file yourself, e.g. with sox.")
    case .tooShortToStretch(let frames, let rate):
      Advice(
        found: "a loop of \(rate.shown(frames))",
        expected: "at least 50 ms, to be heard in another tempo or key",
        remedy: "Write stretch = \"off\" or stretch = \"tape\" for this stem.")
    case .unwritable:
      Advice(
        found: "a format that libsndfile cannot write so", expected: "a usual rate and number of channels",
        remedy: "Choose another format, as wav32f.")
    case .outputTooLong(let most):
      Advice(
        found: "more than \(most) frames", expected: "what one file can hold",
        remedy: "Render fewer loops, or to FLAC.")
    }
  }

  private static func length(
    _ frames: FrameCount, _ expected: FrameCount, _ rate: SampleRate, _ ratio: LoopRatio, _ file: String
  ) -> Advice {
    let (remedy, end, effect) =
      frames > expected
      ? ("Cut the end", "-cut", "trim 0 \(expected)s")
      : ("Add silence", "-long", "pad 0 \(expected - frames)s")
    return Advice(
      found: rate.shown(frames),
      expected: "\(rate.shown(expected)), \(ratio.words)",
      remedy: "\(remedy) (or write length = \"free\", if it is meant), e.g.: "
        + "sox \(word(file)) \(word(sibling(of: file, end))) \(effect)")
  }

  // MARK: - Commands

  private static func channels(_ count: Int) -> String { count == 1 ? "1 channel" : "\(count) channels" }

  /// `a/b.flac` with `-cut` becomes `a/b-cut.flac`.
  package static func sibling(of file: String, _ suffix: String) -> String {
    let start = file.lastIndex(of: "/").map(file.index(after:)) ?? file.startIndex
    guard let dot = file[start...].lastIndex(of: "."), dot > start else {
      return file + suffix + ".flac"
    }
    return file[..<dot] + suffix + file[dot...]
  }

  /// A name that is not UTF-8 quoted for a shell, as `$'gl\xf6ckchen.wav'`.
  package static func shellWord(_ name: [UInt8]) -> String {
    let start = name.first == UInt8(ascii: "-") ? "./" : ""
    let text = name.map { byte in
      let isPlain = (0x20..<0x7f).contains(byte) && !#"'\"#.utf8.contains(byte)
      return isPlain ? String(UnicodeScalar(byte)) : "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    return "$'\(start)\(text.joined())'"
  }

  /// The name without what is not ASCII.
  package static func plainName(_ name: [UInt8]) -> String {
    String(decoding: name.map { (0x20..<0x7f).contains($0) ? $0 : UInt8(ascii: "_") }, as: UTF8.self)
  }

  /// The name quoted for a shell, cleaned.
  package static func word(_ file: String) -> String {
    let name = CleanText.clean(file.hasPrefix("-") ? "./" + file : file)
    let isPlain =
      !name.isEmpty
      && name.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || ("0"..."9").contains($0) || "._-/+,=@%".unicodeScalars.contains($0)
      }
    return isPlain ? name : "'" + name.replacingOccurrences(of: "'", with: "'\\''") + "'"
  }
}

extension SampleRate {
  /// `48000 frames (1.000 s)`.
  func shown(_ frames: FrameCount) -> String { "\(frames) frames (\(fixed(seconds(frames), 3)) s)" }
}

/// The number with a fixed number of decimals, independent of the locale.
func fixed(_ value: Double, _ places: Int) -> String {
  String(format: "%.\(places)f", value)
}
