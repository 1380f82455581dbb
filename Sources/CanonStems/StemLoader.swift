import CanonEngine
import CanonFiles
import Foundation

/// A stem's samples, ready for the engine.
public struct LoadedStem: Sendable {
  public let index: StemIndex
  public let buffer: StemBuffer
  /// Whether the memory cannot be swapped out. Users without a limit for that (`ulimit -l`) get false; the music
  /// plays all the same.
  public let isLocked: Bool
  /// What the file had, before any conversion.
  public let source: SoundInfo
}

/// Makes the engine's samples from sound files: decodes, checks the length, converts the rate, locks the memory.
///
/// Only stems that may sound are to be loaded: of a locked stem there should be no samples in memory.
public enum StemLoader {
  /// Loads one stem.
  /// - Parameters:
  ///   - timing: Of the same set.
  ///   - rate: The engine's.
  /// - Returns: A buffer of exactly ``GridLine/longestDistance`` frames of the loop at `rate`.
  /// - Throws: What is wrong, at the line of the set file that names the sound file.
  /// - Thread: any control thread (reads the file; a second or so for a long one)
  public static func load(
    _ index: StemIndex, of set: StemSet, timing: SetTiming, at rate: SampleRate
  ) throws(FileProblem) -> LoadedStem {
    let stem = set[index]
    let line = try timing.grid(at: rate, of: set).loop
    do throws(SoundProblem) {
      let info = try SoundFile.info(stem.path)
      try checkLength(of: info, stem.path, loop: timing.loop)
      let bytes = Int128(line.longestDistance) * Int128(info.channelCount * MemoryLayout<Float>.size)
      if bytes > Int128(SoundFile.largestDecodedSize) {
        throw SoundProblem(stem.path, .tooLarge(Int64(clamping: bytes)))
      }
      let data = try SoundFile.read(stem.path)
      // Between the two readings the file may have been replaced.
      try checkLength(of: data.info, stem.path, loop: timing.loop)
      let buffer = try buffer(of: data, frames: Int(line.longestDistance), at: rate, stem.path)
      let isLocked = mlock(buffer.samples.baseAddress!, buffer.samples.count * MemoryLayout<Float>.size) == 0
      return LoadedStem(index: index, buffer: buffer, isLocked: isLocked, source: data.info)
    } catch {
      throw set.problem(of: stem, error.cause)
    }
  }

  /// Loads several stems at once, as many as the machine has cores.
  /// - Returns: One result for each of `stems`, in their order.
  /// - Thread: any; the work is done on tasks
  public static func load(
    _ stems: [StemIndex], of set: StemSet, timing: SetTiming, at rate: SampleRate
  ) async -> [Result<LoadedStem, FileProblem>] {
    typealias Answer = Result<LoadedStem, FileProblem>
    let width = max(1, ProcessInfo.processInfo.activeProcessorCount)
    return await withTaskGroup(of: (place: Int, answer: Answer).self) { group in
      var answers = [Answer?](repeating: nil, count: stems.count)
      for (place, index) in stems.enumerated() {
        // One ends before the next begins: no more decoded files in memory than cores at work.
        if place >= width, let done = await group.next() { answers[done.place] = done.answer }
        group.addTask {
          do throws(FileProblem) {
            return (place, .success(try load(index, of: set, timing: timing, at: rate)))
          } catch {
            return (place, .failure(error))
          }
        }
      }
      for await done in group { answers[done.place] = done.answer }
      return answers.compactMap(\.self)
    }
  }

  // MARK: -

  /// - Throws: Unless the file is as long as the loop, within half a frame of its own rate.
  static func checkLength(of info: SoundInfo, _ path: String, loop: LoopLength) throws(SoundProblem) {
    guard !loop.fits(info.frameCount, at: info.sampleRate) else { return }
    throw SoundProblem(
      path,
      .length(info.frameCount, expected: loop.nearestFrames(at: info.sampleRate), rate: info.sampleRate))
  }

  /// The loop from its first frame on. When the grid's loop is a fraction of a frame longer than the file, the
  /// music goes round: the last frame is the first again.
  private static func buffer(
    of data: SoundData, frames: Int, at rate: SampleRate, _ path: String
  ) throws(SoundProblem) -> StemBuffer {
    let channels = data.channels
    return try StemBuffer(frameCount: frames, channelCount: channels.count) {
      (samples) throws(SoundProblem) in
      for (number, channel) in channels.enumerated() {
        let target = UnsafeMutableBufferPointer(
          rebasing: samples[(number * frames)..<((number + 1) * frames)])
        do throws(Resampler.Failure) {
          try Resampler.resample(channel, from: data.info.sampleRate, to: rate, into: target)
        } catch {
          throw SoundProblem(path, .resampling(error.reason))
        }
      }
    }
  }
}
