import CanonFiles
import CanonSchedule
import CanonStems

/// What a performance plays: a set with its timing and scenes, behind the doors of a schedule. A reload replaces it while the music
/// goes on.
public struct Program: Sendable {
  /// What was read, which all copies share: every command copies its program, and a set has many parts.
  final class Parts: Sendable {
    let set: StemSet
    let schedule: Schedule?
    let timing: SetTiming
    let scenes: [Scene]

    init(_ set: StemSet, _ schedule: Schedule?, _ timing: SetTiming, _ scenes: [Scene]) {
      (self.set, self.schedule, self.timing, self.scenes) = (set, schedule, timing, scenes)
    }
  }

  /// Its number among those of the performance, from 1.
  public package(set) var number = 1
  let parts: Parts
  public var set: StemSet { parts.set }
  /// nil leaves every stem open.
  public var schedule: Schedule? { parts.schedule }
  public var timing: SetTiming { parts.timing }
  var scenes: [Scene] { parts.scenes }
  /// What the user's own file says about the connections of this set.
  package var userPatch: [PatchRule] = []
  /// In which tempo and key it is played, if somebody has asked for others than the set's file has: a reload keeps them.
  package var playback: Playback?
  /// The piece of a programme that it is; nil without one.
  public package(set) var piece: PlayedPiece?
  /// If it begins as another piece instead of continuing the program before: the silence between the two, in microseconds.
  package var begins: Int64?

  /// Reads the scenes of a set.
  package typealias SceneReader = @Sendable (StemSet, SetTiming) throws(FileProblems) -> [Scene]

  /// - Throws: The reason why the set has no loop, or why a scene is invalid.
  /// - Thread: any control thread (reads headers of sound files)
  package init(
    _ set: StemSet, _ schedule: Schedule?, scenes: SceneReader
  ) throws(FileProblems) {
    let timing: SetTiming
    do { timing = try SetTiming(of: set) } catch { throw FileProblems([error]) }
    parts = Parts(set, schedule, timing, try scenes(set, timing))
  }

  /// Whether its cue bus is connected to something, and has ports from the beginning.
  var wantsCue: Bool {
    (self.set.patch + userPatch).contains { !$0.output.isPattern && $0.output.matches(StemSet.cue) }
      || self.set.stems.contains { $0.sends.contains { $0.bus == StemSet.cue } }
  }

  /// The source, without the name given by the user.
  public var source: Source { Source(name: "", set: set, schedule: schedule) }
  /// The ids of the scenes.
  public var sceneNames: [String] { scenes.map(\.id) }
  /// The names of the tempos and keys that the set names.
  public var variantNames: [String] { self.set.variants.map(\.name) }
  /// The ids of the named sections.
  public var sectionNames: [String] { self.set.sections.map(\.id) }
  /// What it is read again from.
  var origin: SetOrigin { schedule.map { .path($0.path) } ?? set.origin }
  /// For a journal.
  var text: ProgramText {
    ProgramText(
      schedule: schedule.map { .init(of: $0.path, text: $0.text) }, set: .init(of: set.file, text: set.text),
      stretcher: set.stretcher, begins: begins)
  }
}

/// The texts that a program was read from.
public struct ProgramText: Hashable, Sendable {
  public struct File: Hashable, Sendable {
    /// With all links resolved, if the file was there; other paths in the text are relative to it.
    public let path: String
    public let text: String

    public init(path: String, text: String) { (self.path, self.text) = (path, text) }

    /// A file of the disk.
    init(of path: String, text: String) {
      self.init(path: ContainedPath.realPath(path) ?? ContainedPath.realPath(ofMissing: path), text: text)
    }
  }

  public let schedule: File?
  public let set: File
  /// What has stretched the stems, another version of which may give other bits; nil for nothing.
  public let stretcher: String?
  /// If the program begins as another piece: the silence before it, in microseconds.
  public let begins: Int64?

  public init(schedule: File?, set: File, stretcher: String? = nil, begins: Int64? = nil) {
    (self.schedule, self.set, self.stretcher, self.begins) = (schedule, set, stretcher, begins)
  }
}
