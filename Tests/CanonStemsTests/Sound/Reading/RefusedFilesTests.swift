import CanonFiles
import CanonTestSupport
import Testing

@testable import CanonStems

/// The files that took long to be refused.
@Suite struct RefusedFilesTests {
  let folder = TemporaryFolder()

  @Test("One that took long is known until it changes; one that was refused soon is looked at again")
  func remembered() throws {
    let files = RefusedFiles()
    try folder.write("slow".utf8, to: "slow.wv")
    try folder.write("fast".utf8, to: "fast.wv")
    let (slow, fast) = (folder.file("slow.wv"), folder.file("fast.wv"))
    files.remember(.damaged, of: slow, nil, FileStamp(slow), after: .seconds(1))
    files.remember(.damaged, of: fast, nil, FileStamp(fast), after: .milliseconds(100))
    #expect(files.cause(slow, nil, FileStamp(slow)) == .damaged)
    #expect(
      files.cause(slow, ChannelChoice([1]), FileStamp(slow)) == nil, "of other channels nothing is known")
    #expect(files.cause(fast, nil, FileStamp(fast)) == nil)
    try folder.write("mended".utf8, to: "slow.wv")
    #expect(files.cause(slow, nil, FileStamp(slow)) == nil)
  }

  @Test(
    "What may be over next time is not kept",
    arguments: [SoundProblem.Cause.tooSlow(seconds: 5), .system(5), .noFFmpeg])
  func passing(cause: SoundProblem.Cause) throws {
    let files = RefusedFiles()
    try folder.write("slow".utf8, to: "slow.wv")
    let path = folder.file("slow.wv")
    files.remember(cause, of: path, nil, FileStamp(path), after: .seconds(1))
    #expect(files.cause(path, nil, FileStamp(path)) == nil)
  }
}
