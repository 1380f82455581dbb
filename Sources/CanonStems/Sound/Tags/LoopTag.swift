import CanonEngine
import Foundation

/// The loop that a sound file names of itself: in the chunks `smpl` or `cue ` of WAV (`smpl` of W64), `INST` of AIFF, `regn` or `mark` of CAF,
/// in the comments of FLAC, Vorbis and Opus, or in the ID3 tag of MP3.
///
/// What is not understood names nothing, nor does a loop that is played backwards or to and fro.
enum LoopTag {
  /// The most loops, points and labels that are looked at.
  static let most = 1000

  /// - Returns: nil if the file names none. Places in Opus are those at 48 kHz (RFC 7845), behind the frames that a decoder leaves out.
  static func read(_ file: HeaderBytes) -> LoopPoints? {
    switch file.text(at: 0) {
    case "RIFF", "RIFX", "RF64": wave(file)
    case "FORM": instrument(file.ordered(isBigEndian: true))
    case "riff": TagChunks.first(file, as: .wave64) { $0.name == "smpl" ? sampler($0) : nil }
    case "caff": CAFRegions(file)?.loop
    case "fLaC", "OggS": VorbisComments(of: file)?.loop
    default: ID3Tag(file, at: 0)?.loop
    }
  }

  // MARK: - Comments

  /// What `LOOPSTART` states with `LOOPLENGTH`, or else with `LOOPEND`: whole numbers of frames; the end is the first frame behind the
  /// loop, as RPG Maker and SDL_mixer have it.
  /// - Parameter texts: Those of a comment, by its name in lower case.
  /// - Returns: nil if one of the two is missing, or no number.
  static func commented<Text: StringProtocol>(_ texts: (String) -> [Text]) -> LoopPoints? {
    func frames(_ key: String) -> FrameCount? {
      texts(key).lazy.compactMap { FrameCount($0.trimmingCharacters(in: .whitespaces)) }.first
    }
    guard let start = frames("loopstart") else { return nil }
    if let length = frames("looplength") { return LoopPoints(start: start, length: length, .comments) }
    return frames("loopend").map { LoopPoints(start: start, end: $0, .comments) }
  }

  // MARK: - WAV

  private static func wave(_ file: HeaderBytes) -> LoopPoints? {
    guard file.text(at: 8) == "WAVE" else { return nil }
    let file = file.ordered(isBigEndian: file.text(at: 0) == "RIFX")
    if let points = TagChunks.first(file, { $0.name == "smpl" ? sampler($0) : nil }) { return points }
    return CueChunk(file)?.loop
  }

  /// The first loop that is played forwards. Its last frame belongs to it ("Multimedia Data Standards Update" of 1994, "Sampler chunk").
  private static func sampler(_ chunk: TagChunks.Chunk) -> LoopPoints? {
    let headSize = 36, loopSize = 24
    guard let count = chunk.file.number(at: chunk.start + 28, count: 4) else { return nil }
    for place in 0..<min(count, max(0, chunk.size - headSize) / loopSize, most) {
      let start = chunk.start + headSize + place * loopSize
      guard let kind = chunk.file.number(at: start + 4, count: 4),
        let first = chunk.file.number(at: start + 8, count: 4),
        let last = chunk.file.number(at: start + 12, count: 4)
      else { return nil }
      if kind == 0 { return LoopPoints(start: FrameCount(first), end: FrameCount(last) + 1, .sampler) }
    }
    return nil
  }

  // MARK: - AIFF

  /// The loop that sustains a note, between two markers. A marker lies before its frame ("Audio Interchange File Format", 1989).
  private static func instrument(_ file: HeaderBytes) -> LoopPoints? {
    guard file.text(at: 8) == "AIFF" || file.text(at: 8) == "AIFC" else { return nil }
    let ends: (Int, Int)? = TagChunks.first(file) { chunk in
      // Behind the note, its ranges and the gain: the mode, of which 1 is forwards.
      guard chunk.name == "INST", chunk.size >= 14, file.number(at: chunk.start + 8, count: 2) == 1,
        let first = file.number(at: chunk.start + 10, count: 2),
        let last = file.number(at: chunk.start + 12, count: 2)
      else { return nil }
      return (first, last)
    }
    guard let ends, let markers = TagChunks.first(file, { $0.name == "MARK" ? markers($0) : nil }),
      let start = markers[ends.0], let end = markers[ends.1]
    else { return nil }
    return LoopPoints(start: FrameCount(start), end: FrameCount(end), .instrument)
  }

  /// The frames of the markers, by their numbers.
  private static func markers(_ chunk: TagChunks.Chunk) -> [Int: Int]? {
    guard let count = chunk.file.number(at: chunk.start, count: 2) else { return nil }
    var markers: [Int: Int] = [:]
    var offset = chunk.start + 2
    for _ in 0..<min(count, most) where offset < chunk.start + chunk.size {
      guard let number = chunk.file.number(at: offset, count: 2),
        let frame = chunk.file.number(at: offset + 2, count: 4),
        let length = chunk.file.number(at: offset + 6, count: 1)
      else { break }
      markers[number] = frame
      // The name with its length takes an even number of bytes.
      offset += 6 + (length + 2) / 2 * 2
    }
    return markers
  }
}
