import CanonLiveSupport
import CanonStemsSupport
import Foundation
import Testing

/// What a rendering reads: never written over; and for a journal, what the journal says.
@Suite struct RenderSourcesTests {
  @Test(
    "What is read is never written over",
    arguments: ["set/cello set.wav", "set/violin set.wav", "set/set.toml", "doors.toml", "a.score"])
  func sourcesAreSpared(name: String) throws {
    let set = try SmallSet(doors: "violin = 2015-12-06")
    let score = try set.folder.write("@0 start violin\n", to: "a.score")
    let target = URL(fileURLWithPath: set.folder.file(name))
    let before = try Data(contentsOf: target)
    let canon = try Canon("render", set.schedule, "-o", target.path, "--score", score, "--loops", "1")
    #expect(canon.status == 2)
    #expect(
      set.local(canon.errors) == [
        "canon: \(name) is read for this rendering and would be overwritten. Name another output."
      ])
    #expect(try Data(contentsOf: target) == before)
  }

  @Test("A journal without a source is rendered with its own, on its own day, from anywhere")
  func journalSaysWhatAndWhen() throws {
    let set = try SmallSet(doors: "violin = { opens = 2015-12-06, until = 2015-12-08 }")
    // 2015-12-07 noon in Tokyo: the door is open; today it is shut for good.
    let journal = try set.folder.write(
      """
      # canon journal 1
      # source: \(set.schedule)
      # sample rate: 48000
      # loop: 4800
      # played: 1449457200 seconds since 1970
      @4800 start violin loop
      @9600 quit

      """, to: "a.journal")
    let out = set.folder.file("out.wav")
    let canon = try Canon("render", "--score", journal, "-o", out, folder: "/")
    #expect(canon.status == 0, "\(canon.errors)")
    let wave = try StereoFile(out)
    #expect(wave.left.count == 9600)
    #expect(wave.left[4799] == 0.5 && wave.left[4800] == 0.75)
    let today = try Canon("render", "--score", journal, "-o", out, "--as-of", "2026-01-01")
    #expect(today.status == 77)
  }

  @Test("In a journal of before loop points, files are loops as a whole, those of a set that is named too")
  func loopPoints() throws {
    let set = try SmallSet(doors: "violin = 2015-12-06")
    try SamplerChunk.name(0..<2400, inWAV: set.folder.file("set/cello set.wav"))
    for version in [1, 2] {
      let journal = try set.folder.write(
        "# canon journal \(version)\n# source: \(set.folder.file("set"))\n# sample rate: 48000\n# loop: 4800\n@4800 quit\n",
        to: "\(version).journal")
      let out = set.folder.file("\(version).wav")
      let own = try Canon("render", "--score", journal, "-o", out)
      #expect(own.status == 0, "\(own.errors)")
      #expect(try StereoFile(out).left.count == 4800)
      let named = try Canon("render", set.folder.file("set"), "--score", journal, "-o", out)
      #expect(named.status == 0, "\(named.errors)")
      #expect(try StereoFile(out).left.count == 4800)
    }
  }
}
