import CanonEngine
import CanonFiles

/// In which tempo and key a set is played (`[playback]` in its file).
public struct Playback: Hashable, Sendable {
  public var tempo = PlayedTempo.original
  public var key = Transposition.original

  /// As the music is.
  public static let original = Playback()

  public init(tempo: PlayedTempo = .original, key: Transposition = .original) {
    (self.tempo, self.key) = (tempo, key)
  }

  public var isOriginal: Bool { self == .original }

  /// The name of its table in a set file.
  static let table = "playback"
}

extension StemSet {
  /// How fast it is played.
  var speed: Speed { playback.tempo.speed(of: tempo) ?? .own }

  /// The same tempo and key in its shortest form, in which the set can be played.
  /// - Throws: Why it cannot be played so.
  package func playable(_ playback: Playback) throws(FileProblem) -> Playback {
    guard let speed = playback.tempo.speed(of: tempo) else {
      throw problem(
        line: nil, field: "tempo", found: playback.tempo.description,
        tempo == nil && playback.tempo.isInBeats ? PlaybackAdvice.noTempo : .tempoOutside(tempo))
    }
    return Playback(tempo: speed == .own ? .original : playback.tempo, key: playback.key)
  }

  /// The set in another tempo and key. Its text says so, so that a text alone says what was played.
  /// - Throws: Why it cannot be played so.
  /// - Thread: any control thread (resolves paths)
  public func played(as playback: Playback) throws(FileProblems) -> StemSet {
    let wanted: Playback
    do { wanted = try playable(playback) } catch { throw FileProblems([error]) }
    if wanted == self.playback { return self }
    var edit = TOMLTextEdit(text)
    if let line = lines.playback, !edit.isHeader(of: Playback.table, at: line) {
      throw FileProblems([problem(line: line, field: Playback.table, PlaybackAdvice.otherForm)])
    }
    edit.set("tempo", TOMLText.quote(wanted.tempo.description), inTable: Playback.table)
    edit.set("key", TOMLText.quote(wanted.key.description), inTable: Playback.table)
    return try withText(edit.text)
  }
}

extension TableReader {
  /// Reads the table of a set that says how it is played.
  /// - Parameter own: The set's own tempo; nil if it names none, or a wrong one.
  func playback(_ own: Tempo?) -> Playback {
    guard let table = subtable(Playback.table, PlaybackAdvice.table) else { return .original }
    table.title = Playback.table
    let playback = table.tempoAndKey(own, isOwnWrong: own == nil && value("tempo") != nil)
    table.finish()
    return playback
  }

  /// Reads the tables of a set that name tempos and keys.
  func variants(_ tables: [TableReader], _ own: Tempo?) -> [VariantSpec] {
    var names = IDReader(.variant)
    return tables.enumerated().compactMap { number, table in
      let name = names.read(table, number: number + 1)
      let playback = table.tempoAndKey(own, isOwnWrong: own == nil && value("tempo") != nil)
      table.finish()
      return name.map { VariantSpec(name: $0, playback: playback) }
    }
  }

  /// - Parameters:
  ///   - own: The set's own tempo; nil if it names none, or a wrong one.
  ///   - isOwnWrong: Whether it names a wrong one, which is reported itself.
  private func tempoAndKey(_ own: Tempo?, isOwnWrong: Bool) -> Playback {
    let table = self
    var playback = Playback()
    if let tempo = table.written("tempo", PlayedTempo.init, PlaybackAdvice.tempo) {
      if tempo.speed(of: own) != nil {
        playback.tempo = tempo
      } else if own == nil, tempo.isInBeats {
        if !isOwnWrong { table.report("tempo", found: tempo.description, PlaybackAdvice.noTempo) }
      } else {
        table.report("tempo", found: tempo.description, PlaybackAdvice.tempoOutside(own))
      }
    }
    playback.key = table.written("key", Transposition.init, PlaybackAdvice.key) ?? .original
    return playback
  }

  /// A text or a number that represents a value; reported if it does not.
  private func written<Value>(_ key: String, _ parse: (String) -> Value?, _ advice: some FileAdvice) -> Value?
  {
    guard let value = value(key) else { return nil }
    if let new = parse(value.string ?? Self.show(value)) { return new }
    report(key, found: Self.show(value), advice)
    return nil
  }
}
