import CanonEngine
import CanonFiles

/// The stems that play together, as a `set.toml` describes them; every value is valid.
///
/// Made by ``StemSetFile``. How long the loop lasts may depend on the base stem's sound file: see ``SetTiming``.
public struct StemSet: Sendable {
  /// The set file as the user named it (not cleaned), to open it and for messages.
  public let file: String
  /// The folder in which the set file lies.
  public let folder: String
  /// What people see, cleaned; the folder's name when the file gives none.
  public let title: String
  public let tempo: Tempo?
  public let meter: Meter
  /// Nil: the loop is as long as the base stem.
  public let loop: LoopSpecification?
  /// What stems inherit.
  public let quanta: QuantumDefaults
  /// In the order of the file, 1...``mostStems``; a ``StemIndex`` counts them.
  public let stems: [StemSpec]

  let lines: Lines
  let quantumUses: [QuantumUse]

  /// A JACK client has at most 2032 ports: two for the master, two for each stem.
  public static let mostStems = 1000

  /// Where the set file says what, for problems that are found later.
  struct Lines: Sendable {
    var tempo: Int?
    var loop: Int?
  }

  /// A quantum as it was written, and where.
  struct QuantumUse: Sendable {
    var quantum: Quantum
    var field: String
    var line: Int?
  }

  /// - Precondition: `index` counts one of ``stems``.
  public subscript(index: StemIndex) -> StemSpec { stems[index.int] }

  /// The stem with this id, or nil.
  public func index(of id: String) -> StemIndex? { stems.firstIndex { $0.id == id }.map(StemIndex.init) }

  /// The stems that sound from the start; may be empty.
  public var bases: [StemIndex] { stems.indices.filter { stems[$0].isBase }.map(StemIndex.init) }

  /// A problem at a place of this set's file.
  func problem(
    line: Int?, field: String, found: String?, _ words: SetWording.Words
  ) -> FileProblem {
    FileProblem(
      file: file, line: line, field: field, found: found, expected: words.expected, remedy: words.remedy)
  }

  /// A stem's sound file is not what it should be: said at the line that names it.
  func problem(of stem: StemSpec, _ cause: SoundProblem.Cause) -> FileProblem {
    let words = cause.words(for: stem.file)
    return FileProblem(
      file: file, line: stem.fileLine, field: "\(stem.name): file",
      found: "\(CleanText.quote(stem.file)): \(words.found)", expected: words.expected, remedy: words.remedy)
  }
}
