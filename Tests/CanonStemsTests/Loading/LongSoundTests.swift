import CanonEngine
import CanonTestSupport
import Foundation
import Testing

@testable import CanonStems

/// Files longer than an ordinary WAV file can be.
@Suite struct LongSoundTests {
  private let folder = TemporaryFolder()

  /// So many samples of address space behind which there is no memory: whoever reads them is told so by the system.
  private func withoutMemory<Result>(_ count: Int, _ body: (UnsafeBufferPointer<Float>) throws -> Result)
    throws
    -> Result
  {
    let size = 4 * count
    let memory = mmap(nil, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    let start = try #require(memory != MAP_FAILED ? memory : nil)
    defer { munmap(start, size) }
    return try body(
      UnsafeBufferPointer(start: UnsafePointer(start.assumingMemoryBound(to: Float.self)), count: count))
  }

  /// Why so many frames of silence in 1024 channels cannot be written behind those that are there.
  private func refusal(_ frames: Int, behind present: Int = 0, expected: FrameCount? = nil) throws
    -> SoundProblem.Cause?
  {
    try withoutMemory(frames * 1024) { samples in
      do throws(SoundProblem) {
        var writer = try SoundWriter(
          path: folder["a.wav"], format: .wav32f, sampleRate: .studio, channelCount: 1024,
          expectedFrames: expected)
        try writer.write([Float](repeating: 0, count: present * 1024))
        try writer.write(samples)
        return nil
      } catch {
        return error.cause
      }
    }
  }

  @Test("More than 4 GiB are refused before anything is written")
  func limit() throws {
    // 4096 bytes a frame.
    let most = (1 << 20) - (1 << 4)
    #expect(try refusal(most) == .system(EFAULT), "as much as fits is tried")
    #expect(try refusal(most + 1) == .outputTooLong(most: FrameCount(most)))
    #expect(try refusal(most - 2, behind: 2) == .system(EFAULT))
    #expect(try refusal(most - 2, behind: 3) == .outputTooLong(most: FrameCount(most)), "all of it counts")
    #expect(try refusal(most, expected: FrameCount(most)) == .system(EFAULT))
    #expect(try refusal(most + 1, expected: FrameCount(most)) == .outputTooLong(most: FrameCount(most)))
    #expect(folder.names == [])
  }

  @Test("A file may become longer than expected: only the disk limits it")
  func longFile() async {
    // In a process of its own, since the limit would stop the other tests too.
    await #expect(processExitsWith: .success) {
      let folder = TemporaryFolder()
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 10_000, rlim_max: 10_000)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      let most = (1 << 20) - (1 << 4)
      let size = 4096 * (most + 1)
      // Zeros, which take no room.
      let memory = mmap(nil, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
      let samples = try #require(memory != MAP_FAILED ? memory : nil).assumingMemoryBound(to: Float.self)
      let problem = #expect(throws: SoundProblem.self) {
        var writer = try SoundWriter(
          path: folder["a.wav"], format: .wav32f, sampleRate: .studio, channelCount: 1024,
          expectedFrames: FrameCount(most) + 1)
        try writer.write(UnsafeBufferPointer(start: UnsafePointer(samples), count: size / 4))
      }
      #expect(problem?.cause == .system(EFBIG))
    }
  }

  @Test("An incomplete file never replaces its target")
  func nothingFollows() throws {
    try folder.write("precious", to: "a.wav")
    let most = FrameCount((1 << 20) - (1 << 4))
    let cause = try withoutMemory(Int(most + 1) * 1024) { samples -> SoundProblem.Cause? in
      do throws(SoundProblem) {
        var writer = try SoundWriter(
          path: folder["a.wav"], format: .wav32f, sampleRate: .studio, channelCount: 1024)
        try? writer.write(samples)
        try writer.write([Float](repeating: 0, count: 1024))
        _ = try writer.finish()
        return nil
      } catch {
        return error.cause
      }
    }
    #expect(cause == .outputTooLong(most: most))
    #expect(try folder.bytes("a.wav") == Data("precious".utf8))
    #expect(folder.names == ["a.wav"])
  }

  @Test("Only a file that is expected to be long has the longer header from the start")
  func container() throws {
    func bytes(_ expected: FrameCount?) throws -> Data {
      var writer = try SoundWriter(
        path: folder["a.wav"], format: .wav16, sampleRate: .studio, channelCount: 1, expectedFrames: expected)
      try writer.write([0.5, 0.25])
      #expect(try writer.finish() == SoundWriter.Summary(frameCount: 2, clippedSampleCount: 0))
      return try folder.bytes("a.wav")
    }
    let most = SoundFormat.wav16.mostFrames(channelCount: 1)
    let ordinary = try bytes(nil)
    #expect(try bytes(0) == ordinary)
    #expect(try bytes(most) == ordinary)
    #expect(try bytes(most + 1) != ordinary)
  }

  @Test("Endings of names, and what holds how much")
  func formats() {
    #expect(SoundFormat.allCases.map(\.fileExtension) == ["wav", "wav", "wav", "flac"])
    #expect(SoundFormat.allCases.map(\.integerBits) == [16, 24, nil, 24])
    #expect(SoundFormat.wav16.mostFrames(channelCount: 0) == SoundFormat.wav16.mostFrames(channelCount: 1))
    #expect(SoundFormat.flac.mostFrames(channelCount: 8) == SoundFormat.flac.mostFrames(channelCount: 1))
  }
}
