import CanonEngine
import CanonFiles
import Foundation

/// What became of one stem's sound when it was mended.
public struct StemRepair: Hashable, Sendable {
  public let index: StemIndex
  /// The name of its new file.
  public let file: String
  /// Frames added to the loop; negative if they were cut.
  public let addedFrames: FrameCount
  /// The length of the crossfade at the seam, in frames; 0 for none.
  public let crossfadeFrames: Int
  /// Whether its mean was taken away.
  public let isMeanRemoved: Bool
  public let before: State
  public let after: State

  /// What a loop is like.
  public struct State: Hashable, Sendable {
    public let frameCount: FrameCount
    public let mean: Double
    public let seam: Seam?
  }

  /// Whether the file is another one than before, not a copy.
  public var isChanged: Bool { addedFrames != 0 || crossfadeFrames > 0 || isMeanRemoved }

  /// What the set file says of the new file where it must say something else: nil to leave a key as it is.
  var region: String?
  var dropsChannels: Bool

  /// Mends a stem's sound and writes it, or copies its file.
  /// - Parameters:
  ///   - loop: The set's.
  ///   - folder: Where it is written.
  /// - Throws: A `FileProblem` if the file cannot be read; a `SoundProblem` if the new one cannot be written.
  /// - Thread: any control thread (decodes a file and writes one)
  init(_ index: StemIndex, of set: StemSet, loop: LoopLength, into folder: String) throws {
    let stem = set[index]
    let data: (info: SoundInfo, channels: [[Float]], encoding: FileEncoding)
    do throws(SoundProblem) { data = try Self.decode(stem, in: set) } catch {
      throw set.problem(of: stem, error.cause)
    }
    let info = data.info, bounds = try LoopBounds(of: stem, in: set, info: info)
    var repair = LoopRepair(
      channels: data.channels, loop: Int(bounds.start)..<Int(bounds.end), rate: info.sampleRate)
    var meter = repair.measure()
    before = State(meter)
    let expected = try Self.expectedFrames(stem, set, info, loop)
    addedFrames = expected.map { $0 - bounds.frameCount } ?? 0
    if let expected { repair.setLength(Int(expected)) }
    if expected != nil { meter = repair.measure() }
    var crossfade = 0
    if let seam = meter.seam, seam.clicks, stem.repeats != 1 {
      crossfade = repair.crossfadeSeam(hasAttack: seam.attack >= 2)
      meter = repair.measure()
    }
    // Last, as a crossfade moves the mean, and the mean moves no seam.
    isMeanRemoved = abs(meter.mean) > SeamCheck.largestMean
    if isMeanRemoved {
      repair.removeMean()
      meter = repair.measure()
    }
    crossfadeFrames = crossfade
    after = State(meter)
    self.index = index
    let isChanged = expected != nil || isMeanRemoved || crossfade > 0
    // A new file names no loop of itself, and has the chosen channels alone.
    region =
      isChanged && bounds.isNamedByFile ? "\(repair.loop.lowerBound) .. \(repair.loop.upperBound)" : nil
    dropsChannels = isChanged && stem.channels != nil
    if isChanged {
      file = try Self.write(repair, data.encoding, as: stem.id, in: folder)
    } else {
      file = try Self.copy(stem, to: folder)
    }
  }

  private static func decode(
    _ stem: StemSpec, in set: StemSet
  ) throws(SoundProblem) -> (info: SoundInfo, channels: [[Float]], encoding: FileEncoding) {
    let sound = try OpenSound(stem.path, set.readers, stem.channels)
    let info = set.loops.remembered(sound.info, at: stem.path, isOfSet: true)
    let frames = Int(info.frameCount), channels = info.channelCount
    let planes = UnsafeMutableBufferPointer<Float>.allocate(capacity: frames * channels)
    defer { planes.deallocate() }
    try sound.readFloats(from: 0, count: frames, into: planes, stride: frames)
    return (
      info, (0..<channels).map { Array(planes[($0 * frames)..<(($0 + 1) * frames)]) },
      sound.decoder.header.encoding
    )
  }

  /// The length that a loop nearly has; nil if it is right.
  private static func expectedFrames(
    _ stem: StemSpec, _ set: StemSet, _ info: SoundInfo, _ loop: LoopLength
  ) throws(FileProblem) -> FrameCount? {
    do throws(FileProblem) {
      _ = try StemExtent(of: stem, in: set, info: info, loop: loop)
      return nil
    } catch {
      guard let advice = error.advice.base as? SoundAdvice,
        case .length(_, let expected, _, _, _) = advice.cause
      else { throw error }
      return expected
    }
  }

  private static func write(
    _ repair: LoopRepair, _ encoding: FileEncoding, as id: String, in folder: String
  ) throws(SoundProblem) -> String {
    let peak = repair.channels.joined().reduce(Float(0)) { max($0, abs($1)) }
    // What is beyond full scale stays whole; and what was mended has more bits than what it was made from.
    let format: SoundFormat =
      peak > 1 || encoding.codec == "float" ? .wav32f : encoding.container == "FLAC" ? .flac : .wav24
    let name = "\(id).\(format.fileExtension)"
    let frames = repair.channels[0].count
    var writer = try SoundWriter(
      path: Folder.path(of: name, in: folder), format: format, sampleRate: repair.rate,
      channelCount: repair.channels.count, expectedFrames: FrameCount(frames))
    var done = 0
    while done < frames {
      let end = min(frames, done + 16_384)
      try writer.write((done..<end).flatMap { frame in repair.channels.map { $0[frame] } })
      done = end
    }
    _ = try writer.finish()
    return name
  }

  private static func copy(_ stem: StemSpec, to folder: String) throws(SoundProblem) -> String {
    let last = stem.file.split(separator: "/").last ?? ""
    let name = last.lastIndex(of: ".").map { stem.id + last[$0...] } ?? stem.id
    let path = Folder.path(of: name, in: folder)
    // Not a link, which would lead elsewhere from the new folder.
    let source = ContainedPath.realPath(stem.path) ?? stem.path
    do { try FileManager.default.copyItem(atPath: source, toPath: path) } catch {
      let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
      throw SoundProblem(path, .system(cause.map { Int32(clamping: $0.code) } ?? EIO))
    }
    return name
  }
}

extension StemRepair.State {
  fileprivate init(_ meter: SeamMeter) {
    (frameCount, mean, seam) = (FrameCount(meter.frameCount), meter.mean, meter.seam)
  }
}
