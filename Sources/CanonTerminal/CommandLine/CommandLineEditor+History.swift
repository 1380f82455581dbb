/// Up and Down: what was typed before, as far as it begins like the line does.
extension CommandLineEditor {
  /// A line that has lost letters is not left for another one, from which it would come back as though it
  /// were whole.
  mutating func recallOlder() {
    if isFull { return }
    let recalling = recalling ?? Recalling(typed: text, index: history.lines.count)
    guard
      let index = history.older(than: recalling.index, startingWith: recalling.typed, butNot: text)
    else { return }
    show(history.lines[index], Recalling(typed: recalling.typed, index: index))
  }

  /// Behind the newest line comes what was typed.
  mutating func recallNewer() {
    guard let recalling else { return }
    if let index = history.newer(than: recalling.index, startingWith: recalling.typed, butNot: text) {
      show(history.lines[index], Recalling(typed: recalling.typed, index: index))
    } else {
      show(recalling.typed, nil)
    }
  }

  private mutating func show(_ text: String, _ recalling: Recalling?) {
    line = EditedLine(text)
    self.recalling = recalling
  }
}
