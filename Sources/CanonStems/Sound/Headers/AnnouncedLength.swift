import CanonEngine

/// Compares the announced length of a sound file with its content, because libsndfile silently trusts the size of a file more than its
/// header. (It checks FLAC itself.)
package struct AnnouncedLength {
  /// The number of frames in the file.
  package let present: FrameCount
  /// The announced number of frames, which is greater; nil if only the file's end would tell it.
  package let announced: FrameCount?

  package init(present: FrameCount, announced: FrameCount?) {
    self.present = present
    self.announced = announced
  }

  /// - Parameters:
  ///   - bytes: Those of the file.
  ///   - frames: The number of frames that libsndfile finds.
  /// - Returns: The two lengths if frames are missing; nil if none are, if the header was written before the length was known (0 or a huge
  ///   number, as streaming programs leave), and for FLAC.
  static func shortage(
    _ bytes: SoundBytes, frames: FrameCount, _ container: SoundContainer
  ) -> AnnouncedLength? {
    let file = HeaderBytes(bytes)
    switch container {
    case .wave: return WaveHeader.samples(file)?.shortage(file, frames: frames)
    case .aiff: return AIFFHeader.samples(file)?.shortage(file, frames: frames)
    case .wave64: return Wave64Header.samples(file)?.shortage(file, frames: frames)
    case .caf: return CAFHeader.samples(file)?.shortage(file, frames: frames)
    case .ogg: return OggEnd.isThere(file) ? nil : AnnouncedLength(present: frames, announced: nil)
    case .mpeg: return MPEGFrames(file)?.shortage(frames: frames)
    case .flac: return nil
    }
  }
}

/// The samples of a file that consists of chunks, as its header announces them.
struct SampleChunk {
  /// Their start, and their announced number of bytes.
  let start: Int
  let size: Int
  /// Bytes and frames of the smallest unit: a frame, or a block of compressed frames; 0 if unknown.
  var blockSize = 0
  var framesPerBlock = 1
  /// The number of frames in the header, if it has one.
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
