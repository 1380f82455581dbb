import Testing

@testable import CanonStems

@Suite struct TranspositionTests {
  @Test("A key is semitones, cents or original; what it says is read again")
  func reading() {
    for (text, cents) in [("+2", 200), ("-24", -2400), ("-30 cents", -30), ("+1 cent", 1), ("original", 0)] {
      #expect(Transposition(text)?.cents == cents, "\(text)")
      #expect(Transposition(cents: cents)?.description == text)
    }
    for (text, cents) in [
      ("2", 200), ("1.5", 150), ("-0.25", -25), ("2 semitones", 200), ("0", 0), ("+2400 cents", 2400),
      ("-1.49999", -150),
    ] {
      #expect(Transposition(text)?.cents == cents, "\(text)")
    }
    for text in [
      "", "+", "24.01", "-25", "2401 cents", "1.5 cents", "2 tones", "high", "2 3", "++2",
    ] {
      #expect(Transposition(text) == nil, "\(text)")
    }
  }

  @Test("An octave is twice the frequency")
  func factor() {
    #expect(Transposition(cents: 1200)?.factor == 2 && Transposition.original.factor == 1)
  }
}
