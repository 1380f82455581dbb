import CanonEngine

/// How long a sound file says that it is, held against what is there: libsndfile believes the size of a file more than its
/// header, in silence. (What FLAC and Ogg announce it looks at itself.)
struct AnnouncedLength {
  /// Frames that are there.
  let present: FrameCount
  /// Frames that there should be; more.
  let announced: FrameCount

  /// - Parameters:
  ///   - descriptor: The open file.
  ///   - frames: As many as libsndfile finds in it.
  ///   - isMPEG: Whether libsndfile takes it for an MP3.
  /// - Returns: What is amiss; nil when nothing is, when the header was written before the length was known (0 or a huge
  ///   number, as streaming programs leave), and for other formats.
  static func shortage(_ descriptor: Int32, frames: FrameCount, isMPEG: Bool) -> AnnouncedLength? {
    let file = HeaderBytes(descriptor)
    if isMPEG { return MPEGFrames(file)?.shortage(frames: frames) }
    switch file.text(at: 0) {
    case "RIFF", "RIFX", "RF64": return WaveHeader.samples(file)?.shortage(file, frames: frames)
    case "FORM": return AIFFHeader.samples(file)?.shortage(file, frames: frames)
    case "caff": return CAFHeader.samples(file)?.shortage(file, frames: frames)
    default: return nil
    }
  }
}

/// The samples of a file that consists of chunks, as its header announces them.
struct SampleChunk {
  /// Where they begin, and how many bytes they should be.
  let start: Int
  let size: Int
  /// Bytes and frames of what cannot be divided further: of a frame, or a block of compressed ones; 0 for unknown.
  var blockSize = 0
  var framesPerBlock = 1
  /// Frames that the header counts besides, if it does.
  var frameCount: FrameCount?

  func shortage(_ file: HeaderBytes, frames: FrameCount) -> AnnouncedLength? {
    let there = max(0, min(size, file.size - start))
    if there < size {
      guard blockSize > 0, framesPerBlock > 0 else {
        let whole = Double(frames) * Double(size) / Double(max(1, there))
        return AnnouncedLength(present: frames, announced: max(frames + 1, FrameCount(whole)))
      }
      let present = FrameCount(there / blockSize * framesPerBlock)
      // The last block may be filled up: then the header counts.
      let room = FrameCount((size + blockSize - 1) / blockSize * framesPerBlock)
      return AnnouncedLength(
        present: present, announced: max(present + 1, min(room, frameCount ?? room)))
    }
    if let frameCount, frameCount > frames {
      return AnnouncedLength(present: frames, announced: frameCount)
    }
    return nil
  }
}
