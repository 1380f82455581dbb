import CanonLiveSupport

/// The first page of the project, as its tests read it.
struct Readme {
  /// What stands between fences, line by line, with the language that the fence names.
  let blocks: [(language: String, lines: [String])]
  /// The code within the text.
  let spans: [String]

  init() throws {
    let text = try String(contentsOfFile: CanonProcess.projectFolder + "/README.md", encoding: .utf8)
    var blocks: [(language: String, lines: [String])] = []
    var (isInside, prose) = (false, "")
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isInside.toggle()
        if isInside { blocks.append((String(line.dropFirst(3)), [])) }
      } else if isInside {
        blocks[blocks.count - 1].lines.append(String(line))
      } else {
        prose += line + " "
      }
    }
    self.blocks = blocks
    spans = prose.matches(of: /`([^`]+)`/).map { String($0.output.1) }
  }

  /// The lines of the first block that has `text` in it.
  func block(with text: String) -> [String] {
    blocks.first { $0.lines.contains { $0.contains(text) } }?.lines ?? []
  }

  /// The same without comments, empty lines and spaces at the end.
  func commands(with text: String) -> [String] {
    block(with: text).map { line in
      let command = line.firstRange(of: " #").map { line[..<$0.lowerBound] } ?? line[...]
      return String(command.reversed().drop(while: \.isWhitespace).reversed())
    }
    .filter { !$0.isEmpty }
  }
}
