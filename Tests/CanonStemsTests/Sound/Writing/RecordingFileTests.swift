import CanonEngine
import CanonTestSupport
import Foundation
import Testing

@testable import CanonStems

/// A file that is whole after every write.
@Suite struct RecordingFileTests {
  let folder = TemporaryFolder()

  private static func signal(_ range: Range<Int>) -> (left: [Float], right: [Float]) {
    (range.map { Float($0) / 65_536 }, range.map { -Float($0) / 131_072 })
  }

  private func write(_ range: Range<Int>, to file: inout RecordingFile) throws {
    let (left, right) = Self.signal(range)
    try left.withUnsafeBufferPointer { left in
      try right.withUnsafeBufferPointer { try file.write(left, $0) }
    }
  }

  /// What a program reads of the file as it is on the disk, as after a kill.
  private func copy() throws -> SoundData {
    try FileManager.default.copyItem(atPath: folder["a.wav"], toPath: folder["copy.wav"])
    defer { try? FileManager.default.removeItem(atPath: folder["copy.wav"]) }
    return try SoundFile.read(folder["copy.wav"])
  }

  @Test("After each write all samples so far can be read, unchanged")
  func whole() throws {
    var file = try RecordingFile(creating: folder["a.wav"], at: .studio)
    for end in [1, 7, 40_000, 40_001] {
      try write(Int(file.frameCount)..<end, to: &file)
      let sound = try copy()
      let (left, right) = Self.signal(0..<end)
      #expect(sound.info == SoundInfo(sampleRate: .studio, channelCount: 2, frameCount: FrameCount(end)))
      #expect(sound.channels == [left, right])
    }
    try file.writeSilence(20_000)
    try write(60_001..<60_010, to: &file)
    let sound = try copy()
    #expect(sound.channels[0][40_001..<60_001].allSatisfy { $0 == 0 })
    #expect(Array(sound.channels[0][60_001...]) == Self.signal(60_001..<60_010).left)
  }

  @Test("Silence can be the first of a file, and all of it", arguments: [1, 2, 3, 1000])
  func silence(frames: Int) throws {
    var file = try RecordingFile(creating: folder["a.wav"], at: .studio)
    try file.writeSilence(FrameCount(frames))
    #expect(try copy().channels == Array(repeating: [Float](repeating: 0, count: frames), count: 2))
    try write(0..<100, to: &file)
    try file.writeSilence(0)
    #expect(try copy().channels[0] == [Float](repeating: 0, count: frames) + Self.signal(0..<100).left)
  }

  @Test("Values beyond full scale stay")
  func loud() throws {
    var file = try RecordingFile(creating: folder["a.wav"], at: .compactDisc)
    try [Float(3), -4].withUnsafeBufferPointer { try file.write($0, $0) }
    #expect(try copy().channels == [[3, -4], [3, -4]])
  }

  @Test("What is there is not overwritten: a file, a folder, a link to nothing")
  func exists() throws {
    try folder.write("mine", to: "a.wav")
    try folder.makeFolder("folder.wav")
    try folder.link("link.wav", to: "nowhere.wav")
    for name in ["a.wav", "folder.wav", "link.wav"] {
      let problem = #expect(throws: SoundProblem.self) {
        _ = try RecordingFile(creating: folder[name], at: .studio)
      }
      #expect(problem?.cause == .system(EEXIST))
    }
    #expect(try folder.bytes("a.wav") == Data("mine".utf8))
    #expect(folder.names == ["a.wav", "folder.wav", "link.wav"])
    #expect(throws: SoundProblem.self) { _ = try RecordingFile(creating: folder["none/a.wav"], at: .studio) }
  }

  @Test("It becomes a FLAC file with the same samples in 24 bits, and is then removed")
  func flac() throws {
    do {
      var file = try RecordingFile(creating: folder["a.wav"], at: .studio)
      try write(0..<50_000, to: &file)
    }
    #expect(try RecordingFile.convert(folder["a.wav"], toFLAC: folder["a.flac"]) == 0)
    #expect(folder.names == ["a.flac"])
    let (left, right) = Self.signal(0..<50_000)
    #expect(try SoundFile.read(folder["a.flac"]).channels == [left, right])
  }

  @Test("A FLAC file that cannot be written leaves the recording, and what has its name")
  func flacExists() throws {
    do {
      var file = try RecordingFile(creating: folder["a.wav"], at: .studio)
      try write(0..<10, to: &file)
    }
    try folder.write("mine", to: "a.flac")
    #expect(throws: SoundProblem.self) {
      try RecordingFile.convert(folder["a.wav"], toFLAC: folder["a.flac"])
    }
    #expect(folder.names == ["a.flac", "a.wav"])
    #expect(try folder.bytes("a.flac") == Data("mine".utf8))
  }
}
