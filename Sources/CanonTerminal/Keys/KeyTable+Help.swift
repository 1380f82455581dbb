import CanonControl
import CanonFiles

/// The text of the help screen.
extension KeyTable {
  /// Its lines, each with keys and their action; the stems' keys first. Actions without a key are omitted.
  public func help(_ language: Language = .english) -> [(keys: String, text: String)] {
    func text(_ meaning: KeyMeaning) -> String { meaning.text(language) }
    let pairs = stemPairs
    var lines: [(keys: String, text: String)] = []
    if let first = pairs.first {
      let now = Self.join(pairs.compactMap(\.now))
      lines.append((Self.join(pairs.map(\.key)), text(.stem)))
      lines.append((now.isEmpty ? Key.alt(first.key).name : now, text(.stemNow)))
    }
    lines.append(("click", text(.click)))
    for row in KeyRow.all {
      let keys = keys(for: row.action)
      if !keys.isEmpty { lines.append((keys.map(\.name).joined(separator: ", "), text(meaning(row.action)))) }
    }
    return lines
  }

  private func meaning(_ action: KeyAction) -> KeyMeaning {
    switch action {
    case .seekForward: .seek(isBack: false, seconds: options.seekSeconds)
    case .seekBack: .seek(isBack: true, seconds: options.seekSeconds)
    default: .action(action)
    }
  }

  /// The hints of the bottom line, the most important first.
  public func hints(_ language: Language = .english) -> [(key: String, text: String)] {
    let shown: [(KeyAction, ScreenHint)] = [
      (.help, .help), (.quit, .quit), (.commandLine, .command), (.doors, .doors), (.mute, .mute),
      (.solo, .solo), (.stop, .stop), (.undo, .undo),
    ]
    let wording = language.wording
    let press = stemRange ?? keys(for: .press).first?.name
    let hints = shown.compactMap { action, hint in
      keys(for: action).first.map { (key: $0.name, text: wording.hint(hint)) }
    }
    return (press.map { [(key: $0, text: wording.hint(.press))] } ?? []) + hints
  }

  /// The stems' keys in short: `1-6` if they are consecutive, else the consecutive ones and a symbol for the rest.
  private var stemRange: String? {
    let keys = stemPairs.map(\.key)
    guard let first = keys.first else { return nil }
    var last = first, count = 1
    while count < keys.count, let code = last.unicodeScalars.first?.value,
      let next = keys[count].unicodeScalars.first,
      next.value == code + 1
    {
      (last, count) = (keys[count], count + 1)
    }
    let run = count == 1 ? "\(first)" : "\(first)-\(last)"
    return count == keys.count ? run : run + "…"
  }

  /// `1 2 3 … b n`: the first and the last of many, so that a line stays a line.
  private static func join(_ keys: [Character]) -> String {
    let most = 15
    if keys.count <= most { return keys.map { String($0) }.joined(separator: " ") }
    let shown = keys.prefix(most - 3).map { String($0) } + ["…"] + keys.suffix(2).map { String($0) }
    return shown.joined(separator: " ")
  }
}
