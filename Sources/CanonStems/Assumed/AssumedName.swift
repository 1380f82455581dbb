import Foundation

/// What the name of a sound file says of its stem: `03_Violin A 96bpm.wav` is `violin-a`, "Violin A", at 96 beats per minute.
struct AssumedName: Equatable {
  let id: String
  let title: String
  let tempo: Tempo?
  /// The id without what tells namesakes apart.
  let kind: String

  /// The ids are unique: where names differ by their leading numbers alone, these stay, and else stems are counted.
  static func all(of files: [String]) -> [AssumedName] {
    let stems = files.map { fileStem($0) }
    let short = stems.map { id(of: withoutNumber(withoutTempo($0))) }
    let full = stems.map { id(of: withoutTempo($0)) }
    var counts: [String: Int] = [:]
    for id in short { counts[id, default: 0] += 1 }
    var taken = Set<String>()
    return stems.indices.map { index in
      let isShort = counts[short[index]] == 1 && !short[index].isEmpty
      let id = unique(isShort ? short[index] : full[index], number: index + 1, &taken)
      let text = withoutTempo(stems[index])
      let title = isShort ? withoutNumber(text) : text
      return AssumedName(
        id: id, title: title.isEmpty ? id : title, tempo: tempo(in: stems[index]), kind: short[index])
    }
  }

  /// The tempo that a name states, as `96bpm` or `bpm 96.5`.
  static func tempo(in name: String) -> Tempo? { statement(in: name)?.tempo }

  // MARK: - Parts of names

  /// The part of a name that states a tempo: `bpm` as a word, with a number before or after it. (Swift's regular expressions leave
  /// memory behind when they are compiled.)
  private static func statement(in name: String) -> (range: Range<String.Index>, tempo: Tempo?)? {
    var start = name.startIndex
    while let unit = name.range(of: "bpm", options: .caseInsensitive, range: start..<name.endIndex) {
      start = unit.upperBound
      let head = name[..<unit.lowerBound], tail = name[unit.upperBound...]
      let before = head.last.map(isGap) == true ? head.dropLast() : head
      let number = before.suffix(before.reversed().prefix(while: isDigit).count)
      if let value = Double(number), !isWord(before.dropLast(number.count).last), !isWord(tail.first) {
        return (number.startIndex..<unit.upperBound, Tempo(value))
      }
      let after = tail.first.map(isGap) == true ? tail.dropFirst() : tail
      let next = after.prefix(while: isDigit)
      if let value = Double(next), !isWord(head.last), !isWord(after.dropFirst(next.count).first) {
        return (unit.lowerBound..<next.endIndex, Tempo(value))
      }
    }
    return nil
  }

  private static func isGap(_ character: Character) -> Bool { character == " " || character == "-" }
  private static func isDigit(_ character: Character) -> Bool {
    character == "." || ("0"..."9").contains(character)
  }
  private static func isWord(_ character: Character?) -> Bool {
    character.map { $0.isLetter || $0.isNumber } ?? false
  }

  /// The name without folder and extension. `_` stands for a space.
  private static func fileStem(_ file: String) -> String {
    let name = file.split(separator: "/").last.map(String.init) ?? file
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    return (dot == name.startIndex ? name : String(name[..<dot])).replacing("_", with: " ")
  }

  private static func withoutTempo(_ name: String) -> String {
    var text = name
    if let part = statement(in: name) { text.removeSubrange(part.range) }
    return text.trimmingCharacters(in: separators)
  }

  /// Without a number at its beginning that puts files in order; a name that is a number stays.
  private static func withoutNumber(_ name: String) -> String {
    let rest = name.drop { $0.isASCII && $0.isNumber }
    guard rest.count < name.count, let first = rest.first, " -.)".contains(first) else { return name }
    let text = rest.drop { " -.)".contains($0) }
    return text.isEmpty ? name : String(text)
  }

  private static let latinLetters = StringTransform(rawValue: "Any-Latin; Latin-ASCII")
  private static let separators = CharacterSet(charactersIn: " -.")

  /// The characters of a name that an id may have, other scripts in Latin letters.
  private static func id(of name: String) -> String {
    let latin = (name.applyingTransform(latinLetters, reverse: false) ?? name).lowercased()
    let words = latin.utf8.split { !IDReader.isSign($0) || $0 == UInt8(ascii: "-") }
    let id = words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-")
    return String(id.prefix(StemSpec.longestID)).trimmingCharacters(in: separators)
  }

  private static func unique(_ id: String, number: Int, _ taken: inout Set<String>) -> String {
    let isUsable = !id.isEmpty && !StemSpec.reservedIDs.contains(id)
    let wanted = isUsable ? id : "stem-\(id.isEmpty ? String(number) : id)"
    var found = wanted, count = 1
    while !taken.insert(found).inserted {
      count += 1
      let end = "-\(count)"
      found = wanted.prefix(StemSpec.longestID - end.count) + end
    }
    return found
  }
}
