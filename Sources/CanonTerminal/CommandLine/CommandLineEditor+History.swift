/// Up and Down: earlier lines that begin like the current one.
extension CommandLineEditor {
  /// A truncated line is not replaced by a line of the history; otherwise it would come back looking
  /// complete.
  mutating func recallOlder() {
    if isFull { return }
    let recalling = recalling ?? Recalling(typed: text, index: history.lines.count)
    guard
      let index = history.older(than: recalling.index, startingWith: recalling.typed, butNot: text)
    else { return }
    show(history.lines[index], Recalling(typed: recalling.typed, index: index))
  }

  /// After the newest line comes the typed text.
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
