import CanonControl

/// Entries over the stems that scroll: the keys, the words, the status.
struct OverlayText {
  /// A key, word or parameter and its meaning; without the former the meaning takes the whole width.
  typealias Entry = (key: String, text: String)
  private typealias Line = (entry: Int, row: TextRow)

  let context: DrawingContext
  let entries: [Entry]
  /// Whether the spaces of the lines count, and what is beside them.
  var isPicture = false

  /// The visible rows, and the entries that they show; nil if they show all of them.
  ///
  /// Column by column, without cutting: in the smallest number of columns that shows everything, if there is one.
  func rows(_ width: Int, _ count: Int) -> (shown: ClosedRange<Int>?, rows: [TextRow]) {
    let (lines, columns) = lines(width, count)
    let columnWidth = (width + 3) / columns
    let shown = min(lines.count, count * columns)
    let start = min(max(0, context.view.overlayStart), lines.count - shown)
    let perColumn = (shown + columns - 1) / columns
    var rows = Array(repeating: context.row, count: perColumn)
    for (index, line) in lines[start..<start + shown].enumerated() {
      rows[index % perColumn].skip(to: index / perColumn * columnWidth)
      rows[index % perColumn].append(line.row, width: columnWidth - 3)
    }
    guard shown > 0, shown < lines.count else { return (nil, rows) }
    return (lines[start].entry...lines[start + shown - 1].entry, rows)
  }

  /// The first visible line when the text is scrolled to its end, in a box of a number of rows.
  func lastStart(rows: Int) -> Int {
    if rows < 3 { return 0 }
    let (lines, columns) = lines(context.columns - 4, rows - 2)
    return max(0, lines.count - (rows - 2) * columns)
  }

  /// Each entry in as many lines as it needs.
  private func lines(_ width: Int, _ count: Int) -> (lines: [Line], columns: Int) {
    func widest(_ text: (Entry) -> String) -> Int {
      entries.map { DisplayWidth.width(DisplayWidth.plain(text($0))) }.max() ?? 0
    }
    let keyWidth = min(widest(\.key), width / 3)
    let most = isPicture ? 1 : max(1, (width + 3) / (keyWidth + 2 + min(widest(\.text), 56) + 3))
    func lines(_ columns: Int) -> [Line] {
      let cells = (width + 3) / columns - 3
      return entries.enumerated().flatMap { index, entry in
        rows(entry, keyWidth: keyWidth, width: cells).map { (index, $0) }
      }
    }
    for columns in 1..<most {
      let lines = lines(columns)
      if lines.count <= count * columns { return (lines, columns) }
    }
    return (lines(most), most)
  }

  private func rows(_ entry: Entry, keyWidth: Int, width: Int) -> [TextRow] {
    if isPicture {
      var row = context.row
      row.add(entry.text)
      return [row]
    }
    if entry.key.isEmpty {
      return WrappedText.lines(entry.text, max(2, width)).map { line in
        var row = context.row
        row.add(line)
        return row
      }
    }
    let keys = WrappedText.lines(entry.key, max(2, keyWidth))
    let texts = WrappedText.lines(entry.text, max(2, width - keyWidth - 2))
    return (0..<max(1, keys.count, texts.count)).map { index in
      var row = context.row
      row.add(index < keys.count ? keys[index] : "", width: keyWidth, .key, isBold: true)
      row.skip(2)
      row.add(index < texts.count ? texts[index] : "")
      return row
    }
  }
}

extension Overlay {
  var isPicture: Bool {
    guard case .text(.pair, let lines) = self else { return false }
    return PairingText.hasPicture(lines)
  }

  /// The entries that scroll; nil if the overlay has none.
  var entries: [OverlayText.Entry]? {
    switch self {
    case .keys(let keys): keys
    case .text(.help, let lines): lines.map(Self.split)
    case .text(_, let lines): lines.map { (key: "", text: $0) }
    case .doors: nil
    }
  }

  /// Splits a line of the help where its columns are apart: at the first two spaces after a letter.
  private static func split(_ line: String) -> OverlayText.Entry {
    let text = line.drop { $0 == " " }
    guard let gap = text.firstRange(of: "  ") else { return ("", line) }
    return (String(text[..<gap.lowerBound]), String(text[gap.upperBound...].drop { $0 == " " }))
  }
}
