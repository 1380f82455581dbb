import CanonEngine
import CanonTestSupport
import Foundation
import Testing

@testable import CanonStems

/// Files that lie about their length, or have holes of terabytes: each is refused soon, with its name and a remedy.
@Suite struct HostileFileTests {
  let folder = TemporaryFolder()

  /// What is left of a file before its hole.
  private static let remainders = [2, 400]

  /// In the gate many tests run beside these.
  private static let longest = Duration.seconds(LongCampaign.isOn ? 5 : 60)

  /// Reads a file, and says how long that took and why it was refused.
  private func refusal(_ name: String) -> (time: Duration, problem: SoundProblem?) {
    let start = ContinuousClock.now
    do throws(SoundProblem) {
      let sound = try OpenSound(folder[name], .standard)
      let target = UnsafeMutableBufferPointer<Float>.allocate(capacity: 2)
      defer { target.deallocate() }
      try sound.readFloats(from: sound.info.frameCount - 1, count: 1, into: target, stride: 1)
      return (ContinuousClock.now - start, nil)
    } catch {
      return (ContinuousClock.now - start, error)
    }
  }

  private func digAHole(in name: String, behind size: Int) {
    #expect(truncate(folder[name], off_t(size)) == 0 && truncate(folder[name], 1 << 40) == 0)
  }

  @Test("Half a file and a terabyte of nothing", arguments: SoundEncoding.all, remainders)
  func hole(encoding: SoundEncoding, divisor: Int) throws {
    try folder.encode(encoding, frames: 100_000)
    digAHole(in: encoding.name, behind: try folder.bytes(encoding.name).count / divisor)
    let (time, problem) = refusal(encoding.name)
    #expect(time < Self.longest)
    // Of samples that are not compressed, and of ALAC, nobody can tell that some were no zeros.
    let mayBeRead = !["flac", "vorbis", "opus", "mp3"].contains(encoding.name)
    #expect(problem != nil || mayBeRead, "\(encoding.name)")
    #expect(problem?.message.contains(folder[encoding.name] + ": found ") ?? true)
  }

  @Test(
    "The same of files that ffmpeg decodes",
    arguments: FFmpegEncoding.lossless + FFmpegEncoding.exact + FFmpegEncoding.inexact,
    remainders)
  func holeInFFmpegs(encoding: FFmpegEncoding, divisor: Int) throws {
    try folder.encode(encoding)
    digAHole(in: encoding.file, behind: try folder.bytes(encoding.file).count / divisor)
    let (time, problem) = refusal(encoding.file)
    // Two programs look at it, for a second of processor time each.
    #expect(time < Self.longest)
    #expect(
      problem?.message.contains(folder[encoding.file] + ": found ") == true, "\(problem?.message ?? "read")")
    let again = refusal(encoding.file)
    #expect(again.problem == problem)
    #expect(again.time < Self.longest)
  }

  @Test("None takes more than 200 MB, neither of canon nor of a program that reads for it")
  func memory() async {
    await #expect(processExitsWith: .success) {
      let tests = HostileFileTests()
      for divisor in Self.remainders {
        for encoding in SoundEncoding.all { try tests.hole(encoding: encoding, divisor: divisor) }
        for encoding in FFmpegEncoding.lossless + FFmpegEncoding.exact + FFmpegEncoding.inexact {
          try tests.holeInFFmpegs(encoding: encoding, divisor: divisor)
        }
      }
      // The most of this process, in kB. (Its resource usage would begin with that of the process that has started it.)
      let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
      let own = try #require(Int(line.split(separator: " ")[1]))
      var children = rusage()
      getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &children)
      precondition(own < 200_000 && children.ru_maxrss < 200_000, "\(own) kB, \(children.ru_maxrss) kB")
    }
  }

  @Test("A refused file that has changed is read again")
  func mended() throws {
    let encoding = FFmpegEncoding.inexact[1]
    try folder.encode(encoding)
    let whole = try folder.bytes(encoding.file)
    digAHole(in: encoding.file, behind: whole.count / 2)
    #expect(refusal(encoding.file).problem != nil)
    try folder.write(whole, to: encoding.file)
    #expect(refusal(encoding.file).problem == nil)
  }

  @Test(
    "A header that announces 2^31 frames or more is not believed",
    arguments: ["wav16", "wavFloat", "aiff16", "w64", "caf16", "rf64", "flac"])
  func announced(name: String) throws {
    try folder.encode(.named(name))
    var bytes = [UInt8](try folder.bytes(name))
    func find(_ text: String) throws -> Int {
      try #require(Data(bytes).range(of: Data(text.utf8))).upperBound
    }
    let huge = Pieces.big(0x7000_0000, 4)
    switch name {
    case "aiff16":
      bytes.replaceSubrange(try find("COMM") + 6..<(try find("COMM") + 10), with: huge)
      bytes.replaceSubrange(try find("SSND")..<(try find("SSND") + 4), with: huge)
    case "w64":
      let place = try find("data") + 12
      bytes.replaceSubrange(place..<(place + 8), with: Pieces.little(1 << 40, 8))
    case "caf16":
      let place = try find("data")
      bytes.replaceSubrange(place..<(place + 8), with: Pieces.big(1 << 40, 8))
    case "rf64":
      let place = try find("ds64") + 12
      bytes.replaceSubrange(place..<(place + 8), with: Pieces.little(1 << 40, 8))
    case "flac":
      bytes[21] |= 0x0f
    default: bytes.replaceSubrange(try find("data")..<(try find("data") + 4), with: huge.reversed())
    }
    try folder.write(Data(bytes), to: name)
    let (time, problem) = refusal(name)
    #expect(problem?.message.contains(folder[name] + ": found ") == true, "\(problem?.message ?? "read")")
    #expect(time < Self.longest)
  }

  @Test(
    "A pipe that never ends, a device, a folder, a link to itself and a playlist are no sounds",
    arguments: ["wav", "m4a", "flac"])
  func others(type: String) throws {
    let pipe = folder["pipe." + type]
    #expect(mkfifo(pipe, 0o600) == 0)
    // Somebody holds its other end, and writes into it.
    let end = open(pipe, O_RDWR | O_NONBLOCK)
    defer { close(end) }
    #expect(Foundation.write(end, [UInt8](repeating: 0, count: 4096), 4096) == 4096)
    try folder.link("device." + type, to: "/dev/zero")
    try folder.makeFolder("folder." + type)
    try folder.link("link." + type, to: "link." + type)
    try folder.write("#EXTM3U\npipe.wav\n", to: "list." + type)
    let causes = ["pipe", "device", "folder", "link", "list"].map { folder.cause($0 + "." + type) }
    #expect(causes == [.notRegular, .notRegular, .folder, .system(ELOOP), .unrecognised])
  }
}
