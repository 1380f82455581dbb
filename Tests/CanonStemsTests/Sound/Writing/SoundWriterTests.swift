import CanonEngine
import CanonFiles
import CanonTestSupport
import Foundation
import Testing

@testable import CanonStems

@Suite struct SoundWriterTests {
  let folder = TemporaryFolder()

  @Test(arguments: SoundFormat.allCases)
  func whatIsWrittenIsReadBack(format: SoundFormat) throws {
    // Values that 16 bits hold exactly.
    let left = (0..<1000).map { Float($0 * 65 - 32_500) / 32_768 }
    let right = left.map { -$0 / 2 }.map { ($0 * 32_768).rounded() / 32_768 }
    let interleaved = zip(left, right).flatMap { [$0, $1] }
    try folder.sound("a", interleaved, channels: 2, rate: .compactDisc, format: format)
    let data = try SoundFile.read(folder["a"])
    #expect(data.info == SoundInfo(sampleRate: .compactDisc, channelCount: 2, frameCount: 1000))
    #expect(data.channels == [left, right])
  }

  @Test func floatsKeepEveryBit() throws {
    let samples: [Float] = [
      0, -0.0, 1, -1, 7.5, .leastNonzeroMagnitude, .leastNormalMagnitude, Float(1).nextUp, 1 / 3,
    ]
    try folder.sound("a.wav", samples)
    let read = try SoundFile.read(folder["a.wav"]).channels[0]
    #expect(read.map(\.bitPattern) == samples.map(\.bitPattern))
  }

  @Test func theSameSamplesGiveTheSameBytes() throws {
    for format in SoundFormat.allCases {
      try folder.sound("a", sine(3, frames: 500), format: format)
      try folder.sound("b", sine(3, frames: 500), format: format)
      #expect(try folder.bytes("a") == folder.bytes("b"))
      #expect(try folder.bytes("a").range(of: Data("PEAK".utf8)) == nil)
    }
  }

  /// Nobody waits for 4 GiB here: what was expected to be longer and is not becomes an ordinary file again.
  @Test(arguments: SoundFormat.allCases)
  func whatIsExpectedToBeLongIsTheSameInAnotherContainer(format: SoundFormat) throws {
    let samples = sine(3, frames: 500)
    var files: [Data] = []
    for _ in 0..<2 {
      var writer = try SoundWriter(
        path: folder["long"], format: format, sampleRate: .studio, channelCount: 1, expectedFrames: 1 << 33)
      try writer.write(samples)
      _ = try writer.finish()
      files.append(try folder.bytes("long"))
      if let peak = files[0].range(of: Data("PEAK".utf8))?.upperBound {
        #expect(files[0][(peak + 8)..<(peak + 12)] == Data(count: 4))
      }
    }
    try folder.sound("short", samples, format: format)
    #expect(try SoundFile.read(folder["long"]).channels == SoundFile.read(folder["short"]).channels)
    #expect(files[0] == files[1])
  }

  @Test func whatFitsIntoAWAVFile() {
    #expect(SoundFormat.wav16.mostFrames(channelCount: 2) == (4_294_967_296 - 65_536) / 4)
    #expect(SoundFormat.wav24.mostFrames(channelCount: 2) == (4_294_967_296 - 65_536) / 6)
    #expect(SoundFormat.wav32f.mostFrames(channelCount: 1) == (4_294_967_296 - 65_536) / 4)
    #expect(SoundFormat.flac.mostFrames(channelCount: 2) == 68_719_476_735)
  }

  @Test(
    arguments: [(SoundFormat.wav16, 32_768), (.wav24, 8_388_608), (.flac, 8_388_608)]
      as [(SoundFormat, Float)])
  func tooLoudSaturatesAndIsCounted(format: SoundFormat, scale: Float) throws {
    var writer = try SoundWriter(path: folder["a"], format: format, sampleRate: .studio, channelCount: 1)
    try writer.write([1, 1.5, 100, .infinity])
    try writer.write([-1, -1.5, -.infinity, .nan, 0.5])
    let summary = try writer.finish()
    let top = (scale - 1) / scale
    #expect(try SoundFile.read(folder["a"]).channels[0] == [top, top, top, top, -1, -1, -1, 0, 0.5])
    #expect(summary == SoundWriter.Summary(frameCount: 9, clippedSampleCount: 6))
  }

  @Test func integersAreTheNearest() throws {
    // Rounding down, as libsndfile does when it clips, would put -1 in the place of 0.
    try folder.sound("a", [0.4, -0.4, 0.6, -0.6].map { $0 / 32_768 }, format: .wav16)
    #expect(try SoundFile.read(folder["a"]).channels[0].map { $0 * 32_768 } == [0, 0, 1, -1])
  }

