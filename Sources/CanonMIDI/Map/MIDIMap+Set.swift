import CanonFiles
import CanonStems

/// The map in a set's file: its table `[midi]`, which has the content of `midi.toml`.
extension MIDIMap {
  /// The map of a set's own table; nil if it has none.
  /// - Throws: All problems of the table.
  public static func own(of set: StemSet) throws(FileProblems) -> MIDIMap? {
    set.text.isEmpty ? nil : try own(path: set.file, text: set.text)
  }

  /// Reads `text` as the content of the set file `path`.
  static func own(path: String, text: String) throws(FileProblems) -> MIDIMap? {
    let file = try TOMLFile(path: path, text: text)
    let table = file.root.subtable("midi", MIDIAdvice.ofSets)
    let map = table.map { MIDIMapReader(root: $0).map() }
    try file.throwProblems()
    return map
  }

  /// The problems of a set's own table, for `canon check`.
  public static func problems(of set: StemSet) -> [FileProblem] {
    do throws(FileProblems) {
      _ = try own(of: set)
      return []
    } catch {
      return error.problems
    }
  }

  /// The map with which a set is played: this one of the user, where the set's own says nothing else.
  public func under(_ set: MIDIMap) -> MIDIMap {
    var map = self
    map.actions.merge(set.actions) { $1 }
    map.ofSet = Set(set.actions.keys)
    // A line for one channel would come before the set's for all.
    for source in actions.keys where source.channel != nil && set.actions[source.onAnyChannel] != nil {
      if set.actions[source] == nil { map.actions[source] = nil }
    }
    if !set.rows.isEmpty { map.rows = set.rows }
    map.ports = set.ports ?? ports
    map.clock = set.clock ?? clock
    map.transport = set.transport ?? transport
    map.lights = set.lights ?? lights
    map.device = set.device ?? device
    return map
  }
}
