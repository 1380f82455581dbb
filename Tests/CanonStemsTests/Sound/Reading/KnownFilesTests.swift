import CanonEngine
import CanonFiles
import CanonStemsSupport
import CanonTestSupport
import Foundation
import Synchronization
import Testing

@testable import CanonStems

/// What files have said of themselves.
@Suite struct KnownFilesTests {
  private let folder = TemporaryFolder()
  private let readers = SoundReaders([FFmpegReader.self, SndfileReader.self])

  @Test(
    "What a file says is known until it is written, or replaced",
    arguments: ["a.wav", "a.m4a"])
  func sameFile(name: String) throws {
    func write(_ frames: Int) throws {
      try folder.sound("source.wav", [Float](repeating: 0.25, count: frames), format: .wav16)
      try folder.ffmpeg(["-i", "source.wav", "-c:a", name.hasSuffix("wav") ? "pcm_s16le" : "alac", name])
    }
    try write(1000)
    #expect(try readers.info(folder[name]).frameCount == 1000)
    let known = readers.known.info(folder[name], nil, FileStamp(folder[name]))
    #expect(known?.frameCount == 1000)
    #expect(readers.known.info(folder[name], ChannelChoice([1]), FileStamp(folder[name])) == nil)
    try write(2000)
    #expect(readers.known.info(folder[name], nil, FileStamp(folder[name])) == nil)
    #expect(try readers.info(folder[name]).frameCount == 2000)
    try folder.write("no sound", to: name)
    #expect(throws: SoundProblem.self) { try readers.info(folder[name]) }
    try FileManager.default.removeItem(atPath: folder[name])
    #expect(throws: SoundProblem.self) { try readers.info(folder[name]) }
  }

  @Test("Whoever asks again is answered without the file")
  func opened() throws {
    let name = folder["a.tally"]
    try folder.write(TallyReader.text([0.5, -0.5], frames: 2), to: "a.tally")
    let readers = SoundReaders.withTally
    for _ in 0..<3 { #expect(try readers.info(name).frameCount == 2) }
    #expect(TallyReader.uses(of: name).opened == 1)
    for _ in 0..<3 { #expect(try readers.description(name).info.frameCount == 2) }
    #expect(TallyReader.uses(of: name).opened == 2)
  }

  @Test("Those that take long to answer are asked together; what is wrong is told to who asks for it")
  func together() throws {
    try folder.sound("source.wav", [Float](repeating: 0.25, count: 1000), format: .wav16)
    for number in 0..<6 { try folder.ffmpeg(["-i", "source.wav", "-c:a", "alac", "\(number).m4a"]) }
    try folder.write("no sound", to: "3.m4a")
    let paths = (0..<6).map { folder["\($0).m4a"] } + [folder["source.wav"]]
    let told = Mutex<[LoadingProgress.Event]>([])
    readers.telling(LoadingReporter { event in told.withLock { $0.append(event) } })
      .ask(paths.map { ($0, nil) })
    let known = paths.map { readers.known.facts($0, nil, FileStamp($0))?.frameCount }
    #expect(known == [1000, 1000, 1000, nil, 1000, 1000, nil])
    // Those that are read at once are not counted.
    let events = told.withLock(\.self)
    #expect(events.first == .began(files: 6) && events.last == .ended && events.count == 14)
    #expect(
      (0..<6).allSatisfy { events.contains(.reading($0, file: "\($0).m4a")) && events.contains(.read($0)) })
    #expect(throws: SoundProblem.self) { try readers.info(folder["3.m4a"]) }
  }
}