  @Test func writtenInAnyPiecesItIsTheSame() throws {
    let samples = sine(5, frames: 900)
    for format in SoundFormat.allCases {
      try folder.sound("whole", samples, format: format)
      var writer = try SoundWriter(
        path: folder["pieces"], format: format, sampleRate: .studio, channelCount: 1)
      for start in stride(from: 0, to: 900, by: 7) {
        try writer.write(Array(samples[start..<min(900, start + 7)]))
      }
      _ = try writer.finish()
      #expect(try SoundFile.read(folder["pieces"]).channels == SoundFile.read(folder["whole"]).channels)
    }
  }

  // MARK: - Whole or not at all

  @Test func aDroppedWriterLeavesNothing() throws {
    do {
      var writer = try SoundWriter(path: folder["a.wav"], format: .wav16, sampleRate: .studio)
      try writer.write([0, 0])
      #expect(folder.names.count == 1)
      #expect(!folder.names.contains("a.wav"))
    }
    #expect(folder.names == [])
  }

  @Test func aDroppedWriterKeepsWhatWasThere() throws {
    try folder.write("precious", to: "a.wav")
    do {
      var writer = try SoundWriter(path: folder["a.wav"], format: .wav16, sampleRate: .studio)
      try writer.write([0, 0])
    }
    #expect(folder.names == ["a.wav"])
    #expect(try folder.bytes("a.wav") == Data("precious".utf8))
  }

  @Test func finishingReplacesWhatWasThere() throws {
    try folder.write("old", to: "a.wav")
    #expect(chmod(folder["a.wav"], 0o640) == 0)
    try folder.sound("a.wav", [0.5])
    #expect(folder.names == ["a.wav"])
    #expect(try SoundFile.read(folder["a.wav"]).channels == [[0.5]])
    var status = stat()
    #expect(stat(folder["a.wav"], &status) == 0)
    #expect(status.st_mode & 0o777 == 0o640)
  }

