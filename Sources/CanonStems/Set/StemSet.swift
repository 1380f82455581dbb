import CanonEngine
import CanonFiles

/// The stems that play together, as a `set.toml` describes them; every value is valid.
///
/// Made by ``StemSetFile``. The length of the loop can depend on the base stem's sound file: see ``SetTiming``.
public struct StemSet: Sendable {
  /// The set file as the user named it (not cleaned), to open it and for messages.
  public let file: String
  /// The folder of the set file.
  public let folder: String
  /// The displayed title, cleaned; the folder's name if the file has no title.
  public let title: String
  public let tempo: Tempo?
  public let meter: Meter
  /// In which tempo and key it is played.
  public internal(set) var playback: Playback
  /// Longer than 0. Nil: the loop is as long as the base stem.
  public let loop: TimeSpan?
  /// The defaults that stems inherit.
  public let quanta: QuantumDefaults
  let behaviour: SetBehaviour
  /// Those that read the set's sound files.
  package var readers: SoundReaders
  /// At most ``mostBuses``.
  public let buses: [BusSpec]
  /// In the order of the file, 1...``mostStems``; a ``StemIndex`` counts them.
  public let stems: [StemSpec]
  /// At most ``mostVariants``.
  public let variants: [VariantSpec]
  /// At most ``mostScenes``.
  public let scenes: [SceneSpec]
  /// At most ``mostSections``.
  public let sections: [SectionSpec]
  /// The sounds of the click.
  let click: ClickSpec
  /// What the outputs are connected to, if the user says nothing else.
  public let patch: [PatchRule]

  /// Whether it plays without stems whose files cannot be read.
  public internal(set) var policy = LoadingPolicy.strict
  /// What a performance of it has played; nil unless that is rendered.
  public var recorded: RecordedSounds?
  /// What a performance of it has captured.
  package var captured = CapturedSounds()
  /// The text of the set file.
  public internal(set) var text = ""
  /// Where it is read from.
  public internal(set) var origin: SetOrigin
  /// What canon assumes, as a note; nil if there is a set file.
  public internal(set) var assumption: FileProblem?
  /// Files of an assumed set whose ids depend on which other files are there.
  package internal(set) var namesakes: [String] = []

  var loops = LoopMemory()
  let lines: Lines
  let quantumUses: [QuantumUse]
  /// The index of each stem by its id.
  package let indices: [String: StemIndex]

  public static let mostStems = 4000
  public static let mostBuses = 16
  /// The id of the bus that the player alone hears, which is in no set file. The engine has it after as many buses as a set can have.
  public static let cue = "cue"
  public static let cuePlace = mostBuses
  public static let mostScenes = 1000
  public static let mostSections = 100
  public static let mostVariants = 16

  /// The places of keys in the set file, for problems that are found later.
  struct Lines: Sendable {
    var tempo: Int?
    var loop: Int?
    var playback: Int?
  }

  /// A quantum of the file, and its place.
  struct QuantumUse: Sendable {
    var quantum: Quantum
    var field: String
    var line: Int?
  }

  /// - Precondition: `index` counts one of ``stems``.
  public subscript(index: StemIndex) -> StemSpec { stems[index.int] }

  /// The stem with this id, or nil.
  public func index(of id: String) -> StemIndex? { indices[id] }

  /// The ids of all outputs: the master, the stems, the buses and the cue bus.
  public var outputs: [String] { Self.outputs(stems: stems.map(\.id), buses: buses.map(\.id)) }

  static func outputs(stems: [String], buses: [String]) -> [String] {
    [PatchOutput.master] + stems + buses + [cue]
  }

  /// The stems that play from the start; may be empty.
  public var bases: [StemIndex] { stems.indices.filter { stems[$0].isBase }.map(StemIndex.init) }

  /// The names of the groups of stems that exclude each other, each once, in the order of the file.
  public var groups: [String] {
    var seen = Set<String>()
    return stems.compactMap(\.group).filter { seen.insert($0.lowercased()).inserted }
  }

  /// The duration of a gain change within a signal, in milliseconds: 0...1000.
  public var rampMilliseconds: Double { behaviour.rampMilliseconds }
  /// How late after a boundary a command still counts for it, in milliseconds: 0...1000.
  public var graceMilliseconds: Double { behaviour.graceMilliseconds }
  /// What a press does while a change is pending.
  public var secondPress: SecondPress { behaviour.secondPress }
  /// What the pause key does.
  public var pause: PauseKind { behaviour.pause }
  /// The seed of random choices: 0...2^53.
  public var seed: UInt64 { behaviour.seed }

  /// Whether each stem has ports of its own. A JACK client has at most 2032 ports, two for each stem, each bus and
  /// the master; larger sets have those of the buses and the master alone.
  public var hasStemPorts: Bool { stems.count <= 1000 - buses.count }

  /// The file to name in messages: nobody can look into a set file that is not there.
  package var shownFile: String { assumption == nil ? file : folder }
  private func shown(_ line: Int?) -> Int? { assumption == nil ? line : nil }

  /// A problem at a place of this set's file.
  func problem(
    line: Int?, field: String, found: String? = nil, _ advice: some FileAdvice
  ) -> FileProblem {
    FileProblem(file: shownFile, line: shown(line), field: field, found: found, advice)
  }

  /// A problem of a stem's sound file, at the line that names it.
  func problem(of stem: StemSpec, _ cause: SoundProblem.Cause) -> FileProblem {
    problem(of: stem, cause, file: stem.file, line: stem.fileLine)
  }

  /// - Parameter file: The name as the user gave it.
  func problem(of stem: StemSpec, _ cause: SoundProblem.Cause, file name: String, line: Int?) -> FileProblem {
    FileProblem(
      file: shownFile, line: shown(line), field: "\(stem.name): file",
      SoundAdvice(cause: cause, file: name, isNamed: true))
  }
}
