import CSndFile
import CanonEngine
import CanonTestSupport
import Foundation
import Testing

@testable import CanonStems

@Suite struct OpenSoundTests {
  /// libsndfile remembers one error for the whole process.
  @Test func whyAFileIsRefusedDoesNotDependOnWhatElseIsOpened() async throws {
    let folder = TemporaryFolder()
    try folder.write("no sound", to: "text.wav")
    try folder.sound("sound.wav", [0, 0.5])
    let (text, sound) = (folder["text.wav"], folder["sound.wav"])
    let causes = await withTaskGroup(of: SoundProblem.Cause?.self) { group in
      for number in 0..<2000 {
        group.addTask {
          do throws(SoundProblem) {
            _ = try OpenSound(number % 2 == 0 ? text : sound, .standard)
            return nil
          } catch {
            return error.cause
          }
        }
      }
      return await group.reduce(into: [SoundProblem.Cause]()) { if let cause = $1 { $0.append(cause) } }
    }
    #expect(causes.count == 1000)
    #expect(causes.allSatisfy { $0 == .unrecognised })
  }

  @Test("Two channels of any length are told apart, frame by frame", arguments: [1, 16_384, 16_385, 40_000])
  func channels(frames: Int) throws {
    let folder = TemporaryFolder()
    let left = (0..<frames).map { Float($0) / 65_536 }, right = left.map { -$0 / 2 }
    try folder.sound("a.wav", zip(left, right).flatMap { [$0, $1] }, channels: 2)
    #expect(try SoundFile.read(folder["a.wav"]).channels == [left, right])
  }

  /// A sparse file of one channel of zeros, 8 bits each.
  private func zeros(_ frames: Int, in folder: TemporaryFolder) throws {
    let header = Pieces.join(
      Pieces.name("RIFF"), Pieces.little(36 + frames, 4), Pieces.name("WAVE"), Pieces.name("fmt "),
      Pieces.little(16, 4), Pieces.little(1, 2), Pieces.little(1, 2), Pieces.little(48_000, 4),
      Pieces.little(48_000, 4), Pieces.little(1, 2), Pieces.little(8, 2), Pieces.name("data"),
      Pieces.little(frames, 4))
    try folder.write(Data(header), to: "a.wav")
    #expect(truncate(folder["a.wav"], off_t(header.count + frames)) == 0)
  }

  @Test("Two GiB of samples are the most, to the frame")
  func largest() throws {
    let folder = TemporaryFolder()
    try zeros(1 << 29, in: folder)
    #expect(try SoundFile.info(folder["a.wav"]).frameCount == 1 << 29)
    try zeros((1 << 29) + 1, in: folder)
    let problem = #expect(throws: SoundProblem.self) { try SoundFile.info(folder["a.wav"]) }
    #expect(problem?.cause == .tooLarge((1 << 31) + 4))
  }

  @Test("Samples that could be no numbers are those of floating point, of whatever size")
  func doubles() throws {
    let folder = TemporaryFolder()
    var header = SF_INFO()
    (header.samplerate, header.channels) = (48_000, 1)
    header.format = Int32(SF_FORMAT_WAV | SF_FORMAT_DOUBLE)
    let file = try #require(sf_open(folder["a.wav"], Int32(SFM_WRITE), &header))
    #expect(sf_writef_float(file, [0, .nan, 0], 3) == 3)
    #expect(sf_close(file) == 0)
    let problem = #expect(throws: SoundProblem.self) { try SoundFile.read(folder["a.wav"]) }
    #expect(problem?.cause == .notFinite(count: 1, firstFrame: 1))
  }
}
