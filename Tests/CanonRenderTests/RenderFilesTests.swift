import CanonEngine
import CanonLiveSupport
import CanonStems
import Foundation
import Testing

@testable import CanonRender

/// The files of a rendering: all of them or none.
@Suite struct RenderFilesTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? ["unreadable"]
  }

  private func files(_ stems: [String], format: SoundFormat = .wav16, expected: FrameCount = 0) throws
    -> RenderFiles
  {
    try RenderFiles(
      path: folder.file("master.wav"), stemPaths: stems.map(folder.file), format: format, sampleRate: .studio,
      expectedFrames: expected)
  }

  private func write(_ samples: [Float], pair: Int, to files: inout RenderFiles) throws {
    try samples.withUnsafeBufferPointer { try files.write(pair: pair, samples: $0) }
  }

  @Test(
    "The master and the stems each have two channels of their own; of the master it is counted what was cut")
  func each() throws {
    var files = try files(["a.wav", "b.wav"])
    let wantsStems = files.wantsStems
    #expect(wantsStems)
    try write([0.5, -0.5, 2, -2], pair: 0, to: &files)
    try write([0.25, 0.125], pair: 1, to: &files)
    try write([7, 0.75], pair: 2, to: &files)
    try write([0, 1.5], pair: 0, to: &files)
    #expect(!names.contains { $0.hasSuffix(".wav") }, "nothing is in its place before all is")
    #expect(try files.finish() == 3)
    #expect(names == ["a.wav", "b.wav", "master.wav"])
    let top = Float(32_767) / 32_768
    #expect(try SoundFile.read(folder.file("master.wav")).channels == [[0.5, top, 0], [-0.5, -1, top]])
    #expect(try SoundFile.read(folder.file("a.wav")).channels == [[0.25], [0.125]])
    #expect(try SoundFile.read(folder.file("b.wav")).channels == [[top], [0.75]])
    #expect(try SoundFile.info(folder.file("a.wav")).sampleRate == .studio)
  }

  @Test("Without stem files only the master is delivered")
  func masterAlone() throws {
    var files = try files([])
    let wantsStems = files.wantsStems
    #expect(!wantsStems)
    try write([0, 0], pair: 0, to: &files)
    #expect(try files.finish() == 0)
    #expect(names == ["master.wav"])
  }

  @Test("If one file cannot be opened none is made, and existing files stay")
  func refused() throws {
    _ = try folder.write("precious", to: "master.wav")
    let problem = #expect(throws: SoundProblem.self) { _ = try files(["a.wav", "none/b.wav"]) }
    #expect(problem?.path == folder.file("none/b.wav"))
    #expect(names == ["master.wav"])
    #expect(try String(contentsOfFile: folder.file("master.wav"), encoding: .utf8) == "precious")
  }

  @Test("Each file is made for the length that is expected, and has the format asked for")
  func containers() throws {
    func sizes(_ expected: FrameCount) throws -> [Int] {
      var files = try files(["a.wav"], format: .wav24, expected: expected)
      try write([0.5, 0.5], pair: 0, to: &files)
      try write([0.5, 0.5], pair: 1, to: &files)
      _ = try files.finish()
      return try ["master.wav", "a.wav"].map {
        try Data(contentsOf: URL(fileURLWithPath: folder.file($0))).count
      }
    }
    let short = try sizes(1), long = try sizes(1 << 33)
    #expect(short[0] == short[1] && long[0] == long[1])
    #expect(long[0] > short[0], "the header has room for a length of 64 bits")
  }

  @Test("More files than a process may usually hold are asked for; where the system says no, it is told")
  func descriptors() async {
    // In a process of its own, since the limit is every thread's.
    await #expect(processExitsWith: .success) {
      // What the runtime itself opens, it opens before the limit is lowered.
      try await Task.sleep(nanoseconds: 1)
      let folder = try TestFolder()
      let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
      let paths = (0..<300).map { folder.file("\($0).wav") }
      func render() throws -> rlim_t {
        let opened = try RenderFiles(
          path: folder.file("master.wav"), stemPaths: paths, format: .wav16, sampleRate: .studio,
          expectedFrames: 1)
        _ = opened.wantsStems
        var limit = rlimit()
        getrlimit(files, &limit)
        return limit.rlim_cur
      }
      var limit = rlimit(rlim_cur: 256, rlim_max: 2000)
      #expect(setrlimit(files, &limit) == 0)
      #expect(try render() == 2 * 301 + 64, "as many as are needed, and some to spare")
      limit = rlimit(rlim_cur: 1500, rlim_max: 2000)
      #expect(setrlimit(files, &limit) == 0)
      #expect(try render() == 1500, "what is there is not taken away")
      for most in [256, 255] as [rlim_t] {
        limit = rlimit(rlim_cur: 128, rlim_max: most)
        #expect(setrlimit(files, &limit) == 0)
        let problem = #expect(throws: SoundProblem.self) { _ = try render() }
        #expect(problem?.cause == .system(EMFILE))
        getrlimit(files, &limit)
        #expect(limit.rlim_cur == most)
      }
    }
  }
}
