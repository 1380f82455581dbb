import CanonEngine

/// A message of the MIDI clock, and the number of frames that were delivered before it.
public struct Tick: Equatable, Sendable {
  public let frame: Int64
  public let bytes: [UInt8]

  public init(_ frame: Int64, _ bytes: [UInt8]) { (self.frame, self.bytes) = (frame, bytes) }
}

/// The slow reference for the MIDI clock, frame by frame.
public struct SlowTicks: Sendable {
  public private(set) var sent: [Tick] = []
  private let beatsPerWhole: Int64
  /// The number of frames that were delivered.
  private var frame: Int64 = 0
  /// The music's position on the last frame, and its loop; nil unless receivers run.
  private var last: (place: Int64, loop: Loop)?
  /// The next tick and its position.
  private var next: (number: Int64, place: Int64) = (0, 0)

  /// - Parameter beatsPerWhole: The lower number of the meter.
  init(beatsPerWhole: Int64) { self.beatsPerWhole = beatsPerWhole }

  /// A loop and its quarter notes.
  private struct Loop: Sendable {
    let numerator: Int64
    let denominator: Int64
    let ticks: Int64

    init?(_ grid: Grid, beatsPerWhole: Int64) {
      guard grid.beatsPerLoop > 0 else { return nil }
      (numerator, denominator) = (grid.loop.numerator, grid.loop.denominator)
      ticks = Int64(grid.beatsPerLoop) * 24 * 4 / beatsPerWhole
      // A line of boundaries has at least a frame between two.
      if Int128(numerator) < Int128(denominator) * Int128(ticks) { return nil }
    }

    /// `round(k * loop / ticks)`, halves up.
    func place(of tick: Int64) -> Int64 {
      let divisor = 2 * Int128(denominator) * Int128(ticks)
      let dividend = 2 * Int128(tick) * Int128(numerator) + divisor / 2
      let quotient = dividend / divisor
      return Int64(dividend < 0 && quotient * divisor != dividend ? quotient - 1 : quotient)
    }

    /// Whether ticks are as far apart as those of another loop.
    func isLike(_ other: Loop) -> Bool {
      Int128(numerator) * Int128(other.denominator) * Int128(other.ticks)
        == Int128(other.numerator) * Int128(denominator) * Int128(ticks)
    }

    /// About the tick at a position, never after it.
    func tick(before place: Int64) -> Int64 {
      max(0, Int64(Int128(place) * Int128(denominator) * Int128(ticks) / Int128(numerator)) - 2)
    }
  }

  /// Passes over a frame that is delivered.
  /// - Parameters:
  ///   - place: The music's position.
  ///   - stands: Whether the music stands still.
  mutating func pass(at place: Int64, stands: Bool, _ grid: Grid) {
    defer { frame += 1 }
    guard !stands, let loop = Loop(grid, beatsPerWhole: beatsPerWhole) else { return stop() }
    if last.map({ $0.place != place - 1 || !$0.loop.isLike(loop) }) ?? true { begin(loop, place) }
    last = (place, loop)
    while next.place == place {
      sent.append(Tick(frame, [0xF8]))
      next = (next.number + 1, loop.place(of: next.number + 1))
    }
  }

  private mutating func stop() {
    if last != nil { sent.append(Tick(frame, [0xFC])) }
    last = nil
  }

  private mutating func begin(_ loop: Loop, _ place: Int64) {
    stop()
    var sixteenth = loop.tick(before: place) / 6
    while loop.place(of: 6 * sixteenth) < place { sixteenth += 1 }
    next = (6 * sixteenth, loop.place(of: 6 * sixteenth))
    if sixteenth == 0 {
      sent.append(Tick(frame, [0xFA]))
    } else {
      sent.append(Tick(frame, [0xF2, UInt8(sixteenth % 128), UInt8(sixteenth / 128 % 128)]))
      sent.append(Tick(frame, [0xFB]))
    }
  }
}