  @Test func whatEverybodyMayWriteStaysSoWhateverTheUmask() async {
    // In a process of its own, since the umask is every thread's.
    await #expect(processExitsWith: .success) {
      let folder = TemporaryFolder()
      umask(0o022)
      func mode() -> mode_t {
        var status = stat()
        #expect(stat(folder["a.wav"], &status) == 0)
        return status.st_mode & 0o777
      }
      try folder.sound("a.wav", [0.5])
      #expect(mode() == 0o644, "a new file has what the umask leaves")
      #expect(chmod(folder["a.wav"], 0o666) == 0)
      try folder.sound("a.wav", [0.25])
      #expect(mode() == 0o666)
      umask(0)
      try folder.sound("a.wav", [0.125])
      #expect(mode() == 0o666)
      #expect(unlink(folder["a.wav"]) == 0)
      try TextWriter.replace(folder["a.wav"], with: "new")
      #expect(mode() == 0o666, "a new file is for all whom the umask does not shut out")
      #expect(chmod(folder["a.wav"], 0o600) == 0)
      try TextWriter.replace(folder["a.wav"], with: "newer")
      #expect(mode() == 0o600)
    }
  }

  @Test func whatIsNotOnTheDiskDoesNotTakeTheTargetsPlace() throws {
    try folder.write("precious", to: "a.wav")
    var calls = DiskCalls()
    calls.sync = { _ throws(DiskError) in throw DiskError(code: ENOSPC) }
    #expect(throws: SoundProblem(folder["a.wav"], .system(ENOSPC))) {
      var writer = try SoundWriter(path: folder["a.wav"], format: .wav16, sampleRate: .studio, calls: calls)
      try writer.write([0, 0])
      _ = try writer.finish()
    }
    #expect(throws: SoundProblem(folder["a.wav"], .system(ENOSPC))) {
      try TextWriter.replace(folder["a.wav"], with: "new", calls: calls)
    }
    #expect(folder.names == ["a.wav"])
    #expect(try folder.bytes("a.wav") == Data("precious".utf8))
  }

  @Test func aTextIsWrittenWhole() throws {
    try folder.write("old and longer", to: "a.ics")
    try TextWriter.replace(folder["a.ics"], with: "né\r\n")
    #expect(try folder.bytes("a.ics") == Data("né\r\n".utf8))
    #expect(folder.names == ["a.ics"])
  }

  @Test func aNewFileIsNeverPutInThePlaceOfAnother() throws {
    try TextWriter.create(folder["new.toml"], with: "né\n")
    #expect(try folder.bytes("new.toml") == Data("né\n".utf8))
    #expect(throws: SoundProblem(folder["new.toml"], .system(EEXIST))) {
      try TextWriter.create(folder["new.toml"], with: "other")
    }
    try folder.link("link.toml", to: "nowhere")
    #expect(throws: SoundProblem(folder["link.toml"], .system(EEXIST))) {
      try TextWriter.create(folder["link.toml"], with: "other")
    }
    var calls = DiskCalls()
    calls.sync = { _ throws(DiskError) in throw DiskError(code: ENOSPC) }
    #expect(throws: SoundProblem(folder["full.toml"], .system(ENOSPC))) {
      try TextWriter.create(folder["full.toml"], with: "other", calls: calls)
    }
    #expect(Set(folder.names) == ["new.toml", "link.toml"])
    #expect(try folder.bytes("new.toml") == Data("né\n".utf8))
  }

  @Test func aLinkStaysAndItsTargetIsReplaced() throws {
    try folder.write("old", to: "real.wav")
    try folder.link("a.wav", to: "real.wav")
    try folder.sound("a.wav", [0.5])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder["a.wav"]) == "real.wav")
    #expect(try SoundFile.read(folder["real.wav"]).channels == [[0.5]])
  }

  @Test func aLongNameIsNoObstacle() throws {
    let name = String(repeating: "n", count: 251) + ".wav"
    try folder.sound(name, [0.5])
    #expect(folder.names == [name])
  }

  @Test func whatCannotBeStoredIsSaidAndLeavesNothing() async {
    // In a process of its own, since the limit would stop the other tests too.
    await #expect(processExitsWith: .success) {
      let folder = TemporaryFolder()
      try folder.write("precious", to: "a.wav")
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 10_000, rlim_max: 10_000)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      var cause: SoundProblem.Cause?
      do throws(SoundProblem) {
        var writer = try SoundWriter(path: folder["a.wav"], format: .wav32f, sampleRate: .studio)
        for _ in 0..<100 { try? writer.write([Float](repeating: 0, count: 1000)) }
        // Not to be had by not listening, either.
        _ = try writer.finish()
      } catch {
        cause = error.cause
      }
      #expect(cause == .system(EFBIG))
      #expect(folder.names == ["a.wav"])
      #expect(try folder.bytes("a.wav") == Data("precious".utf8))
    }
  }

  @Test(
    "A disk without room for the header is named, not the format",
    arguments: SoundFormat.allCases.map(\.rawValue))
  func fullFromTheStart(format: String) async {
    await #expect(processExitsWith: .success) { [format] in
      let folder = TemporaryFolder()
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 0, rlim_max: 0)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      let problem = #expect(throws: SoundProblem.self) {
        let format = try #require(SoundFormat(rawValue: format))
        var writer = try SoundWriter(path: folder["a.wav"], format: format, sampleRate: .studio)
        try writer.write([0, 0])
        _ = try writer.finish()
      }
      #expect(problem?.cause == .system(EFBIG))
      #expect(folder.names == [])
    }
  }

  // MARK: - Refusals

  private func refusal(_ path: String, _ format: SoundFormat = .wav16, channels: Int = 2) -> SoundProblem
    .Cause?
  {
    #expect(throws: SoundProblem.self) {
      _ = try SoundWriter(path: path, format: format, sampleRate: .studio, channelCount: channels)
    }?.cause
  }

  @Test func devicesAndFoldersAreNotReplaced() throws {
    #expect(refusal("/dev/null") == .notRegular)
    #expect(refusal(folder.path) == .folder)
    #expect(mkfifo(folder["pipe"], 0o600) == 0)
    #expect(refusal(folder["pipe"]) == .notRegular)
    #expect(refusal(folder["no/such/folder/a.wav"]) == .system(ENOENT))
    #expect(refusal(folder[String(repeating: "n", count: 300)]) == .system(ENAMETOOLONG))
    try folder.link("link", to: "pipe")
    #expect(refusal(folder["link"]) == .notRegular)
    #expect(unlink(folder["link"]) == 0)
    #expect(folder.names == ["pipe"])
  }

  @Test func whatLibsndfileCannotWriteIsRefused() {
    #expect(refusal(folder["a.flac"], .flac, channels: 9) == .unwritable)
    #expect(refusal(folder["a.wav"], channels: 0) == .unwritable)
    #expect(refusal(folder["a.wav"], channels: -1) == .unwritable)
    #expect(refusal(folder["a.wav"], channels: 1025) == .unwritable)
    #expect(folder.names == [])
  }
}
