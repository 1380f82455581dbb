import CanonEngine
import CanonTestSupport
import Foundation
import Testing

@testable import CanonStems

/// Which files are opened at all, and why the others are refused.
@Suite struct ReadableFileTests {
  private let folder = TemporaryFolder()

  private func cause(_ name: String) -> SoundProblem.Cause? {
    do throws(SoundProblem) {
      _ = try OpenSound(folder[name], .standard)
      return nil
    } catch {
      return error.cause
    }
  }

  @Test(
    "A file with the beginning of a known format is damaged, another one is no sound",
    arguments: [
      ("RIFF", .damaged), ("RF64", .damaged), ("FORM", .damaged), ("fLaC", .damaged), ("OggS", .damaged),
      ("caff", .damaged), ("riff", .unrecognised), ("%PDF", .unrecognised), ("", .empty),
      ("\0\0\0 ftypM4A ", .damaged), ("ftyp\0\0\0\0\0\0\0\0", .unrecognised), ("\0\0\0 ftyp", .unrecognised),
    ] as [(String, SoundProblem.Cause)])
  func beginnings(text: String, expected: SoundProblem.Cause) throws {
    try folder.write(text, to: "a")
    #expect(cause("a") == expected)
  }

  @Test(
    "AAC without a container is known by its first two bytes, and goes to ffmpeg",
    arguments: [
      ([0xff, 0xf1], true), ([0xff, 0xf9], true), ([0xff, 0xf0], true), ([0xff, 0xf8], true),
      ([0xff, 0xe1], false), ([0xfe, 0xf1], false), ([0xff], false),
    ] as [([UInt8], Bool)])
  func streams(bytes: [UInt8], isAAC: Bool) throws {
    #expect(FFmpegReader.recognises(bytes) == isAAC)
  }

  @Test("A socket is no regular file")
  func sockets() throws {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let path = Array(folder["s"].utf8CString)
    try #require(path.count <= MemoryLayout.size(ofValue: address.sun_path))
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.map(UInt8.init(bitPattern:))) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(bound == 0)
    #expect(cause("s") == .notRegular)
  }

  @Test("Other errors are reported in the system's words")
  func system() throws {
    #expect(cause(String(repeating: "n", count: 300)) == .system(ENAMETOOLONG))
    try folder.link("a", to: "a")
    #expect(cause("a") == .system(ELOOP))
    try folder.write("", to: "b")
    #expect(cause("b/c.wav") == .system(ENOTDIR))
  }

  @Test("No file may be opened more often than the system allows")
  func descriptorsAreGivenBack() throws {
    try folder.sound("a.wav", [0, 0])
    try folder.write("no sound", to: "b")
    func open() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0))?.hasPrefix(
          folder.path)
          == true
      }.count
    }
    for name in ["a.wav", "b", "", "c"] { _ = cause(name) }
    #expect(try open() == 0)
  }

  @Test(
    "Where a process may open no more files, that is said, and no file is called damaged", arguments: [0, 1])
  func noDescriptors(spare: Int) async {
    // In a process of its own, since the limit is every thread's.
    await #expect(processExitsWith: .success) { [spare] in
      let folder = TemporaryFolder()
      try folder.sound("a.wav", [0, 0])
      var limit = rlimit(rlim_cur: 100, rlim_max: 100)
      #expect(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
      var last: Int32 = 0
      while case let next = open("/dev/null", O_RDONLY | O_CLOEXEC), next >= 0 { last = next }
      for number in 0..<Int32(spare) { close(last - number) }
      // Reading needs one, writing two.
      if spare == 0 {
        let reading = #expect(throws: SoundProblem.self) { try SoundFile.info(folder["a.wav"]) }
        #expect(reading?.cause == .system(EMFILE))
      } else {
        #expect(throws: Never.self) { try SoundFile.info(folder["a.wav"]) }
      }
      let writing = #expect(throws: SoundProblem.self) { try folder.sound("b.wav", [0, 0]) }
      #expect(writing?.cause == .system(EMFILE))
      close(last - Int32(spare))
      #expect(folder.names == ["a.wav"])
    }
  }

  @Test(
    "A name is proposed where it differs in its case, or by little in four letters at least",
    arguments: [
      ("abcd.wav", "abce.wav", true), ("abc.wav", "abd.wav", false), ("ABC.wav", "abc.WAV", true),
      ("a.wav", "A.wav", true), ("abcd.wav", "xyzw.flac", false),
    ])
  func names(wanted: String, present: String, isProposed: Bool) throws {
    try folder.sound(present, [0])
    #expect(cause(wanted) == .missing(nearest: isProposed ? present : nil))
  }

  @Test("The same name in another case comes before one that is near")
  func caseFirst() throws {
    try folder.sound("Violin.wav", [0])
    try folder.sound("violinn.wav", [0])
    #expect(cause("violin.wav") == .missing(nearest: "Violin.wav"))
    #expect(cause("no/such/folder.wav") == .missing(nearest: nil))
  }
}
