import CanonTestSupport
import Foundation

/// A stem's sound file that cannot be read for a while, once or several times.
struct RandomDamage {
  private var random: SplitMix64
  private let path: String
  private let sound: Data
  /// Whether anything happens to it at all.
  private let isDrawn: Bool
  private var isDamaged = false

  /// Damages the file before the performance begins, or not.
  init(seed: UInt64, _ set: SmallSet) throws {
    random = SplitMix64(seed: seed ^ 0xDA)
    path = set.folder.file("\(random.pick(SmallSet.stems.dropFirst().map(\.id))).wav")
    sound = try Data(contentsOf: URL(fileURLWithPath: path))
    isDrawn = random.one(in: 2)
    if isDrawn && random.one(in: 2) { try turn() }
  }

  /// Damages the file, or mends it.
  mutating func mayTurn() throws {
    if isDrawn && random.one(in: 10) { try turn() }
  }

  /// A rendering needs the sounds that were played.
  mutating func mend() throws {
    if isDamaged { try turn() }
  }

  private mutating func turn() throws {
    isDamaged.toggle()
    try (isDamaged ? sound.prefix(sound.count / 2) : sound).write(
      to: URL(fileURLWithPath: path), options: .atomic)
  }
}
