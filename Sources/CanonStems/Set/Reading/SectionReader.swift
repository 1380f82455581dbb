import CanonEngine
import CanonFiles

extension TableReader {
  /// Reads the sections of a set, in the order of the file.
  func sections(_ tables: [TableReader], _ tempo: Tempo?, _ meter: Meter) -> [SectionSpec] {
    var ids = IDReader(.section)
    var sections: [SectionSpec] = []
    var successors: [(table: TableReader, text: String)?] = []
    for (number, table) in tables.enumerated() {
      let id = ids.read(table, number: number + 1)
      let title = table.titleText()
      let bars = table.bars(
        tempo, isTempoWrong: tempo == nil && value("tempo") != nil, meter, after: sections)
      let then = table.text("then", SectionAdvice.then)
      table.finish()
      guard let id, let bars else { continue }
      sections.append(
        SectionSpec(id: id, title: title ?? id, bars: bars, next: nil, line: table.line(of: "bars")))
      successors.append(then.map { (table, $0) })
    }
    for (index, successor) in successors.enumerated() {
      guard let (table, text) = successor else { continue }
      sections[index].next = sections.firstIndex { $0.id == text }
      if sections[index].next == nil, sections.count == tables.count {
        table.report(
          "then", found: CleanText.quote(text), word: text, among: sections.map(\.id), SectionAdvice.then)
      }
    }
    return sections
  }

  /// The bars of a section; nil if they are reported.
  private func bars(
    _ tempo: Tempo?, isTempoWrong: Bool, _ meter: Meter, after others: [SectionSpec]
  ) -> Range<Int>? {
    guard value("bars") != nil else {
      report("bars", found: nil, SectionAdvice.bars)
      return nil
    }
    guard let bars = parsed("bars", Self.bars, SectionAdvice.bars) else { return nil }
    guard let tempo else {
      if !isTempoWrong { report("bars", found: nil, SectionAdvice.noTempo) }
      return nil
    }
    let seconds = Double(bars.count * meter.beatsPerBar) * 60 / tempo.beatsPerMinute
    if seconds < SectionSpec.shortest {
      report("bars", found: "\(fixed(seconds, 3)) s", SectionAdvice.tooShort(SectionSpec.shortest))
    } else if let other = others.first(where: { $0.bars.overlaps(bars) }) {
      report("bars", found: nil, SectionAdvice.overlap(other.id))
    } else {
      return bars
    }
    return nil
  }

  /// `"1 .. 5"`: the bars from 1 up to where bar 5 begins.
  private static func bars(_ text: String) -> Range<Int>? {
    guard let dots = text.firstRange(of: "..") else { return nil }
    let numbers = [text[..<dots.lowerBound], text[dots.upperBound...]].map {
      $0.split(separator: " ", omittingEmptySubsequences: true)
    }
    guard numbers.allSatisfy({ $0.count == 1 }), let first = wholeNumber(numbers[0][0]),
      let end = wholeNumber(numbers[1][0]), first >= 1, end <= 100_001, first < end
    else { return nil }
    return Int(first) - 1..<Int(end) - 1
  }
}

extension StemSet {
  /// What is wrong with the first section that does not lie in the loop; nil if all do.
  /// - Parameters:
  ///   - beats: Of the loop.
  ///   - bars: Of the loop; 0 if its beats do not fill whole bars.
  func problem(ofSections beats: Int, bars: Int) -> FileProblem? {
    guard let section = sections.first(where: { $0.bars.upperBound > bars }) else { return nil }
    return problem(
      line: section.line, field: "section \"\(section.id)\": bars",
      found: "\"\(section.bars.lowerBound + 1) .. \(section.bars.upperBound + 1)\"",
      bars == 0 ? SectionAdvice.noWholeBars(beats: beats, meter) : SectionAdvice.outside(bars: bars))
  }
}
