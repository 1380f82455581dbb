import CanonEngine
import CanonFiles
import Foundation

/// A set that was mended: new sound files and a new set file in a folder of their own. The old ones stay as they are.
///
/// Loops that nearly have a length that fits get exactly that, means are taken away, seams that click are crossfaded, and the gains are set
/// so that the loudest choice of stems has a true peak of ``SetMeasurement/target``. What was cut off at full scale stays so.
public struct SetRepair: Sendable {
  /// In the order of the set.
  public let stems: [StemRepair]
  /// The decibels by which every gain has changed.
  public let change: Double
  /// What the new set is like.
  public let after: SetExamination

  /// Why a set cannot be mended.
  public enum Failure: Error, Hashable, Sendable {
    /// The set file has another form than tables `[[stem]]` with a line for each key.
    case uneditable
  }

  /// Whether a set with these problems can be mended.
  public static func canMend(_ problems: [FileProblem]) -> Bool {
    problems.allSatisfy { $0.severity != .error || $0.code == "sound.length" }
  }

  /// Mends a set.
  /// - Parameters:
  ///   - set: A set of which ``canMend(_:)`` is true.
  ///   - folder: It is there, and empty.
  /// - Throws: What it has written is then removed again. A `FileProblem` for a file that cannot be read, a `SoundProblem` for one that cannot be written, a ``Failure``.
  /// - Thread: any control thread (decodes all files, and writes as many)
  public init(_ set: StemSet, into folder: String) async throws {
    let before = Set(Folder.names(in: folder))
    do {
      try await self.init(mending: set, into: folder)
    } catch {
      for name in Folder.names(in: folder) where !before.contains(name) {
        unlink(Folder.path(of: name, in: folder))
      }
      throw error
    }
  }

  private init(mending set: StemSet, into folder: String) async throws {
    let loop = try SetTiming.loopLength(of: set)
    var stems: [StemRepair] = []
    for index in set.stems.indices {
      stems.append(try StemRepair(StemIndex(index), of: set, loop: loop, into: folder))
    }
    self.stems = stems
    let path = Folder.path(of: StemSetFile.name, in: folder)
    func write(_ change: Double) throws -> StemSet {
      let text = Self.text(set, stems, change)
      let new = try Self.read(text, at: path, like: set, stems, change)
      try TextWriter.replace(path, with: text)
      return new
    }
    let first = await SetExamination(of: try write(0))
    change = Self.change(first.measurement?.suggestedChange ?? 0, in: set)
    after = change == 0 ? first : await SetExamination(of: try write(change))
  }

  /// The change, as far as all gains stay in their range.
  private static func change(_ suggested: Double, in set: StemSet) -> Double {
    let gains = set.stems.map(\.gain.value), range = Decibels.range
    let most = range.upperBound - (gains.max() ?? 0), least = range.lowerBound - (gains.min() ?? 0)
    return max(least, min(most, suggested))
  }

  private static func gain(_ stem: StemSpec, _ change: Double) -> Double {
    ((stem.gain.value + change) * 1000).rounded() / 1000
  }

  /// The text of the new set file.
  private static func text(_ set: StemSet, _ stems: [StemRepair], _ change: Double) -> String {
    var edit = TOMLTextEdit(set.text)
    for repair in stems.reversed() {
      let stem = set[repair.index]
      var values: [(key: String, value: String?)] = [("file", "\"\(repair.file)\"")]
      if change != 0 { values.append(("gain", decimal(gain(stem, change)))) }
      if let region = repair.region { values.append(("region", "\"\(region)\"")) }
      if repair.dropsChannels { values.append(("channels", nil)) }
      edit.set(values, at: stem.fileLine ?? 0)
    }
    return edit.text
  }

  private static func decimal(_ value: Double) -> String {
    // With a point in every language; whole numbers too.
    "\(value)"
  }

  /// Reads the new text, to see that it says what it should.
  private static func read(
    _ text: String, at path: String, like set: StemSet, _ stems: [StemRepair], _ change: Double
  ) throws -> StemSet {
    guard let new = try? StemSetFile.parse(path: path, text: text, set.readers),
      new.stems.map(\.id) == set.stems.map(\.id), new.stems.map(\.file) == stems.map(\.file),
      zip(new.stems, set.stems).allSatisfy({ abs($0.gain.value - gain($1, change)) < 1e-9 }),
      zip(new.stems, zip(set.stems, stems)).allSatisfy({ now, old in
        now.channels == (old.1.dropsChannels ? nil : old.0.channels)
          && now.region?.text == (old.1.region ?? old.0.region?.text)
      })
    else { throw Failure.uneditable }
    return new
  }
}
