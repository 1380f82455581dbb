import Testing

@testable import CanonStems

/// What names of files say of stems.
@Suite struct AssumedNameTests {
  private func ids(_ files: String...) -> [String] { AssumedName.all(of: files).map(\.id) }
  private func titles(_ files: String...) -> [String] { AssumedName.all(of: files).map(\.title) }

  @Test("Numbers that put files in order are no part of ids and titles")
  func numbers() {
    #expect(ids("0_cello.m4a", "1 - Violin A.wav", "02.viola.flac") == ["cello", "violin-a", "viola"])
    #expect(titles("0_cello.m4a", "1 - Violin A.wav") == ["cello", "Violin A"])
    #expect(ids("808 drums.wav", "808.wav") == ["drums", "808"])
  }

  @Test("Numbers stay where names differ by them alone")
  func sameNames() {
    #expect(ids("1_loop.wav", "2_loop.wav", "3_pad.wav") == ["1-loop", "2-loop", "pad"])
    #expect(titles("1_loop.wav", "2_loop.wav") == ["1 loop", "2 loop"])
  }

  @Test("Ids are unique, also where files differ by their type or folder alone")
  func unique() {
    #expect(ids("a.wav", "a.flac", "x/a.wav") == ["a", "a-2", "a-3"])
    #expect(ids("A.wav", "a.wav") == ["a", "a-2"])
    let long = String(repeating: "x", count: 60)
    let both = ids(long + ".wav", long + ".flac")
    #expect(both.map(\.utf8.count) == [40, 40] && Set(both).count == 2)
  }

  @Test("Other scripts become Latin letters in ids and stay in titles")
  func scripts() {
    #expect(ids("Größe.wav", "チェロ.wav", "Ёлка.wav") == ["grosse", "chero", "elka"])
    #expect(titles("チェロ.wav") == ["チェロ"])
    #expect(ids("🎻.wav", "---.wav") == ["stem-1", "stem-2"])
  }

  @Test("Reserved words become other ids")
  func reserved() { #expect(ids("master.wav", "All.wav") == ["stem-master", "stem-all"]) }

  @Test("A tempo in a name is no part of the id")
  func tempo() {
    let names = AssumedName.all(of: [
      "drums_96bpm.wav", "bass 120.5 BPM (dry).wav", "bpm80-pad.wav", "a1bpmx.wav",
    ])
    #expect(names.map(\.tempo) == [Tempo(96), Tempo(120.5), Tempo(80), nil])
    #expect(names.map(\.id) == ["drums", "bass-dry", "pad", "a1bpmx"])
  }

  @Test("Files are ordered as people count")
  func order() {
    let names = [
      "10.wav", "9.wav", "a10.wav", "A2.wav", "a02.wav", "9b.wav", "b.wav", "100000000000000000000001.wav",
    ]
    #expect(
      names.sorted(by: NaturalOrder.precedes)
        == [
          "9.wav", "9b.wav", "10.wav", "100000000000000000000001.wav", "A2.wav", "a02.wav", "a10.wav",
          "b.wav",
        ])
  }
}
