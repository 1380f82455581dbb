import CanonEngine
import CanonFiles
import CanonStems
import CanonTestSupport
import Dispatch
import Foundation
import Synchronization
import Testing

@testable import CanonSession

/// From an audio thread through the recorder into files.
@Suite struct RecorderTests {
  private let folder = TemporaryFolder()
  private let news = News()
  private let rate = SampleRate(hertz: 8000)!

  private final class News: Sendable {
    private let all = Mutex<[RecordNews]>([])
    func add(_ news: RecordNews) { all.withLock { $0.append(news) } }
    var list: [RecordNews] { all.withLock { $0 } }
  }

  private func recorder() -> Recorder { Recorder { [news] in news.add($0) } }

  /// A thread that delivers: frame `n` of pair `p` is `(n + 7 p) / 2^20`.
  final class Audio {
    private let slot: TapSlot
    private let memory = UnsafeMutablePointer<Float>.allocate(capacity: 64 * 4096)
    private let pairs = UnsafeMutablePointer<OutputPair?>.allocate(capacity: 32)
    private(set) var frame = 0

    init(_ recorder: Recorder) {
      slot = recorder.slot
      for pair in 0..<32 {
        let left = memory + 2 * 4096 * pair
        (pairs + pair).initialize(to: OutputPair(left: left, right: left + 4096))
      }
    }

    deinit {
      memory.deallocate()
      pairs.deallocate()
    }

    static func sample(_ frame: Int, pair: Int) -> Float { Float(frame % 100_000 + 7 * pair) / 1_048_576 }

    func deliver(_ frames: Int, after missed: Int = 0, isRolling: Bool = true) {
      var done = 0
      while done < frames {
        let count = min(4096, frames - done)
        for pair in 0..<32 {
          for k in 0..<count {
            let value = Self.sample(frame + k, pair: pair)
            memory[2 * 4096 * pair + k] = value
            memory[2 * 4096 * pair + 4096 + k] = -value
          }
        }
        if let tap = slot.memory.pointee.enter() {
          if done == 0 { tap.pointee.skip(Int64(missed)) }
          tap.pointee.record(
            Int32(count), isRolling: isRolling, master: pairs[0]!, OutputPairs(pairs, count: 32))
        }
        slot.memory.pointee.leave()
        frame += count
        done += count
      }
    }
  }

  private func samples(_ name: String) throws -> [Float] {
    let channels = try SoundFile.read(folder.file(name)).channels
    #expect(zip(channels[0], channels[1]).allSatisfy { $0 == -$1 })
    return channels[0]
  }

  static func expected(_ frames: Range<Int>, pair: Int = 0) -> [Float] {
    frames.map { Audio.sample($0, pair: pair) }
  }

  private func plan(_ stems: [String], buses: [String] = []) -> OutputPlan {
    OutputPlan(
      stems: stems.map { .init(id: $0, title: $0) }, buses: buses.map { .init(id: $0, title: $0) })
  }

  @Test("Everything from the beginning to the end is in the file, exactly")
  func whole() async throws {
    let recorder = recorder(), audio = Audio(recorder)
    audio.deliver(100)
    let begun = await recorder.begin(RecordRequest(file: folder.file("a.wav")), at: rate, plan([]))
    #expect(try begun.get() == RecordStatus(path: folder.file("a.wav"), sampleRate: rate))
    #expect(recorder.status != nil)
    for frames in [1, 64, 4097, 30_000] { audio.deliver(frames) }
    let status = await recorder.end()
    audio.deliver(100)
    #expect(try samples("a.wav") == Self.expected(100..<34_262))
    #expect(status?.frames == 34_162 && status?.lost == 0)
    #expect(recorder.status == nil)
    #expect(news.list == [.ended(try #require(status))])
  }

