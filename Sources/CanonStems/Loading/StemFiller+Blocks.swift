import CanonEngine
import CanonFiles

/// Why an entry was not made.
enum EntryFailure: Error {
  case sound(SoundProblem)
  case disk(DiskError)
}

/// Makes an entry of the cache from an open file, without its samples in memory as a whole.
extension StemFiller {
  /// Whether the samples can be made in blocks: they are those of the file, and nothing becomes of them.
  static func isMadeInBlocks(_ plan: StemPlan, _ sound: borrowing OpenSound) -> Bool {
    sound.info.sampleRate == plan.rate && plan.treatment == nil
  }

  /// What the samples are like; the same as ``fill(_:from:)`` makes them.
  static func shape(_ plan: StemPlan, of sound: borrowing OpenSound) -> SampleShape {
    SampleShape(
      layout: plan.ownLayout, channels: sound.info.channelCount,
      format: sound.samples == .integers16 ? .int16 : .float32)
  }

  /// Writes the samples to a file, each frame decoded once.
  /// - Precondition: ``isMadeInBlocks(_:_:)``
  static func write(
    _ plan: StemPlan, from sound: borrowing OpenSound, to file: borrowing AtomicFile
  ) throws(EntryFailure) {
    let shape = shape(plan, of: sound), count = FrameCount(count(plan))
    var turn = TurnedFrames(first: plan.ownLayout.intro, count: plan.ownLayout.frameCount - count, shape)
    let memory = UnsafeMutableRawBufferPointer.allocate(
      byteCount: Decoder.chunkFrames * shape.planeCount * shape.width, alignment: 16)
    defer { memory.deallocate() }
    var frame: FrameCount = 0
    while frame < count {
      let frames = Int(min(FrameCount(Decoder.chunkFrames), count - frame))
      do throws(SoundProblem) {
        try read(sound, from: plan.firstFrame + frame, count: frames, shape, into: memory)
      } catch {
        throw .sound(error)
      }
      for plane in 0..<shape.planeCount {
        let first = plane * Decoder.chunkFrames * shape.width
        let bytes = UnsafeRawBufferPointer(rebasing: memory[first..<(first + frames * shape.width)])
        try write(bytes, of: frame, plane, shape, to: file)
        turn.keep(bytes, of: frame, plane)
      }
      frame += FrameCount(frames)
    }
    // The loop wraps if it is a fraction of a frame longer than the file's.
    for plane in 0..<shape.planeCount where count < plan.ownLayout.frameCount {
      let bytes = turn.planes[plane]
      do throws(DiskError) {
        try file.write(bytes[...], at: SampleEntry.headSize + shape.place(of: count, plane: plane))
      } catch {
        throw .disk(error)
      }
    }
  }

  /// Decodes a block: the planes are as far apart as a whole block.
  private static func read(
    _ sound: borrowing OpenSound, from first: FrameCount, count: Int, _ shape: SampleShape,
    into memory: UnsafeMutableRawBufferPointer
  ) throws(SoundProblem) {
    switch shape.format {
    case .int16:
      let samples = memory.bindMemory(to: Int16.self)
      try sound.readIntegers(
        from: first, into: UnsafeMutableBufferPointer(rebasing: samples[..<(count * shape.channels)]))
    case .float32:
      try sound.readFloats(
        from: first, count: count, into: memory.bindMemory(to: Float.self), stride: Decoder.chunkFrames)
    }
  }

  private static func write(
    _ bytes: UnsafeRawBufferPointer, of frame: FrameCount, _ plane: Int, _ shape: SampleShape,
    to file: borrowing AtomicFile
  ) throws(EntryFailure) {
    do throws(DiskError) {
      try SampleEntry.write(bytes, of: frame, plane: plane, shape, to: file)
    } catch {
      throw .disk(error)
    }
  }
}

/// The first frames of a loop, which come again after its end.
private struct TurnedFrames {
  private let frames: Range<FrameCount>
  private let width: Int
  /// The bytes of each plane, as far as they have come.
  private(set) var planes: [[UInt8]]

  init(first: FrameCount, count: FrameCount, _ shape: SampleShape) {
    (frames, width) = (first..<(first + max(0, count)), shape.width)
    planes = Array(repeating: [], count: shape.planeCount)
  }

  /// Keeps what it needs of a block.
  mutating func keep(_ bytes: UnsafeRawBufferPointer, of first: FrameCount, _ plane: Int) {
    let all = first..<(first + FrameCount(bytes.count / width))
    let part = frames.clamped(to: all)
    guard !part.isEmpty else { return }
    let start = Int(part.lowerBound - first) * width
    planes[plane] += bytes[start..<(start + part.count * width)]
  }
}
