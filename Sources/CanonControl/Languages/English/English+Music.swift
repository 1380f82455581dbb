import CanonEngine
import CanonFiles
import CanonSession
import CanonStems

/// Where the music is, and where it goes: pieces, tempos, sections, places, the click, in English.
extension English {
  func begins(_ piece: PieceName, at place: MusicalPlace, by asker: String) -> String {
    "Piece \(piece.number) of \(piece.count), \(piece.title), begins at \(self.place(place)) (requested by \(self.asker(asker)))."
  }

  func begins(_ piece: PieceName) -> String {
    "Piece \(piece.number) of \(piece.count) begins: \(piece.title)."
  }

  func piece(_ piece: PieceStatus) -> String {
    let left = piece.remaining.map { ", left: \(RecordStatus.clock($0))" } ?? ""
    let all = piece.programmeRemaining.map { ", left: \(RecordStatus.clock($0))" } ?? ""
    return
      "Piece \(piece.name.number) of \(piece.name.count), elapsed: \(RecordStatus.clock(piece.elapsed))\(left)."
      + (piece.next.map { " Next: \($0)." } ?? "")
      + " Programme\(piece.programme.map { " \(CleanText.quote($0))" } ?? ""), elapsed: \(RecordStatus.clock(piece.programmeElapsed))\(all)."
  }

  func plays(_ playback: Playback, from place: MusicalPlace, by asker: String) -> String {
    "From \(self.place(place)) on the music plays \(named(playback)) (requested by \(self.asker(asker)))."
  }

  func plays(_ playback: Playback) -> String { "The music plays \(named(playback))." }

  private func named(_ playback: Playback) -> String {
    let tempo =
      switch playback.tempo {
      case .original: "in its own tempo"
      case .percent: "at \(playback.tempo) of its tempo"
      case .beats: "at tempo \(playback.tempo)"
      }
    let cents = playback.key.cents
    let key =
      if cents == 0 { "in its own key" } else if cents % 100 == 0 {
        "\(count(Int64(abs(cents / 100)), "semitone")) \(cents > 0 ? "higher" : "lower")"
      } else { "\(count(Int64(abs(cents)), "cent")) \(cents > 0 ? "higher" : "lower")" }
    return "\(tempo), \(key)"
  }

  func seeks(_ place: MusicalPlace, by asker: String) -> String {
    "The music moves to \(self.place(place)) (requested by \(self.asker(asker)))."
  }

  func plays(_ from: MusicalPlace, until: MusicalPlace, then next: MusicalPlace?, by asker: String) -> String
  {
    if let next {
      return "The music goes from \(place(until)) to \(place(next)) (requested by \(self.asker(asker)))."
    }
    return
      "The music repeats from \(place(from)) to \(place(until)) (requested by \(self.asker(asker))). \"section off\" lets it go on."
  }

  func repeatsNothing(by asker: String) -> String {
    "The music goes on and repeats no section (requested by \(self.asker(asker)))."
  }

  func section(_ from: MusicalPlace, until: MusicalPlace, then next: MusicalPlace?) -> String {
    next.map { "Goes from \(place(until)) to \(place($0))." }
      ?? "Repeats from \(place(from)) to \(place(until))."
  }

  func entered(_ title: String) -> String { "The section \(CleanText.quote(title)) begins." }

  func section(_ title: String, then next: String?) -> String {
    "In the section \(CleanText.quote(title))" + (next.map { ", then \(CleanText.quote($0))." } ?? ".")
  }

  func click(_ isOn: Bool, by asker: String) -> String {
    isOn
      ? "The click plays on the cue bus (requested by \(self.asker(asker)))."
      : "The click is off (requested by \(self.asker(asker)))."
  }

  func countIn(_ bars: Int?, by asker: String) -> String {
    let what =
      bars.map {
        "\(count(Int64($0), "bar")) of the click \($0 == 1 ? "precedes" : "precede") a start from silence"
      }
      ?? "No count-in precedes a start from silence"
    return "\(what) (requested by \(self.asker(asker)))."
  }

  var clickIsOn: String { "The click is on." }
  func countIn(_ bars: Int) -> String { "Count-in: \(count(Int64(bars), "bar"))." }

  func marked(_ number: Int, _ place: MusicalPlace, by asker: String) -> String {
    "Mark \(number) is at \(self.place(place)) (set by \(self.asker(asker))). \"goto mark \(number)\" leads there."
  }

  func unmarked(_ number: Int, by asker: String) -> String {
    "Mark \(number) is removed (by \(self.asker(asker)))."
  }

  func mark(_ number: Int, _ place: MusicalPlace) -> String { "Mark \(number): \(self.place(place))." }

  func elapsed(_ seconds: Double, ofLoop left: Double) -> String {
    "Elapsed: \(RecordStatus.clock(seconds)). Left in this loop: \(self.seconds(left))."
  }

  func freezes(_ place: MusicalPlace, by asker: String) -> String {
    "The music stands still at \(self.place(place)) (requested by \(self.asker(asker)))."
  }

  func goesOn(_ place: MusicalPlace, by asker: String) -> String {
    "The music goes on from \(self.place(place)) (requested by \(self.asker(asker)))."
  }
}
