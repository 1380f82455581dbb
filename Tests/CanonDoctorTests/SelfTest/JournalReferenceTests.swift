import CanonEngine
import CanonFiles
import CanonJack
import CanonSchedule
import CanonSession
import Foundation
import Testing

@testable import CanonDoctor

/// The rendering of a journal as the reference, and its comparison with what was captured.
@Suite struct JournalReferenceTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    _ = try TestMusic.make(in: folder)
  }

  /// - Parameter header: nil for that of a journal of the set.
  private func reference(_ lines: [String], header: String? = nil) async throws -> Reference {
    let (file, path) = (folder.file("set.toml"), folder.file("test.journal"))
    let text = ProgramText(
      schedule: nil, set: ProgramText.File(path: file, text: try TextFile.read(file, kind: "the set")))
    let written = JournalHeader(
      source: file, sampleRate: .studio, loop: GridLine(numerator: 24_000, denominator: 1)!,
      played: Instant(secondsSince1970: 1_795_373_997), texts: [1: text])
    try ((header ?? written.text) + lines.joined(separator: "\n") + "\n")
      .write(toFile: path, atomically: true, encoding: .utf8)
    return try await Reference(journal: path)
  }

  /// The frames of the base, as they are in its file.
  private func bass() throws -> [(left: Float, right: Float)] {
    let data = try Data(contentsOf: URL(fileURLWithPath: folder.file("bass.wav"))).suffix(24_000 * 2 * 4)
    let samples = Array(data).withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    return (0..<24_000).map { (samples[2 * $0], samples[2 * $0 + 1]) }
  }

  /// Captures frames of the base from a position on, as a server that gives them in one cycle.
  private func heard(from position: Int, _ frames: [(left: Float, right: Float)]) -> SelfTest.Heard {
    var events = SelfTest.Events()
    events.anchors = [(time: 0, position: 0)]
    (events.xruns, events.lost) = (2, 480)
    let cycle = CapturedCycle(time: UInt32(position), frames: frames.count, offset: 0, elapsed: 70)
    return SelfTest.Heard(
      sound: JackCapture.Sound(
        cycles: [cycle], left: frames.map(\.left), right: frames.map(\.right)),
      events: events, isRealtime: false)
  }

  @Test("The base alone has the bits of its file, from the first downbeat to the end of the journal")
  func base() async throws {
    let reference = try await reference(["@30000 quit"])
    let bass = try bass()
    let figures = reference.compare(heard(from: 0, bass + bass))
    #expect((figures.frames, figures.different) == (30_000, 0), "the rest of the capture is after the end")
    #expect((figures.sampleRate, figures.isRealtime) == (48_000, false))
    #expect((figures.xruns, figures.lost, figures.worst) == (2, 480, 70))
    #expect(figures.period == 48_000, "of the last cycle, because the driver told of no server")
  }

  @Test("What the music skipped is not in the reference; behind it the positions go on")
  func skip() async throws {
    let reference = try await reference(["@1000 skip 500", "@3000 quit"])
    let bass = try bass()
    let before = reference.compare(heard(from: 0, Array(bass[..<1000])))
    #expect((before.frames, before.different) == (1000, 0))
    let across = reference.compare(heard(from: 1000, Array(bass[1000..<1600])))
    #expect(across.frames == 100, "500 of the 600 frames were skipped")
    let moved = reference.compare(heard(from: 2000, Array(bass[1900..<2900])))
    #expect(moved.different == moved.frames && moved.frames > 0, "the frames of another position")
  }

  @Test("A command of the journal changes the reference")
  func command() async throws {
    let bass = try bass()
    let reference = try await reference(["@0 stop bass now", "@3000 quit"])
    #expect(reference.compare(heard(from: 1000, Array(bass[1000..<2000]))).different == 1000)
    let silence = Array(repeating: (left: Float(0), right: Float(0)), count: 1000)
    #expect(reference.compare(heard(from: 1000, silence)).different == 0)
  }

  @Test("Without a journal's header there is no reference")
  func noHeader() async throws {
    let problem = await #expect(throws: SelfTestProblem.self) {
      try await reference(["@0 start low now"], header: "")
    }
    #expect(problem == .other("no journal"))
  }

  @Test("A journal that is not there, or cannot be read, is a problem of that file")
  func missing() async throws {
    await #expect(throws: FileProblems.self) { try await Reference(journal: folder.file("none.journal")) }
    let problems = await #expect(throws: FileProblems.self) { try await reference(["@0 dance bass"]) }
    #expect(problems?.message.contains("dance") == true)
  }
}
