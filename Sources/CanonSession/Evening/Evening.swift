import CanonEngine
import CanonSchedule
import CanonStems

/// Everything from which a performance goes on when canon itself has ended without a `quit`: killed, by a signal, or with the machine.
public struct Evening: Hashable, Sendable {
  /// A command that waits for its frame.
  package struct Waiting: Hashable, Sendable {
    package let time: CommandTime
    package let command: ControlCommand
    package let at: FramePosition
    package let by: Asker

    package init(_ time: CommandTime, _ command: ControlCommand, at: FramePosition, by: Asker) {
      (self.time, self.command, self.at, self.by) = (time, command, at, by)
    }
  }

  /// A piece of a programme, which may be edited before the evening goes on.
  package struct Piece: Hashable, Sendable {
    /// Counted from 1.
    package let number: Int
    /// Its `source` as the programme has it; nil in the text of a canon that did not write it.
    package let source: String?

    package init(_ number: Int, source: String? = nil) { (self.number, self.source) = (number, source) }
  }

  /// The solo of a stem that has joined, for a number of loops.
  package struct Ritual: Hashable, Sendable {
    package let stem: String
    package let loops: Int
    /// The boundary that ends it, as a place in the music; nil until the stem has begun.
    package let end: FramePosition?

    package init(_ stem: String, loops: Int, end: FramePosition?) {
      (self.stem, self.loops, self.end) = (stem, loops, end)
    }
  }

  /// When the clock had its position. The music goes on from there by the machine's clock.
  public package(set) var time: Instant
  public package(set) var music: Music
  /// The number of the edition that plays.
  package var edition = 1
  /// The piece of the programme that plays; nil without a programme.
  package var piece: Piece?
  /// Whether a panic has come while that plays, and is not undone: it does not end by itself.
  package var hasPanicked = false
  /// The tempo and key in which it plays; nil in the text of a canon that had none.
  package var playback: Playback?
  /// The frame of bar 1 and of loop 1 for `at`.
  package var counted: FramePosition = 0
  /// The last audible gain of the master.
  package var audibleMaster = Decibels(0)!
  /// In the order of their numbers, which are all different.
  package var marks: [Mark] = []
  /// The scene that was run last.
  package var scene: String?
  /// The stems whose doors were shut.
  package var shut: Set<String> = []
  package var rituals: [Ritual] = []
  package var waiting: [Waiting] = []
  /// What people have connected and cut.
  public package(set) var wiring = KeptWiring()
  /// What the command line said of connections.
  public package(set) var connections = ConnectionOptions.none

  /// When it was written down, if it goes on from where it was, whatever time has passed; nil if it goes on by the machine's clock.
  package var saved: Instant?

  package init(time: Instant, music: Music) { (self.time, self.music) = (time, music) }

  /// The oldest evening from which canon goes on, in seconds.
  public static let longestAge = 24.0 * 3600

  /// The time since it was written, in seconds; 0 if it goes on from where it was. A clock that was set back makes it 0, too.
  public func age(at now: Instant) -> Double { saved == nil ? max(0, time.seconds(to: now)) : 0 }

  public func isTooOld(at now: Instant) -> Bool { age(at: now) > Self.longestAge }

  /// The frames that have passed since on a clock of this rate.
  public func passed(at now: Instant, _ rate: SampleRate) -> FrameCount {
    FrameCount((age(at: now) * Double(rate.hertz)).rounded())
  }

  /// Where it goes on, on a clock of this rate: its position, and the frames that have passed since.
  public func place(at now: Instant, _ rate: SampleRate) -> (position: FramePosition, passed: FrameCount) {
    (music.position.scaled(from: music.rate, to: rate), passed(at: now, rate))
  }

  /// The same evening, which goes on from where it was at a later time.
  package func standing(until now: Instant) -> Evening {
    var evening = self
    (evening.saved, evening.time) = (time, now)
    return evening
  }

  /// The same evening, whose music stands where it is until somebody lets it go on.
  package var halted: Evening {
    var evening = self
    evening.music.halt = .stands
    return evening
  }

  /// The same evening, whose stems have begun when those of another one have.
  package func beginning(as other: Evening) -> Evening {
    var evening = self
    for (place, layer) in evening.music.layers.enumerated() {
      guard let begun = other.music.layers.first(where: { $0.id == layer.id }) else { continue }
      evening.music.layers[place].began = begun.began
    }
    return evening
  }

  /// Whether another evening says the same, wherever the music is by now.
  package func hasSame(as other: Evening) -> Bool {
    var moved = other
    (moved.time, moved.music.position, moved.saved) = (time, music.position, saved)
    return self == moved
  }

  /// Whether another evening says the same of music that has gone on evenly.
  func isSame(as other: Evening) -> Bool {
    guard hasSame(as: other) else { return false }
    let drift = other.time.seconds(to: time) - music.rate.seconds(music.position - other.music.position)
    return music.halt == .stands || abs(drift) < Self.smallestJump
  }

  /// Seconds by which the music is elsewhere than expected, from which on that is written down.
  private static let smallestJump = 0.002
}