  @Test(
    "A disk that stands still for ten seconds loses nothing; what is lost after that is told, counted and silent at its place"
  )
  func stalled() async throws {
    let recorder = recorder(), audio = Audio(recorder)
    _ = await recorder.begin(RecordRequest(file: folder.file("a.wav")), at: rate, plan([]))
    await withStalledDisk(of: recorder) { audio.deliver(10 * 8000) }
    _ = try await waitFor { recorder.status?.frames == 80_000 }
    #expect(recorder.status?.lost == 0)
    // The ring holds 128,000 frames: 31 whole periods of 4096.
    await withStalledDisk(of: recorder) { audio.deliver(40 * 4096) }
    _ = try await waitFor { recorder.status?.frames == 80_000 + 31 * 4096 }
    audio.deliver(8000)
    let status = try #require(await recorder.end())
    let recorded = try samples("a.wav")
    #expect(status.lost == 9 * 4096)
    #expect(status.frames == FrameCount(recorded.count) && recorded.count == 88_000 + 40 * 4096)
    let (lost, back) = (80_000 + 31 * 4096, 80_000 + 40 * 4096)
    #expect(Array(recorded[..<lost]) == Self.expected(0..<lost))
    #expect(recorded[lost..<back].allSatisfy { $0 == 0 })
    #expect(Array(recorded[back...]) == Self.expected(back..<(back + 8000)))
    #expect(
      news.list == [
        .lost(path: status.path, seconds: rate.seconds(9 * 4096), at: rate.seconds(FrameCount(lost))),
        .ended(status),
      ])
  }

  /// Keeps the recorder's queue waiting meanwhile.
  private func withStalledDisk(of recorder: Recorder, _ body: () -> Void) async {
    let (stalls, continuation) = AsyncStream.makeStream(of: Void.self)
    let goesOn = DispatchSemaphore(value: 0)
    async let stalled: Void = recorder.run { _ in
      continuation.yield()
      goesOn.wait()
    }
    // Nothing here keeps one of the threads on which the recorder may begin.
    for await _ in stalls { break }
    body()
    goesOn.signal()
    await stalled
  }

  @Test("What the server did not play is silent at its place, and not lost")
  func missed() async throws {
    let recorder = recorder(), audio = Audio(recorder)
    _ = await recorder.begin(
      RecordRequest(file: folder.file("a.wav")), at: rate, plan([]), waitsForClock: true)
    audio.deliver(500, isRolling: false)
    audio.deliver(100)
    audio.deliver(100, after: 1000)
    let status = await recorder.end()
    #expect(
      try samples("a.wav") == Self.expected(500..<600) + [Float](repeating: 0, count: 1000)
        + Self.expected(600..<700))
    #expect(status?.lost == 0)
  }

  @Test("Stems and buses have files of their own, which follow when the set is read again")
  func outputs() async throws {
    let recorder = recorder(), audio = Audio(recorder)
    let request = RecordRequest(file: folder.file("all.wav"), folder: folder.file("parts"))
    _ = await recorder.begin(request, at: rate, plan(["a", "b"], buses: ["hall"]))
    audio.deliver(1000)
    // b goes, c comes in its place, d is new.
    recorder.follow(plan(["a", "c", "d"], buses: ["hall"]))
    _ = try await waitFor { FileManager.default.fileExists(atPath: folder.file("parts/d.wav")) }
    // Until the new ring is in its place, frames go to the old one.
    _ = await recorder.run { _ in }
    audio.deliver(500)
    _ = await recorder.end()
    #expect(try samples("all.wav") == Self.expected(0..<1500))
    #expect(try samples("parts/hall.wav") == Self.expected(0..<1500, pair: 1))
    #expect(try samples("parts/a.wav") == Self.expected(0..<1500, pair: 18))
    #expect(try samples("parts/b.wav") == Self.expected(0..<1000, pair: 19))
    let silence = [Float](repeating: 0, count: 1000)
    #expect(try samples("parts/c.wav") == silence + Self.expected(1000..<1500, pair: 19))
    #expect(try samples("parts/d.wav") == silence + Self.expected(1000..<1500, pair: 20))
  }

  @Test("Nothing is overwritten: the next free name is taken, also for a folder with something in it")
  func names() async throws {
    let recorder = recorder()
    _ = try folder.write("mine".utf8, to: "a.wav")
    let first = await recorder.begin(RecordRequest(file: folder.file("a.wav")), at: rate, plan([]))
    #expect(try first.get().path == folder.file("a-2.wav"))
    #expect(
      await recorder.begin(RecordRequest(file: "b.wav"), at: rate, plan([]))
        == .failure(.underWay(folder.file("a-2.wav"))))
    await recorder.end()
    let request = RecordRequest(folder: folder.file("parts"))
    _ = await recorder.begin(request, at: rate, plan(["x"]))
    await recorder.end()
    #expect(try await recorder.begin(request, at: rate, plan(["x"])).get().path == folder.file("parts-2"))
    await recorder.end()
    #expect(try String(contentsOfFile: folder.file("a.wav"), encoding: .utf8) == "mine")
  }

  @Test("A name of another format, a folder that is not there, and a set without outputs are refused")
  func refused() async {
    let recorder = recorder()
    #expect(
      await recorder.begin(RecordRequest(file: "a.mp3"), at: rate, plan([])) == .failure(.format("a.mp3")))
    #expect(
      await recorder.begin(RecordRequest(folder: folder.file("x")), at: rate, plan([]))
        == .failure(.noOutputs))
    guard
      case .failure(.cannotWrite) = await recorder.begin(
        RecordRequest(file: folder.file("none/a.wav")), at: rate, plan([]))
    else {
      Issue.record("recorded into a folder that is not there")
      return
    }
    #expect(await recorder.end() == nil)
    #expect(recorder.status == nil && news.list.isEmpty)
  }

  @Test("A gap of an hour takes no time and no room, and what follows is in its place")
  func longGap() async throws {
    let recorder = recorder(), audio = Audio(recorder)
    _ = await recorder.begin(RecordRequest(file: folder.file("a.wav")), at: rate, plan([]))
    let hour = 3600 * 8000
    audio.deliver(100)
    audio.deliver(100, after: hour)
    #expect(await recorder.end()?.frames == FrameCount(hour + 200))
    var status = stat()
    #expect(stat(folder.file("a.wav"), &status) == 0)
    #expect(status.st_size > 8 * hour && status.st_blocks * 512 < 1 << 20)
    #expect(try SoundFile.info(folder.file("a.wav")).frameCount == FrameCount(hour + 200))
  }

  @Test("A reload while the clock has begun loses no gap, and a file that cannot be made ends what is shown")
  func follows() async throws {
    let recorder = recorder(), audio = Audio(recorder)
    let request = RecordRequest(folder: folder.file("parts"))
    _ = await recorder.begin(request, at: rate, plan(["a"], buses: ["a"]), waitsForClock: true)
    audio.deliver(100)
    recorder.follow(plan(["b", "a"]))
    await recorder.run { _ in }
    audio.deliver(100, after: 1000)
    _ = try await waitFor { recorder.status?.frames == 1200 }
    let silence = [Float](repeating: 0, count: 1000)
    #expect(
      try samples("parts/a-2.wav") == Self.expected(0..<100, pair: 18) + silence
        + Self.expected(100..<200, pair: 19))
    #expect(try samples("parts/a.wav") == Self.expected(0..<100, pair: 1))
    chmod(folder.file("parts"), 0)
    try FileManager.default.removeItem(atPath: folder.file("parts"))
    recorder.follow(plan(["b", "a", "c"]))
    await recorder.run { _ in }
    #expect(recorder.status == nil)
    guard case .failed? = news.list.last else {
      Issue.record("\(news.list)")
      return
    }
  }

  @Test("FLAC is made after the end")
  func flac() async throws {
    let recorder = recorder(), audio = Audio(recorder)
    _ = await recorder.begin(RecordRequest(file: folder.file("a.flac")), at: rate, plan([]))
    audio.deliver(20_000)
    await recorder.end()
    await recorder.settle()
    #expect(
      news.list.suffix(2) == [
        .converts(path: folder.file("a.flac")), .converted(path: folder.file("a.flac"), clipped: 0),
      ])
    #expect(!FileManager.default.fileExists(atPath: folder.file("a.wav")))
    // 20 bits, which 24 hold.
    #expect(try samples("a.flac") == Self.expected(0..<20_000))
  }

  @Test("A disk that is full ends the recording, which stays whole up to there, and says so")
  func full() async {
    await #expect(processExitsWith: .success) {
      let (folder, rate) = (TemporaryFolder(), SampleRate(hertz: 8000)!)
      let told = Mutex<[RecordNews]>([])
      let recorder = Recorder { news in told.withLock { $0.append(news) } }
      signal(SIGXFSZ, SIG_IGN)
      let files = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
      var limit = rlimit()
      getrlimit(files, &limit)
      limit.rlim_cur = 100_000
      precondition(setrlimit(files, &limit) == 0)
      let path = folder.file("a.wav")
      _ = await recorder.begin(RecordRequest(file: path), at: rate, OutputPlan())
      let audio = Audio(recorder)
      audio.deliver(20_000)
      let end = ContinuousClock.now + .seconds(600)
      while recorder.status != nil, ContinuousClock.now < end { try? await Task.sleep(for: .milliseconds(5)) }
      guard case .failed(let status, let problem)? = told.withLock({ $0.last }) else { exit(1) }
      precondition(problem.cause == .system(EFBIG) && status.path == path)
      // The music goes on, unrecorded.
      audio.deliver(1000)
      let kept = try! SoundFile.read(path).channels[0]
      precondition(kept.count > 10_000 && kept == RecorderTests.expected(0..<kept.count))
      let rest = await recorder.end()
      precondition(rest == nil)
    }
  }

  @Test("At another rate it goes on in a file of its own")
  func rateChange() async throws {
    let recorder = recorder(), audio = Audio(recorder)
    _ = await recorder.begin(RecordRequest(file: folder.file("a.wav")), at: rate, plan([]))
    audio.deliver(1000)
    recorder.move(to: .studio, plan([]))
    await recorder.run { _ in }
    audio.deliver(500)
    recorder.move(to: .studio, plan([]))
    await recorder.end()
    #expect(try samples("a.wav") == Self.expected(0..<1000))
    #expect(try samples("a-2.wav") == Self.expected(1000..<1500))
    #expect(try SoundFile.info(folder.file("a-2.wav")).sampleRate == .studio)
    #expect(news.list.count == 3 && news.list[1] == .began(path: folder.file("a-2.wav")))
  }

  private func waitFor(_ condition: () -> Bool) async throws -> Bool {
    let end = ContinuousClock.now + .seconds(600)
    while !condition() {
      try #require(ContinuousClock.now < end, "\(news.list)")
      try await Task.sleep(for: .milliseconds(5))
    }
    return true
  }
}
