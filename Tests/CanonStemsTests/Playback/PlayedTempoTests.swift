import Testing

@testable import CanonStems

@Suite struct PlayedTempoTests {
  @Test("A tempo is beats per minute, a percentage or original; what it says is read again")
  func reading() {
    let tempos: [(String, PlayedTempo)] = [
      ("original", .original), ("92", .beats(Tempo(92)!)), ("92.5", .beats(Tempo(92.5)!)),
      ("115 %", .percent(115_000)), ("66.667 %", .percent(66_667)),
    ]
    for (text, tempo) in tempos {
      #expect(PlayedTempo(text) == tempo && tempo.description == text)
    }
    #expect(PlayedTempo("115%") == .percent(115_000))
    // Faders send more decimals than anybody means.
    #expect(PlayedTempo("97.63781") == .beats(Tempo(97.638)!))
    for text in ["", "%", " %", "fast", "0", "1001", "-92", "9e1", "115  %", "115 % ", "+92"] {
      #expect(PlayedTempo(text) == nil, "\(text)")
    }
  }

  @Test("Its speed is an exact ratio from 25 to 400 %, and beats need the set's own tempo")
  func speeds() {
    let own = Tempo(80)
    #expect(PlayedTempo.beats(Tempo(92)!).speed(of: own) == Speed(23, over: 20))
    #expect(PlayedTempo.percent(115_000).speed(of: nil) == Speed(23, over: 20))
    #expect(PlayedTempo.original.speed(of: nil) == .own)
    #expect(PlayedTempo.beats(Tempo(92)!).speed(of: nil) == nil)
    for text in ["20", "25 %", "320", "400 %"] {
      #expect(PlayedTempo(text)?.speed(of: own) != nil, "\(text)")
    }
    for text in ["19.999", "24.999 %", "320.001", "400.001 %", "0 %"] {
      #expect(PlayedTempo(text)?.speed(of: own) == nil, "\(text)")
    }
  }
}
