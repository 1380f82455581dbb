import CanonControl
import CanonSession
import CanonTestSupport
import Testing

/// The answers to `help`.
@Suite struct HelpTextTests {
  @Test(
    "Help has a line for every word of the place, with the summaries below each other",
    arguments: Place.allCases)
  func everyWord(place: Place) {
    let words = Vocabulary.words(at: place)
    let width = (words.map(\.usage.count).max() ?? 0) + 2
    let lines = HelpText.words(at: place)
    for (line, word) in zip(lines, words) {
      #expect(line.hasPrefix(word.usage + " "))
      #expect(String(line.dropFirst(width)) == word.summary)
    }
    #expect(Array(lines.dropFirst(words.count)) == Vocabulary.notes(at: place))
  }

  @Test("Help is in Japanese too, beside the same usages", arguments: Place.allCases)
  func japanese(place: Place) {
    let lines = HelpText.words(at: place, .japanese), words = Vocabulary.words(at: place)
    #expect(lines.count == HelpText.words(at: place).count)
    for (line, word) in zip(lines, words) { #expect(line.hasPrefix(word.usage + " ")) }
    for word in words {
      let all = HelpText.word(word, .japanese)
      #expect(all.prefix(word.usages.count) == word.usages[...])
      #expect(all.last == "例：\(word.example)")
    }
    for text in lines + words.flatMap({ HelpText.word($0, .japanese) }) {
      #expect(JapaneseText.englishWords(in: text) == [], "\(text)")
    }
    #expect(lines.allSatisfy(JapaneseText.isJapanese))
  }

  @Test func aWordThatCannotBeUsedThereIsNotListed() {
    func names(_ place: Place) -> [Substring] { HelpText.words(at: place).map { $0.prefix { $0 != " " } } }
    #expect(names(.socket).contains("watch") && !names(.lines).contains("watch"))
    #expect(names(.lines).contains("quit") && !names(.network).contains("quit"))
    #expect(names(.journals).contains("open") && !names(.scores).contains("open"))
  }

  @Test(
    "Help for one word says what each thing may be, and what applies without it",
    arguments: [
      (
        "gain",
        """
        gain STEM… DECIBELS [QUANTUM] [over LENGTH]
        Sets the gain, -120 to 24 decibels or -inf, immediately or as a fade; master is the sum of all stems.
          STEM…          ids, globs such as violin-*, or all; or master
          DECIBELS       -120 to 24 dB, or -inf for silence
          [QUANTUM]      now, beat, bar, loop, stem, cycle; with a count from 1 to 1000000, as bar:2 (default: immediately)
          [over LENGTH]  a number of bars, beats, loops, s, ms, frames (default: as short as possible without a click)
        Example: gain violin-a -12 over 2 bars
        """
      ),
      (
        "pan",
        """
        pan STEM… PAN [QUANTUM] [over LENGTH]
        Sets the stereo position, -1 (left) to 1 (right).
          STEM…          ids, globs such as violin-*, or all
          PAN            -1 (left) to 1 (right)
          [QUANTUM]      now, beat, bar, loop, stem, cycle; with a count from 1 to 1000000, as bar:2 (default: immediately)
          [over LENGTH]  a number of bars, beats, loops, s, ms, frames (default: as short as possible without a click)
        Example: pan violin-a 0.3
        """
      ),
      ("quit", "quit\nEnds the performance.\nExample: quit"),
    ])
  func oneWord(name: String, text: String) throws {
    guard case .view(.help(let word?, _)) = try CommandParser.read("help \(name)", at: .lines) else {
      return #expect(Bool(false))
    }
    #expect(HelpText.word(word).joined(separator: "\n") == text)
  }

  @Test func aFormOfItsOwnIsShownBelowTheUsualOne() throws {
    guard case .view(.help(let solo?, _)) = try CommandParser.read("help solo", at: .lines) else {
      return #expect(Bool(false))
    }
    #expect(
      HelpText.word(solo).prefix(2) == ["solo STEM… [on|off|alone] [QUANTUM]", "solo off [QUANTUM]"])
  }
}
