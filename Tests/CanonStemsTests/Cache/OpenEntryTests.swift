import CanonEngine
import CanonFiles
import CanonStemsSupport
import CanonTestSupport
import Foundation
import Testing

@testable import CanonStems

/// Samples that are too long for the memory are written to the cache in blocks, and read from there in parts.
@Suite struct OpenEntryTests {
  private let folder = TemporaryFolder()
  private var cacheFolder: String { folder["cache/samples"] }

  /// More than two blocks.
  private static let frames = 40_000

  private func makeSound(_ name: String, _ format: SoundFormat, channels: Int) throws {
    let samples = (0..<(Self.frames * channels)).map { (place: Int) -> Float in
      Float((place * 7919) % 1000) / 1000 - 0.5
    }
    try folder.sound(name, samples, channels: channels, rate: .studio, format: format)
    try folder.write("[[stem]]\nid = \"a\"\nbase = true\nfile = \"\(name)\"\n", to: "set.toml")
  }

  /// The set, as a new process reads it, and the plan for a loop that is half a frame longer than the file's.
  private func plan(
    _ sound: borrowing OpenSound, calls: DiskCalls = DiskCalls()
  ) throws -> (readers: SoundReaders, plan: StemPlan) {
    let cache = SampleCache(folder: cacheFolder, calls: calls)
    let set = try StemSetFile.load(.path(folder.path), .standard.keeping(in: cache))
    let bounds = try LoopBounds(of: set[StemIndex(0)], in: set, info: sound.info)
    let line = try #require(GridLine(numerator: 2 * Int64(Self.frames) + 1, denominator: 2))
    return (set.readers, try #require(StemPlan(bounds, line: line, intro: .upbeat, at: .studio)))
  }

  private func open(_ name: String) throws -> OpenSound { try OpenSound(folder[name], .standard) }

  /// Whether the entry has these samples in any part.
  private func isSame(_ entry: OpenEntry, _ whole: StemBuffer) -> Bool {
    let shape = entry.shape
    return (0..<shape.planeCount).allSatisfy { plane in
      [0..<1, 16_380..<16_400, FrameCount(Self.frames - 7)..<FrameCount(Self.frames + 1)].allSatisfy {
        frames in
        let memory = UnsafeMutableRawBufferPointer.allocate(
          byteCount: frames.count * shape.width, alignment: 16)
        defer { memory.deallocate() }
        let start = shape.place(of: frames.lowerBound, plane: plane)
        return entry.fill(plane: plane, frames, memory)
          && memory.elementsEqual(whole.bytes[start..<(start + memory.count)])
      }
    }
  }

  @Test(
    "An entry that is written in blocks has the same bytes as one that is written whole, and gives any part of them",
    arguments: [
      ("a.wav", SoundFormat.wav16, 1), ("a.wav", .wav16, 2), ("a.wav", .wav32f, 1), ("a.wav", .wav32f, 2),
      ("a.flac", .flac, 2),
    ])
  func blocks(file: (name: String, format: SoundFormat, channels: Int)) throws {
    try makeSound(file.name, file.format, channels: file.channels)
    let sound = try open(file.name), stamp = FileStamp(folder[file.name])
    let (readers, plan) = try self.plan(sound)
    #expect(plan.layout.frameCount == FrameCount(Self.frames) + 1)
    let whole = try StemFiller.fill(plan, from: sound)
    let made = try readers.entry(plan, from: sound, nil, stamp)
    let entry = try #require(made)
    #expect(isSame(entry, whole))
    let kept = try #require(readers.kept(plan, of: folder[file.name], nil, .whole))
    #expect(kept.isSame(as: whole))
    // Another process finds it, and a window has its pages.
    let found = try self.plan(sound).readers.entry(plan, from: sound, nil, stamp)
    let again = try #require(found)
    #expect(isSame(again, whole))
    let window = try #require(again.window(shift: 10, ahead: 2))
    #expect(window.pagesInMemory == 2)
    #expect(try FileManager.default.contentsOfDirectory(atPath: cacheFolder).count == 1)
  }

  @Test("One that is removed while it plays is read on; a damaged one is made again")
  func removed() throws {
    try makeSound("a.wav", .wav16, channels: 2)
    let sound = try open("a.wav"), stamp = FileStamp(folder["a.wav"])
    let (readers, plan) = try self.plan(sound)
    let whole = try StemFiller.fill(plan, from: sound)
    let made = try readers.entry(plan, from: sound, nil, stamp)
    let entry = try #require(made)
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: cacheFolder).first)
    let path = URL(fileURLWithPath: cacheFolder + "/" + name)
    var bytes = try Data(contentsOf: path)
    try FileManager.default.removeItem(at: path)
    #expect(isSame(entry, whole))
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: path)
    let remade = try readers.entry(plan, from: sound, nil, stamp)
    let again = try #require(remade)
    #expect(isSame(again, whole))
  }

  @Test("A disk without room has no entry")
  func full() throws {
    try makeSound("a.wav", .wav16, channels: 2)
    var calls = DiskCalls()
    calls.write = { _, _ throws(DiskError) in throw DiskError(code: ENOSPC) }
    let sound = try open("a.wav")
    let (readers, plan) = try self.plan(sound, calls: calls)
    let entry = try readers.entry(plan, from: sound, nil, FileStamp(folder["a.wav"]))
    #expect(entry.map(ObjectIdentifier.init) == nil)
    #expect(try FileManager.default.contentsOfDirectory(atPath: cacheFolder).isEmpty)
  }
}
