import CanonEngine
import CanonFiles

extension AssumedSet {
  /// The text of the set file: what plays, with what is only guessed in comments.
  /// - Parameter title: nil for the folder's name.
  package var text: String {
    var lines = [
      "# The stems of this folder, as canon assumes them. Documentation/Formats.md describes every key.", "",
    ]
    lines += tempoLines
    lines += loopLines
    for index in 0...sounds.count {
      for file in unreadable where file.place == index {
        lines += stem(file.name, file.file, note: "cannot be read")
      }
      if index < sounds.count { lines += stem(index) }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func stem(_ index: Int) -> [String] {
    let sound = sounds[index]
    var lines = stem(sound.name, sound.file, note: length(sound.info))
    if let region = sound.info.loop, let points = sound.loopPoints {
      lines.append(
        "region = \(Self.quoted(points.region))   # the loop that the file names (\(points.source.words)): "
          + Self.length(region.upperBound - region.lowerBound, at: sound.info.sampleRate))
    }
    if index == base { lines.append("base  = true   # plays from the start") }
    if loop.misfits.contains(index), !isNearMiss(index) {
      lines.append("length = \"free\"   # no simple share of the loop: it shifts against the others")
    }
    return lines
  }

  private func stem(_ name: AssumedName, _ file: String, note: String) -> [String] {
    let title = name.title == name.id ? [] : ["title = \(Self.quoted(name.title))"]
    return ["", "[[stem]]", "id    = \(Self.quoted(name.id))"] + title
      + ["file  = \(Self.quoted(file))   # \(note)"]
  }

  private var tempoLines: [String] {
    switch tempo {
    case .stated(let tempo, let source): ["tempo = \(tempo)   # stated by the files' \(source.rawValue)"]
    case .unfitting(let tempo, let source):
      ["# The \(source.rawValue) state \(tempo) beats per minute, of which the loop is no whole number."]
        + candidateLines
    case .contradictory(let source): ["# The \(source.rawValue) state different tempos."] + candidateLines
    case .unknown: candidateLines
    }
  }

  private var candidateLines: [String] {
    let candidates = AssumedTempo.candidates(loop.length, at: sounds[base].info.sampleRate)
    if candidates.isEmpty { return ["# tempo = 120   # beats per minute: gives the quanta beat and bar"] }
    return ["# A tempo gives the quanta beat and bar. Those at which the loop is a number of bars of 4/4:"]
      + candidates.map { "# tempo = \($0.tempo)   # \($0.bars) \($0.bars == 1 ? "bar" : "bars")" }
  }

  /// Without the key the loop is as long as the base.
  private var loopLines: [String] {
    let info = sounds[base].info
    if let tempo = tempo.tempo {
      let beats = Int((loop.length.seconds * tempo.beatsPerMinute / 60).rounded())
      return ["loop  = \"\(beats) beats\"   # \(Self.seconds(loop.length.seconds)) s"]
    }
    let how =
      loop.count == sounds.count
      ? "every file" : "\(loop.count) of \(sounds.count) files"
    let seconds = Self.seconds(loop.length.seconds)
    if loop.length == LoopLength(frames: info.loopFrames, at: info.sampleRate) {
      return ["# The loop is as long as the base: \(seconds) s, as \(how)."]
    }
    // Frames are those of the base's file; a fraction of one is written in seconds.
    let frames = loop.length.nearestFrames(at: info.sampleRate)
    let isWhole = LoopLength(frames: frames, at: info.sampleRate) == loop.length
    let micro = Int64((loop.length.seconds * 1_000_000).rounded())
    let text = isWhole ? "\(frames) frames" : "\(decimal(micro, places: 6)) s"
    return ["loop = \"\(text)\"   # \(seconds) s, as \(how)"]
  }

  private func length(_ info: SoundInfo) -> String {
    Self.length(info.frameCount, at: info.sampleRate) + " at \(info.sampleRate.hertz) Hz"
  }

  private static func length(_ frames: FrameCount, at rate: SampleRate) -> String {
    "\(seconds(rate.seconds(frames))) s, \(frames) frames"
  }

  /// A basic string of TOML.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\" + String(scalar)
      case _ where scalar.value < 32 || scalar.value == 127:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
