/// Where the fields of a stem's rows stand, in cells: the same for all stems and for the master, so that the
/// eye finds each field below its own.
struct StemColumns: Equatable {
  /// How many rows a stem takes.
  enum Height: Int, CaseIterable {
    case one = 1
    /// A channel in each row.
    case two = 2
    /// Two, and an empty one.
    case three = 3
    /// Two for each channel, and an empty one.
    case five = 5
    /// Three for each channel, and an empty one.
    case seven = 7
    /// Four for each channel, and an empty one.
    case nine = 9

    /// Without the empty one.
    var inner: Int { self == .one ? 1 : self == .two ? 2 : rawValue - 1 }
  }

  let width: Int
  let key: Int
  let name: Int
  /// The state's mark and word; 1: its mark alone.
  let state: Int
  /// What comes next; 0: no room.
  let next: Int
  /// The waveform's own field; 0: it stands below the name, if there is a row for it.
  let wave: Int
  /// Without the cap; 0: no room.
  let meter: Int
  /// Gain and, below it, pan; 0: no room.
  let gain: Int

  /// Whether the loop's ruler stands above the waveforms, each beat above what sounds on it.
  let hasRuler: Bool

  static let stateWidth = 8

  /// - Parameters:
  ///   - width: The width of a column of stems.
  ///   - key: The widest key's width.
  ///   - beats: The number of beats of the loop, and of its bars; 0 without a tempo.
  init(width: Int, key: Int, bars: Int = 0, beats: Int = 0) {
    let width = max(0, width)
    let key = min(max(1, key), max(1, min(5, width / 8)))
    (self.width, self.key) = (width, key)
    let rest = width - Self.nameStart(key)
    var isRuled = false
    switch width {
    case 130...:
      (state, next, gain) = (Self.stateWidth, 15, 6)
      // gaps and the meter's cap
      let free = rest - 2 - state - 2 - next - 2 - 2 - 2 - gain - 2
      name = min(40, free / 4)
      // The pictures have most of it; a ruler above them gives each beat as many cells as any other, and the meters
      // have the rest.
      let room = free - name - free * 3 / 10
      let ruler = LoopRuler.length(bars: bars, beats: beats, room: room + 1)
      isRuled = room >= max(60, 2 * beats)
      wave = isRuled ? ruler : room
      meter = free - name - wave
    case 64..<130:
      (state, next, gain, wave) = (Self.stateWidth, 13, 6, 0)
      let free = rest - 2 - state - 2 - next - 2 - 2 - gain - 1
      meter = free * 12 / 25
      name = free - meter
    case 36..<64:
      (state, next, gain, wave) = (Self.stateWidth, 9, 0, 0)
      let free = rest - 2 - state - 1 - next - 1 - 1
      meter = free * 2 / 5
      name = free - meter
    case 20..<36:
      (state, next, gain, wave, meter) = (Self.stateWidth, 0, 0, 0, 0)
      name = rest - 2 - state
    default:
      (state, next, gain, wave, meter) = (1, 0, 0, 0, 0)
      name = max(0, rest - 3)
    }
    hasRuler = isRuled
  }

  /// Between fields, but for the one before the state, which is always 2: a solo is marked there.
  var gap: Int { width >= 64 ? 2 : 1 }
  var nameStart: Int { Self.nameStart(key) }
  var stateStart: Int { nameStart + name + 2 }
  var nextStart: Int { stateStart + state + gap }
  /// Behind the last field of words.
  var wordsEnd: Int { next > 0 ? nextStart + next : stateStart + state }
  var waveStart: Int { wave > 0 ? wordsEnd + 2 : nameStart }
  /// In the field of its own, or below the words.
  var waveWidth: Int { wave > 0 ? wave : wordsEnd - nameStart }
  var meterStart: Int { wave > 0 ? waveStart + wave + 2 : wordsEnd + gap }
  var gainStart: Int { meterStart + meter + 2 }

  /// Behind the selection's mark, the key and a space.
  private static func nameStart(_ key: Int) -> Int { 1 + key + 1 }
}
