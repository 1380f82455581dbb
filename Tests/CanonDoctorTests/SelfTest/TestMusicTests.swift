import CanonEngine
import CanonFiles
import CanonLiveSupport
import CanonStems
import Foundation
import Testing

@testable import CanonDoctor

/// The set of noise that is played where there is no other, and the folder that it is written to.
@Suite struct TestMusicTests {
  @Test("It has three stems of half a second each in two channels, and the first one is the base")
  func set() throws {
    let folder = try ScratchFolder()
    let set = try TestMusic.make(in: folder)
    #expect(set.title == "Self-test")
    #expect(set.stems.map(\.id) == ["bass", "low", "high"])
    #expect(set.stems.map(\.isBase) == [true, false, false])
    #expect(set.sampleBytes() == 3 * 24_000 * 2 * 4)
  }

  @Test("It is the same at each time, no two stems are alike, and all three together do not clip")
  func noise() throws {
    let (first, second) = (try ScratchFolder(), try ScratchFolder())
    _ = try (TestMusic.make(in: first), TestMusic.make(in: second))
    func samples(_ name: String, _ folder: ScratchFolder) throws -> [Float] {
      let data = try Data(contentsOf: URL(fileURLWithPath: folder.file(name))).suffix(24_000 * 2 * 4)
      return Array(data).withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    }
    let stems = try ["bass.wav", "low.wav", "high.wav"].map { try samples($0, first) }
    #expect(try samples("high.wav", second) == stems[2])
    #expect(Set(stems).count == 3)
    #expect(stems.allSatisfy { $0.contains { $0 < 0 } && $0.contains { $0 > 0 } })
    #expect(stems[0].indices.allSatisfy { abs(stems[0][$0]) + abs(stems[1][$0]) + abs(stems[2][$0]) < 1 })
  }

  @Test("The folder goes with its object, and with everything in it; two have different names")
  func scratch() throws {
    var folder: ScratchFolder? = try ScratchFolder()
    let other = try ScratchFolder()
    let path = try #require(folder?.path)
    #expect(path != other.path && path.contains("/canon-doctor-"))
    try "x".write(toFile: try #require(folder?.file("a")), atomically: true, encoding: .utf8)
    folder = nil
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(FileManager.default.fileExists(atPath: other.path))
  }
}
