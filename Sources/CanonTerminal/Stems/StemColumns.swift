/// The columns of the fields in a stem's rows, in cells. They are the same for all stems and for the master, so that
/// equal fields are aligned.
struct StemColumns: Equatable {
  /// The number of rows of a stem.
  enum Height: Int, CaseIterable {
    case one = 1
    /// A channel in each row.
    case two = 2
    /// Two rows and an empty one.
    case three = 3
    /// Two rows for each channel and an empty one.
    case five = 5
    /// Three rows for each channel and an empty one.
    case seven = 7
    /// Four rows for each channel and an empty one.
    case nine = 9

    /// The number of rows without the empty one.
    var inner: Int { self == .one ? 1 : self == .two ? 2 : rawValue - 1 }
  }

  let width: Int
  let key: Int
  let name: Int
  /// The width of the state's mark and word; 1 for the mark alone.
  let state: Int
  /// The width of the pending change; 0 if there is no room.
  let next: Int
  /// The width of the waveform's own field; 0 if it is below the name, in a second row.
  let wave: Int
  /// The width of the meter without the cap; 0 if there is no room.
  let meter: Int
  /// The width of the gain and, below it, the pan; 0 if there is no room.
  let gain: Int

  /// Whether the loop's ruler is above the waveforms, with each beat above its part of the picture.
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
      // The pictures get most of it. A ruler above them gives all beats the same number of cells, and the meters
      // get the rest.
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

  /// The gap between fields, except for the one before the state, which is always 2 because a solo is marked there.
  var gap: Int { width >= 64 ? 2 : 1 }
  var nameStart: Int { Self.nameStart(key) }
  var stateStart: Int { nameStart + name + 2 }
  var nextStart: Int { stateStart + state + gap }
  /// The end of the last field of words.
  var wordsEnd: Int { next > 0 ? nextStart + next : stateStart + state }
  var waveStart: Int { wave > 0 ? wordsEnd + 2 : nameStart }
  /// The width of the waveform in its own field or below the words.
  var waveWidth: Int { wave > 0 ? wave : wordsEnd - nameStart }
  var meterStart: Int { wave > 0 ? waveStart + wave + 2 : wordsEnd + gap }
  var gainStart: Int { meterStart + meter + 2 }

  /// The column after the selection's mark, the key and a space.
  private static func nameStart(_ key: Int) -> Int { 1 + key + 1 }
}
