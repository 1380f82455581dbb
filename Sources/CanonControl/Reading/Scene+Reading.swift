import CanonEngine
import CanonFiles
import CanonSession
import CanonStems

extension Scene {
  /// Reads every scene of a set.
  /// - Parameter timing: The timing of the set; with nil, bars and beats are not checked.
  /// - Throws: All problems of their commands.
  static func all(of set: StemSet, timing: SetTiming?) throws(FileProblems) -> [Scene] {
    var problems: [FileProblem] = []
    var scenes: [Scene] = []
    for spec in set.scenes {
      var commands: [ControlCommand] = []
      for text in spec.commands {
        do throws(CommandProblem) {
          commands.append(try command(text, in: set, timing: timing))
        } catch {
          problems.append(
            FileProblem(
              file: set.file, line: spec.line, field: "scene \"\(spec.id)\": commands",
              ScoreAdvice.sceneCommand(text, error)))
        }
      }
      // A scene happens on one frame, and each stem has its own tops.
      let usual = set.quanta.start.unit == .stem ? .loop : set.quanta.start
      scenes.append(Scene(id: spec.id, quantum: spec.quantum ?? usual, commands: commands))
    }
    if !problems.isEmpty { throw FileProblems(problems) }
    return scenes
  }

  /// Reads them for a program.
  static let reader: Program.SceneReader = { (set, timing) throws(FileProblems) in
    try all(of: set, timing: timing)
  }

  /// All problems of the scenes of a set.
  static func problems(of set: StemSet) -> [FileProblem] {
    do throws(FileProblems) {
      _ = try all(of: set, timing: try? SetTiming(of: set))
      return []
    } catch {
      return error.problems
    }
  }

  private static func command(
    _ text: String, in set: StemSet, timing: SetTiming?
  ) throws(CommandProblem) -> ControlCommand {
    let command = try CommandParser.parse(text, at: .scenes)
    if let timing { try check(command, timing) }
    if let stems = command.selection {
      _ = try stems.indices(in: set, for: command)
    }
    return command
  }

  /// Refuses commands with bars or beats that the set does not have.
  private static func check(_ command: ControlCommand, _ timing: SetTiming) throws(CommandProblem) {
    let hasBars = timing.barsPerLoop > 0, hasBeats = timing.beatsPerLoop > 0
    switch command.quantum?.unit {
    case .bar where !hasBars, .beat where !hasBeats: throw .noGrid(command.quantum ?? .now)
    default: break
    }
    switch command.fade?.length {
    case .bars(let count) where !hasBars: throw .noSuchFade(.bars(count))
    case .beats(let count) where !hasBeats: throw .noSuchFade(.beats(count))
    case .loops, .bars, .beats, .microseconds, .frames, nil: break
    }
  }
}
