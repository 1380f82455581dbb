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
            _ = try OpenSound(number % 2 == 0 ? text : sound)
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
}
