import CanonEngine
import CanonSession

/// `status` in English.
extension English {
  func now(_ title: String, at place: MusicalPlace) -> String { "\(title): now at \(self.place(place))." }
  func noServer(_ title: String) -> String {
    "\(title): there is no server; the music goes on when there is one."
  }
  var musicIsFrozen: String { "The music stands still. Type \"resume\" to let it go on." }
  var performanceIsPaused: String { "Paused: the clock runs on. Type \"resume\" to hear it again." }

  func cycle(loops: Int64?, seconds: Double) -> String {
    let length = self.seconds(seconds)
    return "Common cycle: \(loops.map { count($0, "loop") + " (\(length))" } ?? length)."
  }

  var cycleTooLong: String { "Common cycle: longer than the clock reaches." }

  func next(_ value: String, from place: MusicalPlace?) -> String { " (\(value)\(when(place)))" }

  private func when(_ place: MusicalPlace?) -> String {
    place.map { " from \(self.place($0))" } ?? ", not received yet"
  }

  func master(_ gain: String) -> String { "gain \(gain)." }
  func levels(gain: String, pan: String) -> String { "Gain \(gain), pan \(pan)." }
  func solo(_ mode: String) -> String { "Solo \(mode)." }
  func file(_ name: String) -> String { "File \(name)." }
  func nextFile(_ name: String, from place: MusicalPlace?) -> String { "Next file \(name)\(when(place))." }

  func requested(_ state: StemState) -> String {
    let verb = verb(state)
    return verb.prefix(1).uppercased() + verb.dropFirst() + when(nil) + "."
  }

  var stemIsPaused: String { "Paused." }

  func stemPauses(_ isOn: Bool, at place: MusicalPlace?) -> String {
    let place = place.map { " at \(self.place($0))" } ?? ", not received yet"
    return "\(isOn ? "Pauses" : "Paused; resumes")\(place)."
  }

  func ends(at place: MusicalPlace) -> String { "Ends at \(self.place(place))." }
  func follows(at place: MusicalPlace) -> String { "Follow action at \(self.place(place))." }
  var stemIsBase: String { "Base." }
  var stemIsUnreadable: String { "Its sound file cannot be read." }
}
