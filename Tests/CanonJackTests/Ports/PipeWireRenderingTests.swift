import CanonLiveSupport
import Foundation
import Testing

/// What is heard under PipeWire is what the journal renders to, in phase.
extension LiveTests.PipeWire {
  /// A stretch of a recording without a gap.
  private static let length = 4096
  /// The most frames that the recorder and canon may lose on a busy machine between two stretches: far less than a loop.
  private static let tolerance = 24_000

  /// Where a sounding stretch of a recording begins, and the places at which a rendering has it.
  private struct Match {
    let start: Int
    let places: [Int]

    init?(_ recorded: [Float], at start: Int, in rendered: [Float]) {
      self.start = start
      let stretch = recorded[start..<(start + LiveTests.PipeWire.length)]
      guard stretch.contains(where: { abs($0) > 0.01 }) else { return nil }
      places = stretch.withUnsafeBufferPointer { stretch in
        rendered.withUnsafeBufferPointer { rendered in
          var places: [Int] = []
          for place in 0..<max(0, rendered.count - stretch.count) {
            var k = 0
            while k < stretch.count, abs(stretch[k] - rendered[place + k]) < 1e-8 { k += 1 }
            if k == stretch.count { places.append(place) }
          }
          return places
        }
      }
      if places.isEmpty { return nil }
    }
  }

  @Test("What PipeWire is given after the return of a device is what the journal renders to, in phase")
  func rendering() throws {
    let folder = try TestFolder()
    let journal = folder.file("device.journal")
    let server = try PipeWireServer(Self.phones, Self.speakers)
    let canon = try server.play("Schedules/always.toml", "--journal", journal)
    try waitForMaster(server, on: Self.phones)
    let recording = try server.record("canon:master_1", "canon:master_2", seconds: 20)
    try waitForLook(canon)
    try server.remove(Self.phones)
    try canon.waitForEvent("paused")
    try waitForLook(canon)
    try server.add(Self.phones)
    try canon.waitForEvent("resumed")
    let recorded = try StereoFile(recording()).left
    try #expect(canon.quit() == 0)
    let match = try self.match(recorded, try rendered(journal, in: folder))
    let silence = recorded[match.stretch].split { abs($0) > 0.001 }.map(\.count).max() ?? 0
    #expect(silence > 24_000, "the device was away between them")
    print("PipeWire, device back: \(match.error) frames off after \(match.stretch.count)")
  }

  @Test("A new period while playing changes nothing that is heard")
  func periodChange() throws {
    let folder = try TestFolder()
    let journal = folder.file("period.journal")
    let server = try PipeWireServer(Self.speakers)
    let canon = try server.play("Schedules/always.toml", "--journal", journal)
    try waitForMaster(server, on: Self.speakers)
    let recording = try server.record("canon:master_1", "canon:master_2", seconds: 12)
    for frames in [256, 2048, 512] {
      try waitForLook(canon)
      let start = canon.output.count
      try server.force(period: frames)
      try canon.waitForEvent("period", from: start) { $0["count"] as? Int == frames }
    }
    try waitForLook(canon)
    let recorded = try StereoFile(recording()).left
    try #expect(canon.quit() == 0)
    let match = try self.match(recorded, try rendered(journal, in: folder))
    #expect(match.stretch.count > 192_000, "both ends of it are there")
    print("PipeWire, new periods: \(match.error) frames off after \(match.stretch.count)")
  }

  /// The left channel of what a journal renders to.
  private func rendered(_ journal: String, in folder: TestFolder) throws -> [Float] {
    let file = folder.file("rendered.wav")
    let render = try CanonProcess.run([
      "render", "Schedules/always.toml", "-o", file, "--score", journal, "--format", "wav32f",
    ])
    #expect(render.status == 0)
    return try StereoFile(file).left
  }

  /// Compares the first and the last stretch of a recording that a rendering has: on a busy machine canon and the recorder may lose frames.
  /// - Returns: From the first to the last of them, and by how many frames the last one is late in it.
  private func match(_ recorded: [Float], _ rendered: [Float]) throws -> (stretch: Range<Int>, error: Int) {
    let starts = Array(stride(from: 0, to: recorded.count - Self.length, by: Self.length))
    let before = try #require(starts.lazy.compactMap { Match(recorded, at: $0, in: rendered) }.first)
    let after = try #require(
      starts.reversed().lazy.compactMap { Match(recorded, at: $0, in: rendered) }.first)
    let stretch = before.start..<after.start
    let errors = after.places.flatMap { end in before.places.map { end - $0 - stretch.count } }
    let error = try #require(errors.min { abs($0) < abs($1) })
    #expect(abs(error) < Self.tolerance, "\(error) frames off, of \(stretch.count)")
    return (stretch, error)
  }
}
